"""What an observation of a program consists of beside its trees: how it stood at first, its texts, its log files."""
