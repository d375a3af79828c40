"""What takes several steps: a form as a whole, a command with what it names."""
