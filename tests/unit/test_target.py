from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from wpfagent.core.errors import (
    AccessDeniedElevated,
    AppExited,
    InvalidArgument,
    LaunchFailed,
    LaunchNotAllowed,
    ProfileNotFound,
    RefusedOutsideTarget,
    TargetAmbiguous,
    TargetNotFound,
    WpfAgentError,
)
from wpfagent.core.model import Liveness, ProcessInfo, Rect, WindowInfo
from wpfagent.core.selector import Selector
from wpfagent.desktops.person import Person
from wpfagent.desktops.programs import REFUSED_PROGRAMS
from wpfagent.desktops.target import (
    LaunchSpec,
    TargetSpec,
    find_by_title,
    launch,
    main_window,
    resolve,
)
from wpfagent.gate.execute import Gate
from wpfagent.profiles.profile import Profile, ProfileLaunch, ProfileMatch, ProfileTimeouts
from wpfagent.safety.policy import Policy

FIRST_PID = 5_000_001
"""Beyond what a system gives out, so that none is this process."""


class FakeClock:
    """Time passes when somebody sleeps; what was planned happens then."""

    def __init__(self) -> None:
        self.time = 0.0
        self.plan: list[tuple[float, Callable[[], None]]] = []

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds
        due = [p for p in self.plan if p[0] <= self.time]
        self.plan = [p for p in self.plan if p[0] > self.time]
        for _, action in due:
            action()


class FakeDesktop:
    """Processes with parents, windows and exit codes, in memory: only what finding and starting need."""

    name = "fake"

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.person = Person(self.clock.now)
        self.running: dict[int, ProcessInfo] = {}
        self.codes: dict[int, int] = {}
        self.shown: list[WindowInfo] = []
        self.launched: list[tuple[Any, ...]] = []
        self.on_launch: Callable[[ProcessInfo], None] = lambda process: None

    def check_interactive(self) -> None:
        pass

    def processes(self) -> list[ProcessInfo]:
        return list(self.running.values())

    def windows(self, pid: int | None = None) -> list[WindowInfo]:
        return [w for w in self.shown if pid in (None, w.pid)]

    def liveness(self, pid: int, *, shown: Sequence[WindowInfo] | None = None) -> Liveness:
        return Liveness(pid in self.running, exit_code=self.codes.get(pid))

    def launch(
        self,
        exe: str,
        args: Sequence[str],
        *,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        stderr_path: str | None = None,
    ) -> ProcessInfo:
        self.launched.append((exe, tuple(args), cwd, env))
        process = self.start(exe)
        self.on_launch(process)
        return process

    # -- what the tests do --
    def start(self, exe: str, *, parent: int = 0, name: str | None = None) -> ProcessInfo:
        pid = FIRST_PID + len(self.running) + len(self.codes)
        base = exe.replace("\\", "/").rpartition("/")[2]
        self.running[pid] = ProcessInfo(pid, name or base, exe, parent, started=1000.0 + self.clock.time)
        return self.running[pid]

    def show(self, process: ProcessInfo, title: str, **fields: Any) -> WindowInfo:
        given = {"class_name": "Window", "rect": Rect(0, 0, 400, 300), **fields}
        window = WindowInfo(0x100 + len(self.shown), process.pid, process.name, title, **given)
        self.shown.append(window)
        return window

    def end(self, process: ProcessInfo, code: int) -> None:
        del self.running[process.pid]
        self.codes[process.pid] = code
        self.shown = [w for w in self.shown if w.pid != process.pid]

    def after(self, seconds: float, action: Callable[[], None]) -> None:
        self.clock.plan.append((self.clock.time + seconds, action))


@pytest.fixture
def desktop() -> FakeDesktop:
    return FakeDesktop()


@pytest.fixture
def two(desktop: FakeDesktop) -> tuple[ProcessInfo, ProcessInfo]:
    """Two copies of one program with a window each, and an editor."""
    first, second = desktop.start("/apps/Order.exe"), desktop.start("/apps/Order.exe")
    desktop.show(first, "Order Desk - Kyoto", class_name="HwndWrapper[A]")
    desktop.show(second, "Order Desk - Osaka", class_name="HwndWrapper[B]")
    desktop.show(desktop.start("/apps/Editor.exe"), "notes.txt - Editor")
    return first, second


