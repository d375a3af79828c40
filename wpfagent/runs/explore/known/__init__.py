"""What an exploration has seen so far: states, the ways between them, what was tried and what came of it."""
