"""What an act did: what is seen before and after it, and what of the difference is its effect."""
