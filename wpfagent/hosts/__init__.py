"""One process that owns the desktop for all clients of a user, and the small ones that speak to it for each client.

`bridge/` is what a client starts: it answers the opening messages by itself and hands the rest to the host, over HTTP
on this machine. It loads neither the protocol's library nor COM. `resident/` is the host: a session for each bridge,
with that client's own settings. `state.py` is the file by which they find each other.
"""
