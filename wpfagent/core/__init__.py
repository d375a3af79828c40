"""What everything is said in: errors, the model of a desktop, selectors, keys, waiting, texts. Knows no desktop."""