# -- the specification --


def test_a_spec_with_every_key_is_written_back():
    given = {
        "pid": 3, "process": "a.exe", "exe": "C:/a.exe", "args": ["--x"], "cwd": "C:/", "title_re": "A.*",
        "class_name": "C", "profile": "P", "mode": "attach", "root": {"automation_id": "Shell"},
    }  # fmt: skip
    assert TargetSpec.parse(given).to_dict() == given


@pytest.mark.parametrize(
    "given",
    [
        {}, {"mode": "attach"}, {"args": ["x"]}, {"pid": "3"}, {"pid": True}, {"title_re": "("}, {"process": ""},
        {"exe": "a", "mode": "both"}, {"exe": "a", "args": "--x"}, {"titel_re": "x"}, {"root": {"name": "x"}}, "a.exe",
        {"pid": 1, "root": 3},
    ],
    ids=str,
)  # fmt: skip
def test_a_wrong_spec_is_an_invalid_argument(given):
    with pytest.raises(InvalidArgument):
        TargetSpec.parse(given)


def test_an_unknown_key_names_the_nearest():
    with pytest.raises(InvalidArgument, match="title_re"):
        TargetSpec.parse({"titel_re": "x"})


# -- finding --


@pytest.mark.parametrize(
    "spec",
    [
        {"title_re": "Kyoto$"},
        {"class_name": "HwndWrapper[A]"},
        {"process": "Order.exe", "title_re": "Kyoto"},
        {"process": "order", "class_name": "HwndWrapper[A]"},
        {"exe": "/apps/Order.exe", "title_re": "Kyoto"},
        {"exe": "Order.exe", "title_re": "Kyoto"},
        {"pid": FIRST_PID},
        {"pid": FIRST_PID, "process": "ORDER.EXE", "title_re": "Order", "class_name": "HwndWrapper[A]"},
    ],
    ids=str,
)
def test_each_key_and_their_combinations_find_the_one(desktop, two, spec):
    found = resolve(TargetSpec.parse(spec), desktop)
    assert found.pid == two[0].pid
    assert found.to_dict() | {"target_id": "t"} == {
        "target_id": "t", "pid": two[0].pid, "process": "Order.exe", "exe": "/apps/Order.exe",
        "title": "Order Desk - Kyoto", "how": "attached", "running_since": found.to_dict()["running_since"],
    }  # fmt: skip


@pytest.mark.parametrize(
    "spec",
    [
        {"pid": FIRST_PID, "process": "Editor.exe"},
        {"process": "Order.exe", "title_re": "notes"},
        {"exe": "/other/Order.exe"},
        {"process": "Orde"},
        {"class_name": "HwndWrapper"},
    ],
    ids=str,
)
def test_all_keys_must_hold(desktop, two, spec):
    with pytest.raises(TargetNotFound):
        resolve(TargetSpec.parse(spec), desktop)


def test_a_class_and_a_title_must_hold_for_the_same_window(desktop, two):
    desktop.show(two[0], "Login", class_name="Dialog")
    with pytest.raises(TargetNotFound):
        resolve(TargetSpec(title_re="Kyoto", class_name="Dialog"), desktop)


def test_several_matches_are_listed_as_candidates(desktop, two):
    with pytest.raises(TargetAmbiguous) as error:
        resolve(TargetSpec(process="Order.exe"), desktop)
    assert [c["pid"] for c in error.value.details["candidates"]] == [two[0].pid, two[1].pid]
    assert "Osaka" in error.value.message


def test_several_windows_of_one_process_are_one_target(desktop, two):
    desktop.show(two[0], "Order Desk - Kyoto - Details", owner=desktop.shown[0].hwnd)
    assert resolve(TargetSpec(title_re="Kyoto"), desktop).title == "Order Desk - Kyoto"


def test_none_names_the_nearest_titles(desktop, two):
    with pytest.raises(TargetNotFound) as error:
        resolve(TargetSpec(title_re="Order Desk - Kioto"), desktop)
    assert error.value.details["nearest_titles"][0] == "Order Desk - Kyoto"
    assert "Kyoto" in error.value.hint


