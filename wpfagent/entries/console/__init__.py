"""The page on which a person manages MCP servers: served to this computer alone, to whoever knows its token.

guarding   who is answered at all
desk       what a person does with the servers
news       what has changed, pushed to the page
app        paths and replies
serving    the server, from its start to its end
"""
