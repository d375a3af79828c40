"""How an act reaches the program: patterns, keyboard, mouse."""
