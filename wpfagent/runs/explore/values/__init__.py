"""What is entered: texts that programs stumble over, and what fits a field."""
