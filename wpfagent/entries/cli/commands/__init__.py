"""One module a command: its usage text `USAGE`, and `run(argv, desktop)` that returns the exit code."""
