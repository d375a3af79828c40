"""The zoo: a WPF program with every kind of control, faults on demand, and a log of what truly happened.

    python zoo.py [--log FILE] [--title TEXT] [--pos X,Y] [--rows N] [--start TAB] [--wide N]

--rows N: rows of the big grid (10000). --start TAB: the first tab by id or header (Buttons, …, `BigGridTab`).
--wide N: a tab `WideTab` with N controls, `WideButton0`, `WideLabel1`, `WideButton2`, …; with `--start Wide` the window
has 50 + 2 N elements: N = 100, 975, 4975 make 250, 2 000 and 10 000.
Dates are American on every machine. The exit code is 0, or what a fault made of it.
x:Name is the AutomationId wherever nothing else is said.

AutomationIds
-------------
| where       | ids                                                                                                  |
|-------------|------------------------------------------------------------------------------------------------------|
| window      | ZooWindow; Status (text: `clicked ID` after each click but DeadButton's and SilentButton's)           |
| menu        | MainMenu: FileMenu (FileNew, FileRecent (RecentFirst, RecentMore (RecentOldest)), FileExit), EditMenu |
|             | (EditWrap checkable, EditPaste disabled, EditModal), FaultMenu (MenuCrash, MenuFreeze)               |
| tool bar    | MainToolBar: ToolNew, an icon without id and name (tool tip "Refresh the list"; log: IconRefresh),    |
|             | ToolBold                                                                                             |
| Tabs        | ButtonsTab TextTab ListsTab GridTab BigGridTab ValuesTab MouseTab TimingTab WindowsTab FaultsTab     |
| ButtonsTab  | PlainButton Repeat RepeatCount Toggle DeadButton (does nothing) DisabledButton Check CheckThree      |
|             | RadioRed RadioGreen RadioBlue Details (expander: DetailsButton) HelpLink Picture                     |
|             | Duplicate (twice: "First", "Second"); HomeGroup and WorkGroup, each with a field "City" and a button  |
|             | "Apply" without ids (log: HomeCity HomeApply WorkCity WorkApply)                                     |
|             | destructive: DeleteAll ButtonSeven (削除) SendMail ExitButton; not: Undelete Recipient               |
| TextTab     | LineBox (labelled LineLabel; LineEcho follows it) NotesBox (multi-line) ReadOnlyBox PasswordField     |
|             | RichBox ShortBox (10 characters) ChordText; OpenFile SaveFile FileText (path or "cancelled")         |
| ListsTab    | Combo (Apple Banana Cherry, Grape disabled) ComboEditable ComboLong (Choice 1-200) SilentButton (does |
|             | nothing) ListSingle (Monday-Wednesday) ListExtended (North East South West) ListLong (Item 1-1000)    |
|             | PeopleView (list view)                                                                               |
|             | Tree: Node_1 … Node_4, when expanded Node_1_1 (Site 1.1), then Node_1_1_1 (Device 1.1.1)              |
| GridTab     | PeopleGrid: Name City Age Active Id, 5 rows (Anna Berg, Ben Ortiz, Chiyo Mori, Dora Klein, Emil Novak) |
| BigGridTab  | BigGrid: Number Customer Total; row N: N, "Alice|Bruno|Carla|Dmitri|Emi|Farid|Greta 0000N", N*7%1000  |
| ValuesTab   | Volume (slider 0-100) Progress VolumeText Busy Due (date picker) Month (calendar, January 2026)       |
|             | FarScroll: NearButton FarButton                                                                      |
| MouseTab    | DragSource DropTarget DragThumb HoverTarget DoubleTarget DoubleButton RightTarget MouseText;         |
|             | ContextTarget with TargetMenu (ContextCopy, ContextColour (ContextRed ContextBlue), ContextDelete)   |
|             | not in the tree: DrawnTarget (shapes on a canvas)                                                    |
| TimingTab   | CoveredButton under a cover (CoverText), Uncover CoverBriefly (1.5 s); StartMove MovingButton;        |
|             | StartEnable LateEnabled (2 s); StartAppear LateAppearing (1 s); SlowButton SlowText (1 s)            |
|             | VanishingLabel; RemoveMe Recreate                                                                    |
| WindowsTab  | ModalButton, ModalCheck (inside Checked), ModalList ("From a list"), ModalExpander open ModalDialog;  |
|             | MessageOk MessageYesNo MessageDelete ("Delete customer?") MessageError AnswerText; OpenTool           |
|             | OpenSecond OpenPopup (PopupButton) MoveWindow TickTitle                                              |
| FaultsTab   | CrashCode CrashExit CrashUnhandled CrashBackground; FreezeSeconds Freeze FreezeCheck (inside Checked) |
|             | FreezeForever                                                                                        |
| ModalDialog | ModalText ModalNested ModalOk ModalCancel; NestedDialog: NestedCheck NestedOk                        |
| ToolWindow  | ToolText ToolClose                                                                                   |
| SecondWindow | SecondStatus SecondButton SecondFreeze (5 s) SecondClose; a UI thread of its own                    |

Events
------
Each line has `t`, `seq`, `event`, `control` (the id; `element` where two share it) and `value`.

| event                            | value and more                                                                  |
|----------------------------------|---------------------------------------------------------------------------------|
| app_started, app_exiting         | pid, `args`; exit code                                                          |
| window_opened, window_closed     | title (ToolWindow, SecondWindow; closed: ZooWindow too)                          |
| dialog_shown, dialog_closed      | title; result (OK Cancel Yes No). control: ModalDialog NestedDialog MessageBox   |
|                                  | FileDialog; `opener`, `text`, `file`                                            |
| click                            | content; Cover, DrawnTarget [x, y]: by mouse only                               |
| double_click, right_click, hover |                                                                                 |
| drag, drop                       | DragThumb: new left edge; DropTarget: the dropped text                          |
| key                              | chord with Ctrl or Alt, F key, or key that types nothing; control has the focus |
| text_raw                         | the text at every change                                                        |
| text_changed                     | the text when the focus left the field after a change                           |
| toggled                          | on off indeterminate                                                            |
| selected                         | text of the (first) item; `index`, `items` (up to 20), `count`                  |
| expanded, collapsed              | header; combo boxes, menus and TargetMenu too                                   |
| loaded                           | a tree node got its children                                                    |
| value_changed, date_changed      | number; yyyy-MM-dd                                                              |
| scrolled                         | [horizontal, vertical] in the control's units                                   |
| cell_edited                      | the table received a value: `row`, `column`                                     |
| popup_opened, popup_closed       |                                                                                 |
| enabled, appeared, vanished, stopped, answered | what TimingTab does in its own time; stopped: ZooWindow too       |
| destructive                      | a destructive control did its work                                              |
| crash, freeze, thawed            | exit code; seconds                                                              |
"""

