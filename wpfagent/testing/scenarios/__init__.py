"""Scenario files as text: their variables, and scenarios written from a record."""
