"""A whole run with secrets in it: they are in no file, no reply and no picture, and the record can be replayed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from wpfagent import App, SessionWriter
from wpfagent.core.errors import TimedOut
from wpfagent.core.model import Rect
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.safety.covering import COLOUR
from wpfagent.safety.masking import Masks
from wpfagent.testing.record.read import Session, read_session
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.record.recording import recording_gate

PASSWORD, TOKEN, CARD, SALARY = "Hush-hush7", "tok-é-Ünï", "1234-5678", "95,000"
XAML = """<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
 xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"
 x:Name="Main" Title="Sign in" Width="500" Height="400"><StackPanel>
<TextBox x:Name="User"/><PasswordBox x:Name="Pass"/><TextBox x:Name="Token"/><TextBox x:Name="Salary"/>
<Button x:Name="Enter" Content="Sign in" Click="on_enter"/><TextBlock x:Name="Echo"/></StackPanel></Window>"""
CODE = """
class CodeBehind:
    def __init__(self, view):
        pass

    def on_enter(self, view, sender):
        view["Echo"].text = f"Signed in with {view['Pass'].text.upper()} and {view['Token'].text}, card 1234-5678"
        view.title = f"Welcome {view['Token'].text}"
"""


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> App:
    monkeypatch.setenv("WPF_AGENT_SECRET_API", TOKEN)
    xaml = tmp_path / "sign_in.xaml"
    xaml.write_text(XAML, encoding="utf-8")
    xaml.with_suffix(".py").write_text(CODE, encoding="utf-8")
    desktop = SimulatedDesktop()
    masks = Masks([r"\d{4}-\d{4}", "id=^Salary$"])
    session = SessionWriter(str(tmp_path / "artifacts"), {"caller": "library"}, masks=masks)
    gate = recording_gate(desktop, session, screenshots="each_step")
    return App(gate, gate.targets.open({"exe": str(xaml)}), owned=True)


def run(app: App) -> tuple[Session, str]:
    """Sign in, read what it shows, fail once; return the record and all that was replied."""
    replies = [
        app.type_text(automation_id="Pass", text=PASSWORD),
        app.type_text(automation_id="Token", secret="API"),
        app.type_text(automation_id="Salary", text=SALARY),
        app.click(automation_id="Enter"),
        app.list_controls(),
        app.get_state(automation_id="Echo"),
    ]
    said = [str(r.to_dict()) for r in replies] + [app.read_text(automation_id="Echo")]
    with pytest.raises(TimedOut):
        app.wait_for(automation_id="Echo", until={"text_equals": PASSWORD}, timeout_ms=0)
    folder = recorder_of(app.gate).session.folder
    app.close()
    return read_session(folder), "".join(said)


def test_secrets_are_in_no_file_and_no_reply(app):
    session, said = run(app)
    texts = {p.name: p.read_text(encoding="utf-8") for p in session.folder.rglob("*.*") if p.suffix != ".png"}
    for name, text in {**texts, "replies": said}.items():
        for secret in (PASSWORD, TOKEN, CARD):
            assert secret.casefold() not in text.casefold(), (secret, name)
    assert not [name for name, text in texts.items() if SALARY in text]
    assert "${secret:PASSWORD} and ${secret:API}, card ${redacted}" in said


def test_what_was_typed_is_replayable_by_name(app):
    steps = run(app)[0].steps
    assert steps[0]["args"]["text"] == "${secret:PASSWORD}"
    assert steps[1]["args"]["secret"] == "API"
    assert [s["selector"]["automation_id"] for s in steps[:4]] == ["Pass", "Token", "Salary", "Enter"]


def test_pictures_do_not_show_them(app):
    places = {name: app.find(automation_id=name).bounding_rect for name in ("Pass", "Token", "Salary", "Echo", "User")}
    session, _ = run(app)
    (step,) = [s for s in session.steps if s["action"] == "click"]
    taken = Rect(*step["screen_rects"]["after"])
    with Image.open(session.folder / step["screen"]["after"]) as image:
        shown = image.convert("RGB")
    for name, place in places.items():
        x, y = place.center
        assert (shown.getpixel((x - taken.x, y - taken.y)) == COLOUR) == (name != "User"), name
    assert shown.getpixel((taken.width // 2, 10)) == COLOUR, "the caption"


def test_a_screenshot_that_was_asked_for_does_not_show_them_either(app):
    place = app.find(automation_id="Pass").bounding_rect
    reply = app.screenshot()
    x, y = place.x - reply.picture.rect.x + 5, place.y - reply.picture.rect.y + 5
    with Image.open(io.BytesIO(reply.picture.png)) as image, Image.open(reply.result["path"]) as kept:
        assert image.convert("RGB").getpixel((x, y)) == kept.convert("RGB").getpixel((x, y)) == COLOUR
    app.close()
