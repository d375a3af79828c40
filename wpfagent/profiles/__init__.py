"""profiles.json: the file, its store, and what a profile allows."""
