"""Agents that a client lets the host start: which there are, who allowed them, how they get this server, their end."""
