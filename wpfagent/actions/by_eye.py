"""Reading by eye: texts that are only painted, with their places. Extended mode only; see `wpfagent.desktops.eyes`.

What is secret is painted over before a picture is read. What was read is never acted on by itself: a click names a
point, and passes the gate with the text that is read there as its caption.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wpfagent.actions.base import OBJECTS, TEXT, WHOLE, Performed, action, arg
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import pictures
from wpfagent.actions.items import revealing
from wpfagent.core.errors import ExtraMissing, InvalidArgument, StalePicture, TextNotFound
from wpfagent.core.model import Control, Picture, Rect
from wpfagent.core.pixels import pixels_of
from wpfagent.desktops.eyes import engines
from wpfagent.desktops.eyes.matching import Hit, find, nearest
from wpfagent.desktops.eyes.reading import Line, Reading

LANGUAGES = ("en", "ja")
REGION_DOC = "[x, y, width, height] in physical pixels from the picture's own corner; without: all of it"
PICTURE_DOC = "the id of a picture that a reply named, or last; without: as it looks now"
BESIDE_X, BESIDE_Y = 160, 48
"""So much of the picture on each side of a point is read for its caption."""
UNREAD_X, UNREAD_Y = 48, 12
"""Without an engine: what is drawn so near to a point may be its caption."""
NEAR_X, NEAR_Y, ON = 3.0, 1.2, 0.6
"""A text is a point's caption within so many of its heights, to the side, above or below; within the last, it alone."""

AROUND_X, AROUND_Y = 24, 12
"""So many pixels on each side of a point are compared with the picture that it was chosen on."""
CHANNEL_TOLERANCE, MOST_CHANGED = 24, 8
"""A pixel has changed when a channel differs by more than this; so many may have."""


def _check_region(region: Sequence[int] | None) -> None:
    if region is not None and (len(region) != 4 or min(region[2:]) < 1 or min(region[:2]) < 0):
        raise InvalidArgument(f"region cannot be {list(region)}.", hint="[x, y, width, height], sizes of 1 or more.")


@dataclass(frozen=True, slots=True)
class OcrFindArgs:
    """Arguments of ocr_find."""

    text: str = arg("what is looked for; width, case and spaces do not count")
    screenshot_id: str | None = arg(PICTURE_DOC, None)
    region: tuple[int, ...] | None = arg(REGION_DOC, None)

    def __post_init__(self) -> None:
        _check_region(self.region)
        if not self.text.strip():
            raise InvalidArgument("text is empty.", hint="ocr_text reads everything.")


@action(
    risk="read",
    selector="optional",
    args=OcrFindArgs,
    extended=True,
    returns={"hits": OBJECTS, "count": WHOLE, "engine": TEXT, "screenshot_id": TEXT},
)
def ocr_find(doing: Doing, args: OcrFindArgs) -> Performed:
    """Find a text in a picture of the target: each place where it is read, on the screen, and how sure that is."""
    language = engines.language_of(args.text)
    engine = engines.open_engine(language)

    def looked() -> tuple[Picture, Reading]:
        picture = _picture(doing, args.screenshot_id, args.region)
        return picture, engine.read(pixels_of(picture)).moved(picture.rect.x, picture.rect.y)

    def seen() -> tuple[Picture, Reading] | None:
        now = looked()
        return now if find(now[1], args.text) else None

    waits = args.screenshot_id is None and doing.patient
    picture, reading = (doing.until(seen).value if waits else None) or looked()
    hits = find(reading, args.text)
    if not hits:
        near = nearest(reading, args.text)
        raise TextNotFound(
            f"{args.text!r} is not read in the picture ({reading.engine}, {len(reading.lines)} lines).",
            hint=f"Nearest: {', '.join(map(repr, near))}." if near else "ocr_text lists what is read.",
            details={"nearest": near, "engine": reading.engine},
        )
    told = [
        {"text": h.text, "line": h.line, "rect": list(h.rect), "center": list(h.rect.center),
         "confidence": h.confidence, "match": h.match}
        for h in hits
    ]  # fmt: skip
    shown = {"screenshot_id": args.screenshot_id or _kept(doing, picture)}
    return Performed(result={"hits": told, "count": len(told), "engine": reading.engine, **shown})


@dataclass(frozen=True, slots=True)
class OcrTextArgs:
    """Arguments of ocr_text."""

    screenshot_id: str | None = arg(PICTURE_DOC, None)
    region: tuple[int, ...] | None = arg(REGION_DOC, None)
    language: str | None = arg("of the texts; without: the one that Windows is set to", None, choices=LANGUAGES)

    def __post_init__(self) -> None:
        _check_region(self.region)


@action(
    risk="read",
    selector="optional",
    args=OcrTextArgs,
    extended=True,
    returns={"text": TEXT, "lines": OBJECTS, "count": WHOLE, "engine": TEXT, "screenshot_id": TEXT},
)
def ocr_text(doing: Doing, args: OcrTextArgs) -> Performed:
    """Read the texts in a picture of the target, line by line, with their places on the screen."""
    picture = _picture(doing, args.screenshot_id, args.region)
    reading = engines.read(pixels_of(picture), language=args.language).moved(picture.rect.x, picture.rect.y)
    told = [{"text": n.text, "rect": list(n.rect), "confidence": n.confidence} for n in reading.lines]
    shown = {"screenshot_id": args.screenshot_id or _kept(doing, picture)}
    result = {"text": reading.text, "lines": told, "count": len(told), "engine": reading.engine, **shown}
    return Performed(result=result)


