"""The studio: a WPF program whose lists are bound to objects, in stacked forms whose labels fill their column.

    python studio.py [--log FILE] [--title TEXT] [--pos X,Y]

Nothing has a name of its own but what a person reads. Each line of the log has `t`, `seq`, `event`, `control`, `value`.

| part   | what is there                                                    | events                                  |
|--------|------------------------------------------------------------------|-----------------------------------------|
| Cards  | cards narrower than their list, each with a context menu         | duplicated (title), selected            |
| Queue  | a list whose items are dragged after 8 pixels                    | dragged (title)                         |
| Labels | F2 opens a field in the item, Enter takes it over                | renaming, renamed (text)                |
| Plan   | a tree with a check box before each text                         | checked (title), selected               |
| Paper  | an expander whose content is a button                            | clicked                                 |
| grids  | two without names: Name, Hours and Person, Wage                  | cell (column, text)                     |
| form   | Copies (a field and two buttons), Origin, Opacity, a calendar    | changed (text, item, number)            |
| Rating | five buttons in an ItemsControl, named by their tool tips        | rated (number)                          |
| Nights | a field and two buttons that show an arrow only               | changed (text)                          |
| Score  | five buttons that show a star only                               | rated (number)                          |
| Dark   | a switch without words beside `Dark paper`                       | switched (on or off)                    |
| Bold   | a button `B` with the tool tip `Bold letters`; Keep: 保存(S)     | clicked                                 |
| Load   | fills the list Fonts after 1.2 s                                 | clicked, selected (title)               |
| Terms  | a layer of words only over the window; a click closes it         | pleaded, caught                         |
| Fetch  | words over the window that end with dots, for 3 s                | caught, fetched                         |
| Ask    | a dialog over the window, on a layer without a peer; Agree      | asked, agreed                           |
| Search | a field under `Search everything`; Enter searches                | searched (text)                         |
"""

from __future__ import annotations

from pathlib import Path

from truth_log import TruthLog, option_parser
from wpf_loader import end_process, load_dotnet, load_xaml, run_on_ui_thread

XAML = Path(__file__).with_suffix(".xaml")


def main() -> int:
    """Run the studio and return its exit code."""
    options = option_parser("A WPF program bound to objects.", title="Studio").parse_args()
    log = TruthLog(options.log)
    load_dotnet()

    def run() -> int:
        from studio_window import Studio
        from System.Windows import Application

        window = load_xaml(XAML, code := Studio(log))
        window.Title = options.title
        window.Left, window.Top = map(float, options.pos or (20, 10))
        code.fill(window)
        log.write("app_started", "StudioWindow")
        return int(Application().Run(window))

    return run_on_ui_thread(run)


if __name__ == "__main__":
    end_process(main())
