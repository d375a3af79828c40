"""Reading pictures: what RapidOCR reads, and where; Windows' OCR by its interface; which of them answers."""

from __future__ import annotations

import socket
import subprocess
import sys
from types import ModuleType, SimpleNamespace

import pytest

from tests.eyes.drawn import SIZE, TEXTS, needs_japanese, picture
from wpfagent.core.errors import ExtraMissing
from wpfagent.core.model import Rect
from wpfagent.core.pixels import Pixels, pixels_of
from wpfagent.desktops.eyes import engines, rapid, windows
from wpfagent.desktops.eyes.matching import find
from wpfagent.desktops.simulated.pen import INK, Pen

CENTRE_PX = 3


@pytest.fixture(scope="module")
def rapid_engine():
    found = rapid.engine()
    if found is None:
        pytest.skip("RapidOCR is not installed: the extra `ocr`")
    return found


@needs_japanese
@pytest.mark.parametrize("framed", [False, True])
def test_every_text_is_read_at_its_place(rapid_engine, framed):
    pixels, places = picture(framed=framed)
    read = rapid_engine.read(pixels)
    for text, place in places.items():
        hits = find(read, text)
        assert len(hits) == 1, (text, read.text)
        (x, y), (x_there, y_there) = hits[0].rect.center, place.center
        assert abs(x - x_there) <= CENTRE_PX, (text, hits[0].rect, place)
        assert abs(y - y_there) <= CENTRE_PX, (text, hits[0].rect, place)
        assert hits[0].confidence is not None
        assert hits[0].confidence > 0.5


def test_a_sign_beside_a_text_is_no_part_of_its_place(rapid_engine):
    at = Rect(60, 90, 0, 18)
    pen = Pen(SIZE, "#f3f3f3")
    place = at._replace(width=pen.width("Save orders automatically"))
    pen.box(Rect(at.x - 20, at.y + 2, 14, 14), "#ffffff", INK)
    pen.text(place, "Save orders automatically", INK)
    hit = find(rapid_engine.read(pixels_of(pen.picture(SIZE, "drawn"))), "Save orders automatically")[0]
    assert abs(hit.rect.center[0] - place.center[0]) <= CENTRE_PX


@needs_japanese
def test_a_part_of_a_line_is_where_it_stands(rapid_engine):
    pixels, places = picture()
    before = picture({"Sencha ": TEXTS["Sencha 煎茶 100 g"]})[1]["Sencha "]
    hit = find(rapid_engine.read(pixels), "煎茶")[0]
    assert abs(hit.rect.x - before.right) <= CENTRE_PX
    assert hit.rect.right < places["Sencha 煎茶 100 g"].right


def test_a_picture_without_text_says_nothing(rapid_engine):
    assert rapid_engine.read(Pixels(bytes([240]) * (90 * 70 * 3), (90, 70))).lines == ()


def test_a_picture_of_a_few_pixels_is_no_fault(rapid_engine):
    assert rapid_engine.read(Pixels(bytes([240]) * 12, (2, 2))).lines == ()


def test_reading_needs_no_network(rapid_engine, monkeypatch):
    def refuse(*_args, **_kwargs):
        raise AssertionError("something opened a connection")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    pixels, _ = picture()
    assert rapid.RapidEngine(*rapid_engine._models).read(pixels).lines


# -- Windows' own ----------------------------------------------------------------------------------------------------


class Bitmap(SimpleNamespace):
    pass


def stand_in(monkeypatch, languages, most=10_000):
    """Put the projections' interface in place: an engine that tells one word where the picture is darkest."""
    made = {}

    class Writer:
        def write_bytes(self, data):
            self.data = bytes(data)

        def detach_buffer(self):
            return self.data

    def recognize(bitmap):
        made["bitmap"] = bitmap
        word = SimpleNamespace(text="Save", bounding_rect=SimpleNamespace(x=20.0, y=8.0, width=40.0, height=12.0))
        line = SimpleNamespace(text="Save", words=[word])
        return SimpleNamespace(get=lambda: SimpleNamespace(lines=[line]))

    def engine_of(language):
        if language.language_tag not in languages:
            return None
        return SimpleNamespace(recognizer_language=language, recognize_async=recognize)

    ocr = SimpleNamespace(
        max_image_dimension=most,
        try_create_from_language=engine_of,
        try_create_from_user_profile_languages=lambda: engine_of(SimpleNamespace(language_tag=languages[0])),
    )
    parts = {
        "winrt.windows.globalization": {"Language": lambda tag: SimpleNamespace(language_tag=tag)},
        "winrt.windows.media.ocr": {"OcrEngine": ocr},
        "winrt.windows.graphics.imaging": {
            "BitmapPixelFormat": SimpleNamespace(BGRA8=87),
            "SoftwareBitmap": SimpleNamespace(
                create_copy_from_buffer=lambda data, kind, w, h: Bitmap(data=data, kind=kind, size=(w, h))
            ),
        },
        "winrt.windows.storage.streams": {"DataWriter": Writer},
    }
    for name, values in parts.items():
        module = ModuleType(name)
        vars(module).update(values)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(sys, "platform", "win32")
    return made


RED = Pixels(bytes((200, 10, 20)) * (50 * 20), (50, 20))


def test_windows_reads_where_it_knows_the_language(monkeypatch):
    made = stand_in(monkeypatch, ["ja", "en-US"])
    read = engines.read(RED, language="ja")
    assert read.engine == "Windows OCR (ja)"
    assert read.lines[0].rect == Rect(10, 4, 20, 6)  # the picture was enlarged twice
    assert made["bitmap"].size == (100, 40)
    assert made["bitmap"].data[:4] == bytes((20, 10, 200, 255))


def test_a_picture_that_is_large_already_is_not_enlarged(monkeypatch):
    made = stand_in(monkeypatch, ["en"], most=50)
    assert engines.read(RED).lines[0].rect == Rect(20, 8, 40, 12)
    assert made["bitmap"].size == (50, 20)


def test_where_windows_lacks_the_language_the_other_engine_reads(monkeypatch):
    stand_in(monkeypatch, ["en"])
    other = SimpleNamespace(name="other", read=lambda _pixels: None)
    monkeypatch.setattr(rapid, "engine", lambda: other)
    assert engines.open_engine("ja") is other
    assert engines.open_engine("en").name == "Windows OCR (en)"


def test_without_any_engine_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setattr(windows, "engine", lambda _language: None)
    monkeypatch.setattr(rapid, "engine", lambda: None)
    with pytest.raises(ExtraMissing) as error:
        engines.read(RED, language="ja")
    assert error.value.hint == 'Install one: pip install "wpfagent[ocr]"'
    assert "\n" not in str(error.value)
    assert "ja" in error.value.message


def test_the_language_follows_from_the_text():
    assert [engines.language_of(t) for t in ("Save", "保存", "ﾃﾞｰﾀ", "100 €")] == ["en", "ja", "ja", "en"]


def test_knowing_of_the_engines_loads_none():
    code = "import sys, wpfagent.desktops.eyes.engines, wpfagent.desktops.eyes.matching\n"
    code += "assert not {'numpy', 'rapidocr', 'cv2'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
