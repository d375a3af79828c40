"""The page on which a person manages MCP servers."""