def test_none_names_the_nearest_processes(desktop, two):
    with pytest.raises(TargetNotFound) as error:
        resolve(TargetSpec(process="Ordr.exe"), desktop)
    assert error.value.details["nearest_processes"][0] == "Order.exe"


def test_a_process_without_a_window_is_told_apart(desktop):
    process = desktop.start("/apps/Tray.exe")
    with pytest.raises(TargetNotFound, match="shows no window") as error:
        resolve(TargetSpec(process="Tray"), desktop)
    assert error.value.details["pids"] == [process.pid]


def test_a_tool_tip_alone_is_no_application(desktop):
    desktop.show(desktop.start("/apps/Tray.exe"), "tip", popup=True)
    with pytest.raises(TargetNotFound):
        resolve(TargetSpec(process="Tray"), desktop)


def test_the_pid_of_an_ended_process_tells_its_exit_code(desktop, two):
    desktop.end(two[0], 3)
    with pytest.raises((TargetNotFound, AppExited)) as error:
        resolve(TargetSpec(pid=two[0].pid), desktop)
    assert error.value.details.get("exit_code") == 3


def test_a_target_whose_process_ended_is_app_exited_with_its_code(desktop, two):
    target = resolve(TargetSpec(pid=two[0].pid), desktop)
    desktop.end(two[0], 0xE0434352)
    with pytest.raises(AppExited, match=r"\.NET unhandled exception") as error:
        target.windows(desktop)
    assert error.value.details == {"pid": two[0].pid, "exit_code": 0xE0434352}


def test_a_title_that_changes_later_does_not_lose_the_target(desktop, two):
    target = resolve(TargetSpec(title_re="Kyoto"), desktop)
    desktop.shown[0] = dataclasses.replace(desktop.shown[0], title="Something else")
    assert [w.title for w in target.windows(desktop)] == ["Something else"]


@pytest.mark.parametrize(
    ("theirs", "ours", "refused"),
    [(True, False, True), (True, True, False), (False, False, False), (None, False, False)],
)
def test_a_program_with_higher_rights_is_named_before_anything_is_tried(desktop, two, theirs, ours, refused):
    """Windows drops input to it without a word."""
    desktop.running[two[0].pid] = dataclasses.replace(two[0], elevated=theirs)
    desktop.running[os.getpid()] = ProcessInfo(os.getpid(), "python", elevated=ours)
    if refused:
        with pytest.raises(AccessDeniedElevated, match="administrator") as error:
            resolve(TargetSpec(pid=two[0].pid), desktop)
        assert "administrator" in error.value.hint
    else:
        assert resolve(TargetSpec(pid=two[0].pid), desktop).pid == two[0].pid


@pytest.mark.parametrize("program", sorted(REFUSED_PROGRAMS))
def test_shells_and_system_tools_are_no_targets(desktop, program):
    process = desktop.start(f"/windows/{program.upper()}")
    desktop.show(process, "Shell")
    for spec in ({"pid": process.pid}, {"title_re": "Shell"}, {"process": program}):
        with pytest.raises(RefusedOutsideTarget):
            resolve(TargetSpec.parse(spec), desktop)


def test_a_shell_that_a_profile_names_is_a_target(desktop):
    process = desktop.start("/windows/cmd.exe")
    desktop.show(process, "Shell")
    gate = Gate(desktop, profiles={"Shell": Profile("Shell", match=ProfileMatch(process="cmd.exe"))})
    assert gate.targets.resolve({"profile": "Shell"}).pid == process.pid


@pytest.mark.parametrize("program", ["cmd.exe", "powershell.exe", "regedit.exe"])
def test_a_shell_is_not_launched_either(desktop, program):
    desktop.on_launch = lambda process: desktop.show(process, "Shell")
    gate = Gate(desktop, policy=Policy("mcp", allow_launch=True))
    with pytest.raises((RefusedOutsideTarget, LaunchNotAllowed)):
        gate.targets.open({"exe": f"/windows/{program}", "mode": "launch"})
    assert desktop.launched == [], "it must be refused before it was started"


