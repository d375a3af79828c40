"""What the program's own runtime tells of an act: exceptions, methods that ran, where a silent UI thread stands."""
