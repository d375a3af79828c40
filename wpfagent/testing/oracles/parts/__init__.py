"""What oracles are made of: what was used, what shows, what is written, what a text says."""
