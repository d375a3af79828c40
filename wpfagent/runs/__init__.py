"""What drives the gate by itself: scenarios, explorations, replays, and the minimiser."""
