"""What `wpf-agent init` does to a computer and undoes: profiles.json, entries in MCP clients, a receipt of both."""