def _picture(doing: Doing, screenshot_id: str | None, region: Sequence[int] | None) -> Picture:
    """The picture that is to be read, without what is secret."""
    part = Rect(*region) if region is not None else None
    if screenshot_id is not None:
        kept = doing.album.get(doing.app.identity, screenshot_id).picture
        return pictures.cut(kept, part) if part is not None else kept
    if doing.control is not None:
        doing.control = revealing.reveal(doing, doing.control)
    return covered(doing, pictures.take(doing, doing.control, part))


def covered(doing: Doing, picture: Picture) -> Picture:
    """Return a picture of the target with what is secret painted over."""
    return doing.cover(doing, picture) if doing.cover is not None else picture


def check_fresh(doing: Doing, name: str, point: tuple[int, int], now: Picture) -> None:
    """Return when a point looks as it did on a picture.

    Args:
        doing: the action's context.
        name: the picture's id.
        point: in pixels of the screen.
        now: the target as it looks now.

    Raises:
        StalePicture: the window is gone or has moved, or the pixels around the point have changed.
        InvalidArgument: there is no such picture, or the point lies outside of it.
    """
    shot = doing.album.get(doing.app.identity, name)
    window = next((w for w in doing.windows() if w.hwnd == shot.hwnd), None)
    if window is None:
        raise StalePicture(f"The window that the picture {name!r} shows is closed.")
    if window.rect != shot.window:
        raise StalePicture(
            f"The window {window.title!r} has moved since the picture {name!r} was taken.",
            details={"was": list(shot.window), "rect": list(window.rect)},
        )
    if not shot.picture.rect.contains(*point):
        raise InvalidArgument(
            f"The point {point[0]},{point[1]} lies outside the picture {name!r}.",
            hint=f"It shows {list(shot.picture.rect)}, in pixels of the screen.",
        )
    around = Rect(point[0] - AROUND_X, point[1] - AROUND_Y, 2 * AROUND_X, 2 * AROUND_Y)
    common = around.intersection(shot.picture.rect).intersection(now.rect)
    changed = pictures.changed_pixels(_part(shot.picture, common), _part(now, common), CHANNEL_TOLERANCE)
    if common.is_empty or changed > MOST_CHANGED:
        raise StalePicture(
            f"Around {point[0]},{point[1]} it no longer looks as in the picture {name!r}.",
            details={"changed_pixels": changed},
        )


def look_for(doing: Doing, control: Control | None, wanted: str) -> tuple[Hit, str] | None:
    """Return where a text is read best in the picture of an element, or of the window, and the engine's name."""
    picture = covered(doing, pictures.take(doing, control))
    reading = engines.read(pixels_of(picture), language=engines.language_of(wanted))
    hits = find(reading.moved(picture.rect.x, picture.rect.y), wanted)
    return (hits[0], reading.engine) if hits else None


def captions_at(doing: Doing, point: tuple[int, int], picture: Picture) -> tuple[str, ...] | None:
    """Return the texts that are read at a point; None where something is drawn that no engine here can read.

    Args:
        doing: the action's context.
        point: in pixels of the screen.
        picture: the target as it looks now.
    """
    around = Rect(point[0] - BESIDE_X, point[1] - BESIDE_Y, 2 * BESIDE_X, 2 * BESIDE_Y).intersection(picture.rect)
    if around.is_empty:
        return ()
    part = _part(picture, around)
    readings: dict[str, Reading] = {}
    for language in LANGUAGES:
        try:
            engine = engines.open_engine(language)
        except ExtraMissing:
            continue
        if engine.name not in readings:
            readings[engine.name] = engine.read(pixels_of(part)).moved(around.x, around.y)
    if not readings:
        near = Rect(point[0] - UNREAD_X, point[1] - UNREAD_Y, 2 * UNREAD_X, 2 * UNREAD_Y).intersection(picture.rect)
        return () if pixels_of(_part(picture, near)).is_bare() else None
    texts = [line.text for reading in readings.values() for line in _at(point, reading.lines)]
    return tuple(dict.fromkeys(texts))


def _kept(doing: Doing, picture: Picture) -> str:
    return doing.album.keep(picture, doing.app.identity, doing.windows_now())


def _part(picture: Picture, rect: Rect) -> Picture:
    return picture if rect.is_empty else pictures.cut(picture, _from_corner(picture, rect))


def _from_corner(picture: Picture, rect: Rect) -> Rect:
    """A rectangle of the screen in pixels from the picture's own corner."""
    return rect._replace(x=rect.x - picture.rect.x, y=rect.y - picture.rect.y)


def _at(point: tuple[int, int], lines: Sequence[Line]) -> list[Line]:
    """The lines that a point lies on; where it lies on none, those near it: a button is larger than its caption."""
    on = [line for line in lines if _grown(line.rect, ON, ON).contains(*point)]
    return on or [line for line in lines if _grown(line.rect, NEAR_X, NEAR_Y).contains(*point)]


def _grown(rect: Rect, sideways: float, updown: float) -> Rect:
    dx, dy = round(sideways * rect.height), round(updown * rect.height)
    return Rect(rect.x - dx, rect.y - dy, rect.width + 2 * dx, rect.height + 2 * dy)


def told(captions: Sequence[str]) -> dict[str, Any]:
    """Return what a reply says of the captions of a point."""
    return {"read_there": list(captions)} if captions else {}
