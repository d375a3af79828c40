"""What is shown, and what could be done there."""
