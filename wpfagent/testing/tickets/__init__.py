"""Tickets: a failure as somebody else can reproduce it, without an AI."""
