"""The ways in: the command line, the MCP server, the pytest plugin, set-up and registration."""
