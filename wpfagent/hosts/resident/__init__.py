"""The host: MCP over streamable HTTP for all bridges of one user, one desktop, a session for each client."""
