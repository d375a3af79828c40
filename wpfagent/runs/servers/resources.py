"""Finding among a server's resources: by a text in URI or name, and by kind."""

from __future__ import annotations

from wpfagent.runs.servers.state import ResourceInfo

KINDS = ("text", "image", "other")
_TEXTS = ("application/json", "application/xml", "application/yaml", "application/javascript", "application/toml")


def kind_of(mime_type: str) -> str:
    """Return the kind that a MIME type belongs to; without one it is other."""
    kind, _, _ = mime_type.partition(";")
    if kind.startswith("image/"):
        return "image"
    return "text" if kind.startswith("text/") or kind in _TEXTS or kind.endswith(("+json", "+xml")) else "other"


def fits(resource: ResourceInfo, search: str, kind: str = "") -> bool:
    """Return whether a resource has this text in its URI or name, and is of this kind, where one is asked for."""
    wanted = search.casefold()
    found = wanted in resource.uri.casefold() or wanted in resource.name.casefold()
    return found and (not kind or kind_of(resource.mime_type) == kind)
