"""Shrinks a way to a failure to the few steps that matter: pure passes over a list, and one adapter that replays."""
