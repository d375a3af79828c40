"""Scenarios that fail on the demo application, each in its own way, and what their tickets must say."""
