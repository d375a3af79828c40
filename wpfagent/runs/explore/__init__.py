"""Random exploration: what could be done, what is chosen, what came of it; seeded, recorded, replayable."""