from __future__ import annotations

import os
import sys

from truth_log import TruthLog, option_parser
from wpf_loader import end_process, load_dotnet, run_on_ui_thread


def main() -> int:
    """Run the zoo and return its exit code."""
    parser = option_parser("A WPF program with every kind of control.", title="Zoo")
    parser.add_argument("--rows", type=int, default=10_000, help="rows of the big grid (default: 10000)")
    parser.add_argument(
        "--wide", type=int, default=0, help="controls on the tab Wide, two elements each (default: none)"
    )
    parser.add_argument("--start", default="Buttons", help="the first tab: its id or header (default: Buttons)")
    options = parser.parse_args()
    log = TruthLog(options.log)
    load_dotnet()

    def run() -> int:
        from System.Globalization import CultureInfo
        from System.Windows import Application
        from zoo_window import ZooWindow

        CultureInfo.CurrentCulture = CultureInfo("en-US")  # dates read the same everywhere
        zoo = ZooWindow(log, title=options.title, rows=options.rows, wide=options.wide)
        if options.pos:
            zoo.window.Left, zoo.window.Top = map(float, options.pos)
        zoo.start_on(options.start)
        log.write("app_started", "ZooWindow", os.getpid(), args=sys.argv[1:])
        code = int(Application().Run(zoo.window))
        log.write("app_exiting", "ZooWindow", code)
        return code

    return run_on_ui_thread(run)


if __name__ == "__main__":
    end_process(main())
