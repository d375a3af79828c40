"""Runs what a file says: scenarios."""
