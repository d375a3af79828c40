"""What subscribes to the gate: the record, the oracles, tickets and reports."""
