"""The stdio MCP server: thin. Tools are made from the table of actions; every call passes the gate and is recorded.

`serving.serve` runs it; `server.build` makes it for any transport. Nothing here is loaded by `import wpfagent`.
"""