def test_the_main_window_is_unowned_titled_and_the_largest(desktop):
    process = desktop.start("a.exe")
    small = desktop.show(process, "Splash", rect=Rect(0, 0, 100, 100))
    large = desktop.show(process, "Main", rect=Rect(0, 0, 900, 700))
    desktop.show(process, "Dialog", owner=large.hwnd, rect=Rect(0, 0, 1200, 900))
    desktop.show(process, "", rect=Rect(0, 0, 2000, 2000))
    desktop.show(process, "tip", popup=True, rect=Rect(0, 0, 3000, 3000))
    assert main_window(desktop.shown) == large
    assert main_window([small]) == small
    assert main_window([]) is None
    assert main_window([large, small], small.hwnd) == small, "it stays so, however large others become"
    assert main_window([large], small.hwnd) == large


# -- window_query --


def test_a_window_query_is_a_regular_expression_first_then_a_part(desktop, two):
    def titles(query: str) -> list[str]:
        return [w.title for w in find_by_title(query, desktop.shown)]

    assert titles("Desk - (Kyoto|Nara)") == ["Order Desk - Kyoto"]
    assert titles("order desk - k") == ["Order Desk - Kyoto"]
    desktop.show(two[0], "Report (1) [draft]")
    assert titles("(1) [draft]") == ["Report (1) [draft]"], "brackets that match nothing as a pattern are text"
    assert titles("[") == ["Report (1) [draft]"], "what is no regular expression is text"
    assert titles("nothing") == []


def test_a_window_query_of_several_applications_is_ambiguous(desktop, two):
    gate = Gate(desktop)
    assert gate.targets.by_query("Kyoto").pid == two[0].pid
    with pytest.raises(TargetAmbiguous):
        gate.targets.by_query("Order Desk")
    with pytest.raises(TargetNotFound, match="Kyoto"):
        gate.targets.by_query("Order Desk - Kioto")


def test_resolving_the_same_process_again_keeps_its_target_id(desktop, two):
    gate = Gate(desktop)
    first = gate.targets.resolve({"title_re": "Kyoto"})
    assert gate.targets.resolve({"pid": two[0].pid}).target_id == first.target_id
    assert gate.targets.resolve({"title_re": "Osaka"}).target_id != first.target_id
    assert gate.targets.by_id(first.target_id).pid == two[0].pid
    with pytest.raises(TargetNotFound, match=first.target_id):
        gate.targets.by_id("t0")


# -- profiles --


def test_a_profile_fills_in_its_match_and_own_keys_narrow(desktop, two):
    gate = Gate(desktop, profiles={"Orders": Profile("Orders", match=ProfileMatch(process="Order.exe"))})
    with pytest.raises(TargetAmbiguous):
        gate.targets.resolve({"profile": "Orders"})
    assert gate.targets.resolve({"profile": "Orders", "title_re": "Osaka"}).pid == two[1].pid


def test_a_profile_without_match_is_found_by_its_executable(desktop, two):
    gate = Gate(desktop, profiles={"Ed": Profile("Ed", launch=ProfileLaunch("/apps/Editor.exe"))})
    assert gate.targets.resolve({"profile": "Ed"}).process == "Editor.exe"


def test_an_unknown_profile_names_the_nearest(desktop):
    gate = Gate(desktop, profiles={"Orders": Profile("Orders", match=ProfileMatch(process="Order.exe"))})
    with pytest.raises(ProfileNotFound, match="Orders"):
        gate.targets.resolve({"profile": "Order"})


# -- launching --


def test_a_launch_waits_for_a_usable_window(desktop):
    def opens(process: ProcessInfo) -> None:
        desktop.after(1, lambda: desktop.show(process, "Loading", enabled=False))
        desktop.after(2, lambda: desktop.show(process, "Loading", responding=False))
        desktop.after(3, lambda: desktop.show(process, "Ready"))

    desktop.on_launch = opens
    target = launch(LaunchSpec("/apps/a.exe", ("--x",), "/data", (("K", "V"),)), TargetSpec(exe="/apps/a.exe"), desktop)
    assert target.how == "launched"
    assert 3 <= desktop.clock.now() < 3.3
    assert desktop.launched == [("/apps/a.exe", ("--x",), "/data", {"K": "V"})]


