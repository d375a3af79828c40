"""Asking before something destructive is done: what is hit, what is said around it, which key presses what."""
