"""Finding again what was recorded: an index beside the artifacts, and the questions that are asked of it."""
