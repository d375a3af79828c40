"""The one table of oracles: how a failure of the program is recognised."""
