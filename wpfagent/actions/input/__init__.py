"""How an act reaches the program: patterns, keyboard, mouse, and the leaving of a field."""
