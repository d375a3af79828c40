"""Everything that says no: what is destructive, who may do it, what a consent covers."""
