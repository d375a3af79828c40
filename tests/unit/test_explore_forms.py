"""Forms are finished: values by label, what a refusal says, another value each time."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest
from test_explore_ways import EDIT, PICK, PUSH, choose, moment, offered, over, page, see

from wpfagent.runs.explore.aims.goals import Planner
from wpfagent.runs.explore.aims.refusals import AT_ONCE, MOST_REFUSALS
from wpfagent.runs.explore.aims.routes import VALID
from wpfagent.runs.explore.choosing.strategies import Novelty
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.screens.screen import Screen
from wpfagent.runs.explore.values.arguments import Choice, choice_of, valid_texts
from wpfagent.runs.explore.values.hints import is_complaint, suggestions
from wpfagent.runs.explore.values.labels import kinds_by_label

SEND = "click Win1/Button.Send"


@pytest.mark.parametrize(
    ("label", "kind", "like"),
    [
        ("E-mail address", "mail", "@"), ("メールアドレス", "mail", "@"), ("Phone", "phone", "+"),
        ("郵便番号", "postcode", ""),
        ("Due date", "date", "-"), ("納期", "date", "-"), ("Quantity", "count", ""), ("数量", "count", ""),
        ("Notice period in weeks", "count", ""), ("契約期間", "count", ""),
        ("Unit price", "amount", ""), ("金額", "amount", ""), ("Street", "street", "Main"), ("Customer", "name", " "),
        ("ISBN", "isbn", "978"), ("BIC / SWIFT", "bic", "DE"), ("JANコード", "barcode", "4"), ("Port", "port", "8"),
        ("Hourly rate", "amount", ""), ("Cost centre", "code", ""), ("Account holder", "name", " "),
        ("Hours", "time", ":"), ("Distance in km", "count", ""), ("Reply address", "mail", "@"),
        ("手付金", "amount", ""), ("Account", "user", ""),
        ("氏名", "name", " "), ("Surname", "last name", ""), ("Order number", "code", ""), ("型番", "code", ""),
    ],
)  # fmt: skip
def test_a_label_means_a_kind_of_value(label: str, kind: str, like: str) -> None:
    found = dict(kinds_by_label(label, Random(1)))
    assert next(iter(found)) == kind
    assert like in found[kind]


@pytest.mark.parametrize(
    ("label", "kind", "like"),
    [("ﾌﾘｶﾞﾅ", "katakana", "サスズ"), ("ふりがな", "hiragana", "さす"), ("ＴＥＬ", "phone", "+"),
     ("電話番号", "phone", "0"),
     ("備　考", "note", "折"), ("〒", "postcode", "123456789"), ("得意先", "name", "佐鈴高")],
)  # fmt: skip
def test_a_japanese_label_in_any_width_means_a_japanese_value(label: str, kind: str, like: str) -> None:
    found = dict(kinds_by_label(label, Random(1)))
    assert next(iter(found)) == kind
    assert found[kind][0] in like


@pytest.mark.parametrize(
    ("said", "kind", "like"),
    [("顧客コードは半角数字4桁で入力してください。", "4 digits", r"\d{4}"), ("7桁の半角数字です", "7 digits", r"\d{7}"),
     ("ひらがなまたはカタカナで入力して下さい", "ひらがな", "さとう はなこ")],
)  # fmt: skip
def test_a_japanese_complaint_says_what_is_taken(said: str, kind: str, like: str) -> None:
    found = {s.kind: s.text for s in suggestions([said], Random(1))}
    assert re.fullmatch(like, found[kind])


@pytest.mark.parametrize(
    "said", ["ひらがなで入力して下さい", "郵便番号に誤りがあります。", "桁数が超過しています", "コードが重複しています"]
)
def test_japanese_complaints_are_recognised(said: str) -> None:
    assert is_complaint(said)
    assert not is_complaint("登録しました")


def test_a_japanese_name_is_written_in_japanese() -> None:
    assert not dict(kinds_by_label("氏名", Random(1)))["name"].isascii()


def test_a_text_that_explains_is_no_label() -> None:
    assert list(kinds_by_label("The amount is taken from the price list of the day " * 3, Random(1))) == []


def filled(graph: Graph) -> Planner:
    """A planner of a program whose fields hold a value each."""
    graph.values.update({k.group: "word" for k in graph.controls.values() if k.control_type == "Edit"})
    return Planner(graph)


def form(said: str = "", *, help_text: str = "") -> Screen:
    return page((1, "Edit", "Code", {**EDIT, "help_text": help_text}), (1, "Edit", "City", EDIT),
                (1, "Button", "Send", PUSH), (1, "Text", said or "ready", {}))  # fmt: skip


def typed(screen: Screen, attempt: int, key: str = "type_text Win1/Edit.Code") -> str:
    candidate = next(c for c in offered(screen).candidates if c.key == key)
    return str(choice_of(candidate, screen, Random(1), valid=True, attempt=attempt).args["text"])


def test_each_attempt_at_a_form_gives_a_field_another_value_that_it_may_accept() -> None:
    screen = form()
    place = next(p for p in screen.places if p.control.name == "Code")
    ways = len(valid_texts(place, screen, Random(1)))
    values = [typed(screen, n) for n in range(ways)]
    assert len(set(values)) == ways > 4
    assert "" not in values
    assert typed(screen, ways) == values[0], "round and round"


def test_what_a_complaint_shows_is_typed_first() -> None:
    assert typed(form("Code must be such as AB-1234"), 0) == "AB-1234"


@pytest.mark.parametrize("said", ["City is required", "Choose an existing city.", "City を入力してください"])
def test_the_field_that_a_complaint_names_gets_another_value(said: str) -> None:
    graph = Graph()
    see(graph, form())
    planner = filled(graph)
    planner.note_answer(SEND, form(), form(said))
    planner.note_answer(SEND, form(said), form(said))
    assert planner.refusals.times[SEND] == 2, "the same complaint stands there still"
    assert dict(planner.refusals.doubts) == {"Win1/Edit.City": 2}


@pytest.mark.parametrize("said", ["Add line", "Select all", "Saved.", "Choose well", "3 lines were added."])
def test_captions_and_news_are_no_complaints(said: str) -> None:
    assert not is_complaint(said)


def test_the_field_whose_error_shows_as_its_help_gets_another_value() -> None:
    graph = Graph()
    see(graph, form())
    planner = filled(graph)
    planner.note_answer(SEND, form(), form(help_text="not a valid value"))
    assert dict(planner.refusals.doubts) == {"Win1/Edit.Code": 1}


def test_where_no_field_is_named_one_at_a_time_gets_another_value_until_the_ways_are_used_up() -> None:
    graph = Graph()
    see(graph, form())
    planner, said = filled(graph), "Please check your entries."
    turns = []
    for _ in range(MOST_REFUSALS):
        assert not planner.refusals.is_used_up(SEND)
        planner.note_answer(SEND, form(), form(said))
        turns.append({k.rsplit(".", 1)[-1]: n for k, n in planner.refusals.doubts.items() if n})
    assert planner.refusals.is_used_up(SEND)
    assert turns[:6] == [{"Code": 1}, {"Code": 2}, {"Code": 3}, {"Code": 4}, {"City": 1}, {"City": 2}]


def test_a_form_that_held_any_values_when_it_was_refused_still_has_all_of_its_ways() -> None:
    graph = Graph()
    see(graph, form())
    planner, said = filled(graph), "Please check your entries."
    text = next(c for c in offered(form()).candidates if c.key == "type_text Win1/Edit.Code")
    for careful, doubted in ((False, {}), (True, {"Win1/Edit.Code": 1})):
        graph.note(form().state, Choice(text, text.place, {"text": "-1"}, "negative", careful=careful), "confirmed")
        planner.note_answer(SEND, form(), form(said))
        assert dict(+planner.refusals.doubts) == doubted
    graph.note(form().state, Choice(text, text.place, {"text": "-1"}, "negative"), "confirmed")
    planner.note_answer(SEND, form(), form("Code is wrong"))
    assert dict(+planner.refusals.doubts) == {"Win1/Edit.Code": 1}, "what it held was none of its ways"


def test_fields_that_tell_nothing_are_filled_in_otherwise_together_before_they_are_one_by_one() -> None:
    screen = page((1, "Edit", "Shelf", EDIT), (1, "Edit", "Rest", EDIT), (1, "Button", "Send", PUSH),
                  (1, "Text", "Please check your entries.", {}))  # fmt: skip
    graph = Graph()
    see(graph, screen)
    planner, before = filled(graph), page((1, "Button", "Home", PUSH))
    turns = []
    for _ in range(3):
        planner.note_answer(SEND, before, screen)
        turns.append(dict(+planner.refusals.doubts))
    rest, shelf = "Win1/Edit.Rest", "Win1/Edit.Shelf"
    assert turns == [{shelf: 1, rest: 1}, {shelf: 1}, {shelf: 2}]


def test_what_was_sent_empty_still_has_all_of_its_ways() -> None:
    graph = Graph()
    see(graph, form())
    planner = Planner(graph)
    planner.note_answer(SEND, form(), form("City is required"))
    planner.note_answer(SEND, form(), form("Please check your entries."))
    assert not +planner.refusals.doubts
    graph.values["Win1/Edit.City"] = "city"
    planner.note_answer(SEND, form(), form("Please check your entries."))
    assert dict(+planner.refusals.doubts) == {"Win1/Edit.Code": 1}, "the first turn is not lost"


def test_a_form_is_tried_again_right_after_its_refusal() -> None:
    graph = Graph()
    see(graph, form())
    planner = Planner(graph)
    assert planner.refused_form(Random(1)) is None
    planner.note_answer(SEND, form(), form("City is required"))
    goal = planner.refused_form(Random(1))
    assert goal is not None
    assert goal.command == SEND
    assert planner.refused_form(Random(1)) is None


def test_what_stood_there_before_is_no_refusal_and_an_accepted_form_starts_afresh() -> None:
    graph = Graph()
    see(graph, form())
    planner, standing = Planner(graph), form("All fields are required")
    planner.note_answer(SEND, standing, standing)
    assert not planner.refusals.times[SEND]
    planner.note_answer(SEND, form(), form("City is required"))
    planner.note_answer(SEND, form(), page((1, "Button", "Home", PUSH)))
    assert not planner.refusals.times[SEND]


def test_what_a_field_holds_is_chosen_in_the_dialog_of_the_button_beside_it_once_it_was_refused() -> None:
    def booking(said: str = "ready") -> Screen:
        return page((1, "Edit", "Guest", EDIT), (1, "Button", "Pick…", PUSH), (1, "Button", "Send", PUSH),
                    (1, "Text", said, {}))  # fmt: skip

    pick, graph = "click Win1/Button.Pick…", Graph()
    dialog = over(booking(), (1, "Edit", "Filter", EDIT), (1, "List", "Guests", {}), (2, "ListItem", "Ada", PICK),
                  (1, "Button", "OK", PUSH))  # fmt: skip
    one, other = see(graph, booking(), dialog)
    graph.lead(one, pick, other)
    planner = filled(graph)
    send = graph.controls["Win1/Button.Send"]
    first = planner.goal_of(send, Random(1))
    assert first is not None
    assert [s.key for s in first.steps] == ["type_text Win1/Edit.Guest", SEND]
    planner.note_answer(SEND, booking(), booking("Guest is required"))
    again = planner.refused_form(Random(1))
    assert again is not None
    assert [s.key for s in again.steps] == [
        pick, "select_item Win2/ListItem.Ada", "click Win2/Button.OK", SEND,
    ]  # fmt: skip


def test_a_form_that_was_tried_leaves_others_their_turn() -> None:
    graph = Graph()
    see(graph, form())
    planner, dice = Planner(graph), Random(1)
    graph.controls[SEND.split(" ", 1)[1]].used = 1
    made = [planner.next_goal(next(iter(graph.states)), dice, forms=True) is not None for _ in range(40)]
    assert made[0]
    assert 2 < sum(made) < 20


def test_a_command_beside_a_list_whose_new_row_complains_was_not_refused() -> None:
    def guests(said: str = "ready") -> Screen:
        return page((1, "List", "Guests", {}), (2, "ListItem", "Ada", {**PICK, "automation_id": ""}),
                    (1, "Button", "Add guest", PUSH), (1, "Text", said, {}))  # fmt: skip

    graph = Graph()
    see(graph, guests())
    planner = Planner(graph)
    planner.note_answer("click Win1/Button.Add guest", guests(), guests("E-mail is required"))
    assert planner.refused_form(Random(1)) is None


def test_the_form_of_a_step_of_a_wizard_are_the_fields_that_are_shown() -> None:
    step = {"Guest": (1, "Edit", "Guest", EDIT), "Room": (1, "Edit", "Room", EDIT)}
    graph = Graph()
    first, second = (page((1, "Button", "Next", PUSH), step[name]) for name in ("Guest", "Room"))
    see(graph, first, second, first)
    planner = Planner(graph)
    following = graph.controls["Win1/Button.Next"]
    for screen, name in ((first, "Guest"), (second, "Room"), (page((1, "Button", "Home", PUSH)), "Guest")):
        see(graph, screen)
        goal = planner.goal_of(following, Random(1))
        assert goal is not None
        assert [s.key for s in goal.steps] == [f"type_text Win1/Edit.{name}", "click Win1/Button.Next"]


def test_the_form_of_an_assistant_over_a_page_are_no_fields_that_lie_behind_it() -> None:
    graph = Graph()
    behind = (1, "Edit", "Search", EDIT), (1, "Edit", "Customer", EDIT)
    step = (1, "Edit", "Shop", EDIT), (1, "Button", "Next", PUSH)
    later = (1, "Edit", "Plan", EDIT), (1, "Button", "Next", PUSH)
    for layer, name in (((), ""), (step, "Shop"), (later, "Plan")):
        see(graph, page(*behind, *layer))
        following = graph.controls.get("Win1/Button.Next")
        goal = Planner(graph).goal_of(following, Random(1)) if following is not None else None
        keys = [s.key for s in goal.steps] if goal is not None else []
        assert keys == ([f"type_text Win1/Edit.{name}", "click Win1/Button.Next"] if name else [])


def test_a_field_without_a_name_is_the_one_whose_id_a_complaint_names() -> None:
    def order(said: str = "ready") -> Screen:
        nameless = {**EDIT, "name": ""}
        return page((1, "Edit", "OrderCustomer", nameless), (1, "Edit", "OrderPlace", nameless),
                    (1, "Button", "Next", PUSH), (1, "Text", said, {}))  # fmt: skip

    graph = Graph()
    see(graph, order())
    planner = filled(graph)
    planner.note_answer("click Win1/Button.Next", order(), order("Choose an existing customer."))
    assert dict(planner.refusals.doubts) == {"Win1/Edit.OrderCustomer": 1}


def test_a_word_that_the_ids_of_several_fields_share_names_none_of_them() -> None:
    def customer(said: str = "ready") -> Screen:
        nameless = {**EDIT, "name": ""}
        return page((1, "Edit", "CustomerEmail", nameless), (1, "Edit", "CustomerPhone", nameless),
                    (1, "Button", "Apply", PUSH), (1, "Text", said, {}))  # fmt: skip

    graph = Graph()
    see(graph, customer())
    planner = filled(graph)
    planner.note_answer("click Win1/Button.Apply", customer(), customer("The email of this customer is not valid."))
    assert dict(planner.refusals.doubts) == {"Win1/Edit.CustomerEmail": 1}


def test_a_search_box_is_taken_by_what_searches_alone() -> None:
    bar = page((1, "Edit", "Search orders", EDIT), (1, "Button", "Save", PUSH), (1, "Button", "Find", PUSH))
    graph = Graph()
    see(graph, bar)
    planner, dice = Planner(graph), Random(1)
    assert planner.goal_of(graph.controls["Win1/Button.Save"], dice) is None
    goal = planner.goal_of(graph.controls["Win1/Button.Find"], dice)
    assert goal is not None
    assert goal.steps[0].key == "type_text Win1/Edit.Search orders"


def test_a_field_without_a_name_gets_no_value_of_another_word_of_its_id() -> None:
    nameless = {**EDIT, "name": ""}
    screen = page((1, "Edit", "CustomerEmail", nameless), (1, "Button", "Apply", PUSH))
    place = next(p for p in screen.places if p.control.control_type == "Edit")
    assert [w.kind for w in valid_texts(place, screen, Random(1))][:2] == ["mail", "word"]


@pytest.mark.parametrize("label", ["Repeat e-mail", "Confirm e-mail:", "E-mail (again)", "メールアドレス（確認）"])
def test_what_is_asked_for_again_is_what_the_field_before_holds(label: str) -> None:
    for named in (True, False):
        told = [] if named else [(1, "Text", label, {})]
        second = {**EDIT, "automation_id": "B", "name": label if named else ""}
        screen = page((1, "Edit", "E-mail", {**EDIT, "value": "a.b@example.com"}), *told, (1, "Edit", "B", second))  # type: ignore[list-item]
        assert typed(screen, 0, "type_text Win1/Edit.B") == "a.b@example.com"
    assert typed(page((1, "Edit", "E-mail", EDIT), (1, "Edit", label, EDIT)), 0, f"type_text Win1/Edit.{label}")


def test_a_password_that_is_asked_for_again_is_the_same_whatever_was_refused() -> None:
    secret = {**EDIT, "is_password": True, "value": None}
    screen = page((1, "Edit", "Password", secret), (1, "Edit", "Confirm password", secret))
    entered = {
        typed(screen, n, f"type_text Win1/Edit.{name}") for n in range(4) for name in ("Password", "Confirm password")
    }
    assert entered == {"Secret-2026"}


def test_a_field_whose_help_is_its_error_is_still_known_by_its_label() -> None:
    nameless = {**EDIT, "automation_id": "", "name": "", "help_text": "Small letters, please."}
    screen = page((1, "Text", "E-mail", {}), (1, "Edit", "E-mail", nameless))
    assert "@" in typed(screen, 0, "type_text Win1/Window.Win1>Edit~E-mail")


def test_a_form_is_filled_in_from_its_top_to_its_bottom() -> None:
    graph = Graph()
    see(graph, page((1, "Edit", "Zone", EDIT), (1, "Edit", "Area", EDIT), (1, "Button", "Send", PUSH)))
    goal = Planner(graph).goal_of(graph.controls["Win1/Button.Send"], Random(1))
    assert goal is not None
    assert [s.key for s in goal.steps] == ["type_text Win1/Edit.Zone", "type_text Win1/Edit.Area", SEND]


def shut(*texts: str) -> Screen:
    """A dialog whose OK is disabled until its fields are right; each text stands behind a field."""
    rows = [(2, "Text", text, {}) for text in texts]
    fields = [(2, "Edit", "Title", EDIT), *rows[:1], (2, "Edit", "Shelf mark", EDIT), *rows[1:]]
    return over(page((1, "Button", "Add…", PUSH)), *fields, (2, "Button", "OK", {**PUSH, "enabled": False}),
                (2, "Button", "Cancel", PUSH))  # type: ignore[arg-type]  # fmt: skip


def test_what_is_disabled_until_its_form_is_right_is_a_form_to_be_finished() -> None:
    graph = Graph()
    (state,) = see(graph, shut())
    planner = Planner(graph)
    assert planner.is_unfinished(state)
    goal = planner.next_goal(state, Random(1), forms=True, here=True)
    assert goal is not None
    assert [s.key.split(".")[-1] for s in goal.steps] == ["Title", "Shelf mark", "OK"]


def test_a_form_whose_command_stays_disabled_is_tried_again_at_once_with_another_value() -> None:
    graph, strategy, done = Graph(), Novelty(), []
    (state,) = see(graph, shut("ok", "This shelf mark is not valid."))
    planner, screen = Planner(graph), shut("ok", "This shelf mark is not valid.")
    graph.controls["Win2/Edit.Shelf mark"].texts = ()  # it was not said before anything was entered
    for c in offered(screen).candidates:
        if "Edit" not in c.key:
            graph.note(state, choose(screen, c.key), "confirmed")
    for seed in range(6):
        choice = strategy.choose(moment(screen, planner, seed))
        graph.note(state, choice, "confirmed")
        strategy.note(choice, "confirmed", is_new=True)
        done.append((choice.key.split(".")[-1], choice.kind))
    assert [name for name, _ in done] == ["Title", *["Shelf mark"] * 5]
    assert all(one != other for (_, one), (_, other) in pairwise(done[1:]))
    assert planner.refusals.times["click Win2/Button.OK"] == 4


def test_what_stays_disabled_and_says_nothing_is_soon_left() -> None:
    graph = Graph()
    see(graph, shut())
    planner = filled(graph)
    goals = [planner.still_shut("click Win2/Button.OK", shut(), Random(n)) for n in range(4)]
    assert [goal is not None for goal in goals] == [True, True, True, False]


def test_a_step_of_an_assistant_asks_though_its_way_on_is_disabled() -> None:
    screen = page((1, "Edit", "Shop", EDIT), (1, "Button", "Next", {**PUSH, "enabled": False}),
                  (1, "Button", "Cancel", PUSH), (1, "Button", "Other", PUSH))  # fmt: skip
    graph = Graph()
    see(graph, screen)
    assert moment(screen, Planner(graph), 1).asks
    assert not moment(page((1, "Edit", "Shop", EDIT), (1, "Button", "Cancel", PUSH)), Planner(graph), 1).asks


def test_the_fields_of_the_pages_of_an_assistant_are_told_apart_by_their_labels() -> None:
    nameless = {**EDIT, "automation_id": "", "name": ""}
    pages = [page((1, "Text", label, {}), (2, "Text", label, {}), (1, "Edit", label, nameless))
             for label in ("Shop", "Mail 1", "Mail 2")]  # fmt: skip
    keys = [next(p.key for p in one.places if p.control.control_type == "Edit") for one in pages]
    assert keys == ["Win1/Window.Win1>Edit~Shop", *["Win1/Window.Win1>Edit~Mail 0"] * 2]


def test_one_of_each_group_of_radio_buttons_belongs_to_a_form_another_one_each_time() -> None:
    radio = {**PICK, "automation_id": ""}
    screen = page((1, "Edit", "Guest", EDIT), (1, "Group", "Plan", {}), (2, "RadioButton", "Basic", radio),
                  (2, "RadioButton", "Family", radio), (1, "CheckBox", "Paper", {"patterns": ("Toggle",)}),
                  (1, "Button", "Next", PUSH))  # fmt: skip
    graph = Graph()
    (state,) = see(graph, screen)
    planner, chosen = filled(graph), []
    for _ in range(3):
        goal = planner.goal_of(graph.controls["Win1/Button.Next"], Random(1))
        assert goal is not None
        assert [s.key.split(".")[-1].split(":")[-1] for s in goal.steps if "Radio" not in s.key] == [
            "Guest",
            "Paper",
            "Next",
        ]
        (radio_step,) = (s.key for s in goal.steps if "Radio" in s.key)
        chosen.append(radio_step.rsplit(":", 1)[-1])
        graph.note(state, choose(screen, radio_step), "confirmed")
    assert chosen == ["Basic", "Family", "Basic"]
    planner.note_answer("click Win1/Button.Next", screen, page((1, "Text", "Please check your entries.", {})))
    assert dict(+planner.refusals.doubts) == {"Win1/Edit.Guest": 1}, "there is no other way to tick a box"


def test_of_two_dates_of_a_form_the_second_is_the_later_one_and_each_second_attempt_lies_in_the_past() -> None:
    date = {**EDIT, "class_name": "DatePicker", "value": "1/2/2026", "name": ""}
    screen = page((1, "Text", "From", {}), (1, "Custom", "A", date), (1, "Text", "Until", {}), (1, "Custom", "B", date),
                  (1, "Text", "Birthday", {}), (1, "Custom", "C", date))  # fmt: skip
    by_key = {c.key: c for c in offered(screen).candidates}

    def day(name: str, attempt: int) -> list[int]:
        choice = choice_of(
            by_key[f"set_value Win1/Custom.{name}"], screen, Random(attempt), valid=True, attempt=attempt
        )
        month, day, year = str(choice.args["value"]).split("/")
        return [int(year), int(month), int(day)]

    for attempt in range(4):
        assert day("A", attempt) < day("B", attempt)
        assert (day("A", attempt)[0] > 2026) is (attempt % 2 == 0)
        assert (day("C", attempt)[0] > 2026) is (attempt % 2 == 1)


def test_a_form_that_was_refused_several_times_in_a_row_lets_other_things_have_their_turn() -> None:
    graph = Graph()
    see(graph, form())
    planner, tried = filled(graph), []
    for n in range(MOST_REFUSALS):
        planner.note_answer(SEND, form(), form("Please check your entries."))
        tried.append(planner.refused_form(Random(n)) is not None)
    assert [n for n, again in enumerate(tried, 1) if not again] == [AT_ONCE, 2 * AT_ONCE, MOST_REFUSALS]


def test_the_label_of_the_next_field_says_nothing_of_a_field_without_a_name() -> None:
    nameless = {**EDIT, "automation_id": "", "name": ""}
    screen = page((1, "Text", "Shelf", {}), (1, "Edit", "Shelf", nameless), (1, "Text", "ISBN", {}),
                  (1, "Edit", "ISBN", nameless))  # fmt: skip
    assert not typed(screen, 0, "type_text Win1/Window.Win1>Edit~Shelf").startswith("978")
    assert typed(screen, 0, "type_text Win1/Window.Win1>Edit~ISBN").startswith("978")


def test_a_form_that_keeps_its_command_disabled_gets_no_odd_values() -> None:
    graph = Graph()
    (state,) = see(graph, shut())
    planner = Planner(graph)
    ok = graph.controls["Win2/Button.OK"]
    planner.tries[planner._aimed(ok, ())] = 9
    goals = [planner.goal_of(ok, Random(seed)) for seed in range(20)]
    assert {s.kind for g in goals if g is not None for s in g.steps[:-1]} == {VALID}
    graph.ways.stayed["click Win2/Button.OK"] = False  # it was accepted before
    begun = sum(planner.next_goal(state, Random(n), forms=True) is not None for n in range(60))
    assert begun > 3, "others shall have their turn, and so shall what lies behind it"


def test_the_caption_of_a_page_is_no_label_of_its_first_field() -> None:
    nameless = {**EDIT, "automation_id": "", "name": ""}
    tab = {**PICK, "selected": True}
    screen = page((1, "TabItem", "Document", tab), (2, "Text", "Document", {}), (2, "Edit", "E", nameless),
                  (2, "TabItem", "Preview", tab), (3, "Text", "×", {}), (3, "Edit", "F", nameless))  # fmt: skip
    edits = [p.key for p in screen.places if p.control.control_type == "Edit"]
    assert edits == ["Win1/TabItem.Document>Edit", "Win1/TabItem.Preview>Edit"]
    assert screen.title == "Orders: Document: Preview"
