"""A small Qt window (PySide6): a toolkit that is not WPF and brings its own UI Automation providers.

Exits with 77 and a message when PySide6 is missing. The log names controls by their objectName; Qt's AutomationId ends
with it (`MainWindow.centralWidget.applyButton`, …), the Name is the accessibleName or the label.

| objectName             | control                                   | events                                        |
|------------------------|-------------------------------------------|-----------------------------------------------|
| applyButton            | QPushButton "Apply"                       | click                                         |
| askButton              | QPushButton "Ask"                         | click; dialog_shown, dialog_closed (Yes / No) |
| clearButton            | QPushButton "Clear all"                   | click; also destructive                       |
| nameEdit               | QLineEdit "Name"                          | text_raw, text_changed (editing finished)     |
| activeCheck            | QCheckBox "Active"                        | toggled                                       |
| sharedCheck            | QCheckBox "Shared" (three states)         | toggled                                       |
| fruitCombo             | QComboBox "Fruit"                         | selected                                      |
| dayList                | QListWidget "Days"                        | selected                                      |
| partTree               | QTreeWidget: Brakes > Disc (check box)    | expanded, toggled                             |
| peopleTable            | QTableWidget "People" (3 x 2, editable)   | selected, cell_edited                         |
| pages                  | QTabWidget: General, Lists                | selected                                      |
| volumeSlider           | QSlider "Volume" 0-100                    | value_changed                                 |
| fileApply, fileExit    | QMenuBar: File > Apply, Exit (closes)     | click; fileExit also destructive              |
| statusLabel            | QLabel: the last event                    |                                               |

Also `app_started` and `app_exiting`. Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from truth_log import TruthLog, option_parser

try:
    from PySide6 import QtCore, QtWidgets
except ImportError as error:
    print(f"this program needs PySide6: {error}", file=sys.stderr)
    sys.exit(77)

PEOPLE = (("Anna", "Oslo"), ("Ben", "Lima"), ("Chiyo", "京都"))
STATES = {0: "off", 1: "indeterminate", 2: "on"}


def named(widget: Any, object_name: str, accessible_name: str = "") -> Any:
    """Give a widget the names that UI Automation shows, and return it."""
    widget.setObjectName(object_name)
    if accessible_name:
        widget.setAccessibleName(accessible_name)
    return widget


class QtWindow:
    """The window, its widgets and what they do."""

    def __init__(self, log: TruthLog, *, title: str) -> None:
        self.log = log
        self._uncommitted: str | None = None
        self.window = named(QtWidgets.QMainWindow(), "MainWindow")
        self.window.setWindowTitle(title)
        self.window.resize(560, 400)
        central = named(QtWidgets.QWidget(), "centralWidget")
        self.window.setCentralWidget(central)
        layout = QtWidgets.QVBoxLayout(central)
        pages = named(QtWidgets.QTabWidget(), "pages")
        pages.addTab(self._general_page(), "General")
        pages.addTab(self._lists_page(), "Lists")
        pages.currentChanged.connect(lambda index: self._tell("selected", "pages", pages.tabText(index)))
        layout.addWidget(pages)
        self.status = named(QtWidgets.QLabel("Ready"), "statusLabel")
        layout.addWidget(self.status)
        menu = self.window.menuBar().addMenu("&File")
        for object_name, text in (("fileApply", "&Apply"), ("fileExit", "E&xit")):
            action = menu.addAction(text)
            action.setObjectName(object_name)
            action.triggered.connect(lambda _, name=object_name: self._on_click(name))

    def _general_page(self) -> Any:
        page = named(QtWidgets.QWidget(), "generalPage")
        form = QtWidgets.QFormLayout(page)
        edit = named(QtWidgets.QLineEdit(), "nameEdit", "Name")
        edit.textChanged.connect(self._on_text)
        edit.editingFinished.connect(self._on_editing_finished)
        form.addRow("Name", edit)
        for object_name, text in (("activeCheck", "Active"), ("sharedCheck", "Shared")):
            box = named(QtWidgets.QCheckBox(text), object_name)
            box.setTristate(object_name == "sharedCheck")
            box.stateChanged.connect(lambda state, name=object_name: self._tell("toggled", name, STATES[state]))
            form.addRow(box)
        combo = named(QtWidgets.QComboBox(), "fruitCombo", "Fruit")
        combo.addItems(["Apple", "Banana", "Cherry"])
        combo.currentTextChanged.connect(lambda text: self._tell("selected", "fruitCombo", text))
        form.addRow("Fruit", combo)
        slider = named(QtWidgets.QSlider(QtCore.Qt.Orientation.Horizontal), "volumeSlider", "Volume")
        slider.setRange(0, 100)
        slider.valueChanged.connect(lambda value: self._tell("value_changed", "volumeSlider", value))
        form.addRow("Volume", slider)
        for object_name, text in (("applyButton", "Apply"), ("askButton", "Ask"), ("clearButton", "Clear all")):
            button = named(QtWidgets.QPushButton(text), object_name)
            button.clicked.connect(lambda _, name=object_name: self._on_click(name))
            form.addRow(button)
        return page

    def _lists_page(self) -> Any:
        page = named(QtWidgets.QWidget(), "listsPage")
        layout = QtWidgets.QHBoxLayout(page)
        days = named(QtWidgets.QListWidget(), "dayList", "Days")
        days.addItems(["Monday", "Tuesday", "Wednesday"])
        days.itemSelectionChanged.connect(lambda: self._on_selection("dayList", days))
        layout.addWidget(days)
        layout.addWidget(self._tree())
        table = named(QtWidgets.QTableWidget(len(PEOPLE), 2), "peopleTable", "People")
        table.setHorizontalHeaderLabels(["Name", "City"])
        for row, texts in enumerate(PEOPLE):
            for column, text in enumerate(texts):
                table.setItem(row, column, QtWidgets.QTableWidgetItem(text))
        table.itemSelectionChanged.connect(lambda: self._on_selection("peopleTable", table))
        table.cellChanged.connect(
            lambda row, column: self._tell("cell_edited", "peopleTable", table.item(row, column).text(), row=row,
                                           column=column)
        )  # fmt: skip
        layout.addWidget(table)
        return page

    def _tree(self) -> Any:
        tree = named(QtWidgets.QTreeWidget(), "partTree")
        tree.setHeaderLabels(["Part"])
        disc = QtWidgets.QTreeWidgetItem(QtWidgets.QTreeWidgetItem(tree, ["Brakes"]), ["Disc"])
        disc.setCheckState(0, QtCore.Qt.CheckState.Unchecked)
        tree.itemExpanded.connect(lambda item: self._tell("expanded", "partTree", item.text(0)))
        tree.itemChanged.connect(lambda item: self._tell("toggled", "partTree", STATES[item.checkState(0).value]))
        return tree

    def _tell(self, event: str, control: str, value: Any = None, **more: Any) -> None:
        self.log.write(event, control, value, **more)
        self.status.setText(f"{event} {control} {value}")

    def _on_text(self, text: str) -> None:
        self._uncommitted = text
        self._tell("text_raw", "nameEdit", text)

    def _on_editing_finished(self) -> None:
        text, self._uncommitted = self._uncommitted, None
        if text is not None:  # Qt says "finished" each time the focus leaves
            self._tell("text_changed", "nameEdit", text)

    def _on_selection(self, control: str, view: Any) -> None:
        self._tell("selected", control, ", ".join(item.text() for item in view.selectedItems()))

    def _on_click(self, control: str) -> None:
        self._tell("click", control)
        if control == "askButton":
            self._ask()
        elif control == "clearButton":
            self.log.write("destructive", control, "Clear")
        elif control == "fileExit":
            self.log.write("destructive", control, "Exit")
            self.window.close()

    def _ask(self) -> None:
        self.log.write("dialog_shown", "MessageBox", "Question", opener="askButton", text="Shall we go on?")
        answer = QtWidgets.QMessageBox.question(self.window, "Question", "Shall we go on?")
        name = "Yes" if answer == QtWidgets.QMessageBox.StandardButton.Yes else "No"
        self.log.write("dialog_closed", "MessageBox", name, opener="askButton", title="Question")


def main() -> int:
    """Run the program and return its exit code."""
    options = option_parser("A Qt window.", title="Qt window").parse_args()
    log = TruthLog(options.log)
    app = QtWidgets.QApplication(sys.argv[:1])
    qt = QtWindow(log, title=options.title)
    if options.pos:
        qt.window.move(*options.pos)
    qt.window.show()
    log.write("app_started", "MainWindow", os.getpid(), args=sys.argv[1:])
    code = int(app.exec())
    log.write("app_exiting", "MainWindow", code)
    return code


if __name__ == "__main__":
    sys.exit(main())