def test_a_splash_screen_does_not_count_where_the_title_says_which_window(desktop):
    def opens(process: ProcessInfo) -> None:
        desktop.show(process, "Splash")
        desktop.after(4, lambda: desktop.show(process, "Order Desk"))

    desktop.on_launch = opens
    launch(LaunchSpec("a.exe"), TargetSpec(exe="a.exe", title_re="Desk"), desktop)
    assert desktop.clock.now() >= 4


@pytest.mark.parametrize("generations", [1, 2])
@pytest.mark.parametrize("launcher_ends", [True, False])
def test_a_launch_follows_the_hand_over_to_a_descendant(desktop, generations, launcher_ends):
    def opens(process: ProcessInfo) -> None:
        child = process
        for _ in range(generations):
            child = desktop.start("/apps/real.exe", parent=child.pid)
        desktop.after(1, lambda: desktop.show(child, "Real"))
        if launcher_ends:
            desktop.after(0.5, lambda: desktop.end(process, 0))

    desktop.on_launch = opens
    target = launch(LaunchSpec("/apps/launcher.exe"), TargetSpec(exe="/apps/launcher.exe"), desktop)
    assert (target.how, target.process) == ("handed_over", "real.exe")


def test_a_launcher_that_fails_after_it_started_the_program_is_followed_too(desktop):
    def opens(process: ProcessInfo) -> None:
        child = desktop.start("/apps/real.exe", parent=process.pid)
        desktop.end(process, 7)
        desktop.after(1, lambda: desktop.show(child, "Real"))

    desktop.on_launch = opens
    assert launch(LaunchSpec("/apps/l.exe"), TargetSpec(exe="/apps/l.exe"), desktop).how == "handed_over"


def test_a_launch_of_a_single_instance_program_finds_the_one_that_runs(desktop):
    first = desktop.start("/apps/One.exe")
    desktop.show(first, "One")
    desktop.on_launch = lambda process: desktop.after(0.3, lambda: desktop.end(process, 0))
    target = launch(LaunchSpec("/apps/One.exe"), TargetSpec(exe="/apps/One.exe"), desktop)
    assert (target.pid, target.how) == (first.pid, "handed_over")


def test_another_running_copy_does_not_count_while_the_new_one_lives(desktop):
    desktop.show(desktop.start("/apps/One.exe"), "Old")
    desktop.on_launch = lambda process: desktop.after(2, lambda: desktop.show(process, "New"))
    assert launch(LaunchSpec("/apps/One.exe"), TargetSpec(exe="/apps/One.exe"), desktop).title == "New"


def test_a_program_that_ends_early_gives_its_exit_code_and_its_last_words(desktop, tmp_path):
    stderr = tmp_path / "err.log"
    stderr.write_text("one\nno licence found\n", encoding="utf-8")
    desktop.on_launch = lambda process: desktop.after(1, lambda: desktop.end(process, 3))
    with pytest.raises(LaunchFailed, match="exit code 3") as error:
        launch(LaunchSpec("a.exe"), TargetSpec(exe="a.exe"), desktop, stderr_path=str(stderr))
    assert error.value.details["exit_code"] == 3
    assert "no licence found" in error.value.hint
    assert desktop.clock.now() < 2, "it must not wait for the whole startup time"


def test_a_launch_that_shows_nothing_ends_at_its_startup_time(desktop):
    with pytest.raises(LaunchFailed, match="no usable window within 5 s"):
        launch(LaunchSpec("a.exe"), TargetSpec(exe="a.exe"), desktop, startup_s=5)
    assert desktop.clock.now() == pytest.approx(5)


def test_a_launch_that_shows_only_unusable_windows_names_them(desktop):
    desktop.on_launch = lambda process: desktop.show(process, "Frozen", responding=False)
    with pytest.raises(LaunchFailed, match="Frozen"):
        launch(LaunchSpec("a.exe"), TargetSpec(exe="a.exe"), desktop, startup_s=2)


def test_a_profiles_startup_time_is_the_limit(desktop):
    profile = Profile("P", launch=ProfileLaunch("a.exe"), timeouts=ProfileTimeouts(startup_ms=3_000))
    with pytest.raises(LaunchFailed):
        Gate(desktop, profiles={"P": profile}).targets.open({"profile": "P"})
    assert desktop.clock.now() == pytest.approx(3)


