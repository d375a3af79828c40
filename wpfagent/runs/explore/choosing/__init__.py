"""What is done next: the parts of the strategy, in their order."""
