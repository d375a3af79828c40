"""Short ways over the pages of a recording that no run has gone."""

from __future__ import annotations

from collections.abc import Mapping, Set
from types import MappingProxyType

from wpfagent.runs.minimize.routes import Map, Move, new_ways
from wpfagent.runs.minimize.steps import item_of, move_of, name_of


def on(*pages: str, opens: Mapping[int, str] = MappingProxyType({}), everywhere: Set[int] = frozenset()) -> list[Move]:
    """Moves by their pages, `window:page`; `opens` has the window that each opens."""
    titles = [(opens[i],) if i in opens else () for i in range(len(pages))]
    return [Move(p, p.split(":")[0], titles[i], i in everywhere) for i, p in enumerate(pages)]


def ways(names: str, moves: list[Move], relies: dict[int, list[int]], wanted: set[int]) -> list[str]:
    told = [relies.get(i, []) for i in range(len(names))]
    return ["".join(names[i] for i in way) for way in new_ways(Map(moves, list(names)), told, wanted)]


def test_a_command_of_the_menu_is_taken_from_any_page() -> None:
    moves = on("m:home", "m:list", "m:card", "m:form", everywhere={2})
    assert ways("abcd", moves, {}, {3}) == ["cd"]
    assert ways("abcd", on("m:home", "m:list", "m:card", "m:form"), {}, {3}) == ["abcd"]


def test_what_led_to_one_page_from_many_is_taken_from_any() -> None:
    pages = ("m:list", "m:form", "m:card", "m:form", "m:note", "m:form", "m:home", "m:list")
    names = ["go", "x", "go", "y", "go", "z", "w", "end"]
    assert Map(on(*pages), names).way("m:home", "m:form") == [4]
    assert Map(on(*pages), [*"abcdefgh"]).way("m:home", "m:form") == [6, 0]


def test_the_menu_is_out_of_reach_in_a_dialog() -> None:
    moves = on("m:home", "d:ask", "m:home", "m:form", opens={0: "d"}, everywhere={2})
    assert Map(moves, "abcd").way("d:ask", "m:form") == [1, 2]


def test_a_window_that_was_open_already_is_not_opened_by_what_came_before_it() -> None:
    moves = on("m:home", "m:home", "w:pin", "m:home", "w:pin", opens={1: "w"})
    assert Map(moves, "abcde").way("m:home", "w:pin") == [1]
    hidden = on("m:home", "m:home", "w:pin", "m:home", "w:pin")
    assert Map(hidden, "abcde").way("m:home", "w:pin") is None


def test_a_window_that_stays_open_beside_the_first_one_is_opened_once() -> None:
    pages = ("m:home", "w:pin", "m:home", "m:list", "w:pin", "w:pin")
    moves = on(*pages, opens={0: "w"}, everywhere={2})
    # a opens the window, b is entered there, c shows the list, d is entered there, e in the window again, f fails
    assert ways("abcdef", moves, {5: [1, 3, 4]}, {5})[0] == "abecdf"


def test_a_window_beside_may_be_used_long_after_it_was_opened() -> None:
    pages = ("m:home", "m:list", "m:list", "w:pin", "m:list", "m:card", "w:pin filled", "w:pin filled")
    moves = on(*pages, opens={1: "w"})
    # b opens the window, which is entered on another page of it, by g, before h fails
    assert ways("abcdefgh", moves, {7: [6]}, {7})[0] == "abgh"


def test_a_window_beside_may_be_opened_before_all_else() -> None:
    pages = ("m:home", "m:list", "m:list", "m:home", "w:pin", "m:home", "w:pin")
    moves = on(*pages, opens={3: "w"}, everywhere={0, 2})
    # a shows the list, where b is entered; c shows home again, where d opens the window in which g fails
    assert ways("abcdefg", moves, {6: [1]}, {6}) == ["dabg", "abcdg"]


def test_a_dialog_is_left_before_a_window_beside_is_used() -> None:
    pages = ("m:home", "w:pin", "m:home", "d:ask", "m:home", "w:pin")
    moves = on(*pages, opens={0: "w", 2: "d"})
    # a opens the window, c the dialog, d closes it; what f does in the window relies on the dialog
    assert ways("abcdef", moves, {5: [0, 2]}, {5})[0] == "acdf"


def test_a_command_of_the_menu_is_performed_on_the_page_where_one_is() -> None:
    moves = [Move("m:home", "m"), Move("m:list", "m"), Move("m:card", "m"), Move()]
    menu = [*moves[:3], Move("m:card", "m", everywhere=True, anywhere=True)]
    assert ways("abcd", menu, {}, {0, 3})[0] == "ad"
    assert ways("abcd", [*moves[:3], Move(anywhere=True)], {}, {3})[0] == "d"  # on a page that nobody recorded
    assert ways("abcd", moves, {}, {3}) == []
    there = Move("m:list", "m", everywhere=True, anywhere=True)
    staying = [Move("m:home", "m"), there, Move("m:list", "m"), Move("m:home", "m")]
    assert ways("abcd", staying, {}, {1, 3})[0] == "bd"  # it shows no other page, and one stays where one is


def test_a_page_is_left_for_another_and_come_back_to_on_the_shortest_way() -> None:
    moves = on("m:form", "m:ask", "m:list", "m:form", "m:list", "m:form", "m:form open", "m:form")
    known = Map(moves, "abcdefgh")
    # a leads to a question, b from there to the list, d straight to the list, c back; f only opens a part of the form
    assert known.loops("m:form", ["m:list"]) == [[3, 2]]
    assert known.loops("m:form", ["m:list", "m:ask"]) == [[3, 2], [0, 1, 2]]
    assert known.loops("m:form", ["m:card", "w:pin"]) == []


def test_what_is_entered_on_a_page_is_entered_in_one_visit() -> None:
    moves = on("m:home", "m:form", "m:form", "m:list", "m:home", "m:form", everywhere={0, 2, 3, 4})
    # b is entered on the form; e is entered at home and leads there; f fails
    found = ways("abcdef", moves, {5: [1, 4]}, {5})
    assert found[0] == "ebf"


def test_what_is_relied_on_is_relied_on_in_turn() -> None:
    moves = on("m:home", "m:form", "m:form", "m:form", "m:form")
    assert ways("abcde", moves, {4: [3], 3: [1]}, {4})[0] == "abde"


def test_pages_that_nobody_recorded_make_no_way() -> None:
    assert ways("abc", [Move(), Move(), Move()], {}, {2}) == []


def test_a_recorded_action_tells_its_window_and_whether_it_turns_the_page() -> None:
    recorded = {"page": "Main:12ab", "element": {"control_type": "TabItem"}, "windows_opened": ["Card"]}
    item = item_of(0, {"tool": "select_item", "args": {"selector": {"name": "Stock"}}, "recorded": recorded})
    assert move_of(item) == Move("Main:12ab", "Main", ("Card",), everywhere=True)
    again = item_of(7, {"tool": "select_item", "args": {"selector": {"name": "Stock"}}, "recorded": {}})
    assert move_of(again) == Move()
    assert name_of(item) == name_of(again)
