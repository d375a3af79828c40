"""What was done in words: elements, steps and what they came to, for every entry, record and ticket alike."""
