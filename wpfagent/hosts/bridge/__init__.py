"""What a client starts: opening messages answered at once, everything else handed to the host."""