@pytest.mark.parametrize(("mode", "launches"), [(None, 0), ("attach", 0), ("launch", 1)])
def test_open_attaches_to_what_runs_unless_told_to_launch(desktop, mode, launches):
    desktop.show(desktop.start("/apps/a.exe"), "Old")
    desktop.on_launch = lambda process: desktop.show(process, "New")
    Gate(desktop).targets.open({"exe": "/apps/a.exe", "mode": mode})
    assert len(desktop.launched) == launches


def test_open_launches_what_does_not_run_unless_told_to_attach(desktop):
    desktop.on_launch = lambda process: desktop.show(process, "New")
    with pytest.raises(TargetNotFound):
        Gate(desktop).targets.open({"exe": "/apps/a.exe", "mode": "attach"})
    assert desktop.launched == []
    assert Gate(desktop).targets.open({"exe": "/apps/a.exe"}).how == "launched"


def test_resolving_never_launches(desktop):
    gate = Gate(desktop, profiles={"P": Profile("P", launch=ProfileLaunch("/apps/a.exe"))})
    for spec in ({"exe": "/apps/a.exe"}, {"exe": "/apps/a.exe", "mode": "launch"}, {"profile": "P"}):
        with pytest.raises(WpfAgentError):
            gate.targets.resolve(spec)
    assert desktop.launched == []


# -- launch rules and the fence --

P = Profile("P", launch=ProfileLaunch("/apps/a.exe"))
OTHER = Profile("Other", launch=ProfileLaunch("/apps/b.exe"))


@pytest.mark.parametrize("caller", ["mcp", "cli", "library", "scenario", "replay", "random"])
@pytest.mark.parametrize("allow_launch", [False, True])
@pytest.mark.parametrize("spec", [{"exe": "/apps/a.exe"}, {"profile": "P"}], ids=str)
def test_the_launch_rule_of_each_caller(desktop, caller, allow_launch, spec):
    desktop.on_launch = lambda process: desktop.show(process, "New")
    gate = Gate(desktop, policy=Policy(caller, allow_launch=allow_launch), profiles={"P": P})
    if caller == "mcp" and not allow_launch and "profile" not in spec:
        with pytest.raises(LaunchNotAllowed):
            gate.targets.open(spec)
        assert desktop.launched == []
    else:
        assert gate.targets.open(spec).how == "launched"


def test_a_fenced_server_reaches_its_profiles_only(desktop):
    desktop.show(desktop.start("/apps/a.exe"), "Inside")
    desktop.show(desktop.start("/apps/b.exe"), "Outside")
    gate = Gate(desktop, policy=Policy("mcp", fence=frozenset({"P"})), profiles={"P": P, "Other": OTHER})
    assert gate.targets.resolve({"profile": "P"}).title == "Inside"
    for spec in ({"title_re": "Outside"}, {"profile": "Other"}, {"exe": "/apps/b.exe"}):
        with pytest.raises(RefusedOutsideTarget):
            gate.targets.resolve(spec)
    with pytest.raises(RefusedOutsideTarget):
        gate.targets.by_query("Outside")


@pytest.mark.parametrize("spec", [{"profile": "Other"}, {"exe": "/apps/b.exe"}], ids=str)
def test_a_fenced_server_starts_nothing_outside_the_fence(desktop, spec):
    desktop.on_launch = lambda process: desktop.show(process, "New")
    policy = Policy("mcp", allow_launch=True, fence=frozenset({"P"}))
    gate = Gate(desktop, policy=policy, profiles={"P": P, "Other": OTHER})
    with pytest.raises((RefusedOutsideTarget, LaunchNotAllowed)):
        gate.targets.open(spec)
    assert desktop.launched == [], "it must be refused before it was started"


def test_a_command_line_is_quoted_where_it_must_be():
    assert LaunchSpec("C:/My App/a.exe", ("--x", "", "a b")).command_line() == '"C:/My App/a.exe" --x "" "a b"'


@pytest.mark.parametrize("root", [{"name": "x"}, "x"])
def test_a_root_is_a_selector(root):
    assert TargetSpec.parse({"pid": 1, "root": root}).root == Selector(name="x")
