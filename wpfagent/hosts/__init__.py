"""What lives longer than one call: MCP servers that are used beside the own tools, and the page that manages them."""
