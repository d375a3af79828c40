"""One act from its request to its result: the applications, the way through the gate, what it says on the way."""
