"""The MCP servers that a person lets this program use beside its own tools.

server      one entry: what is started, and what a person consented to
store       the file of all entries, in the user's data folder
importing   entries of other clients' files, or of a pasted text
"""
