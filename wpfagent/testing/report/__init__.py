"""The record of a session and a ticket as a page: one HTML file with everything in it, for a browser and for paper.

Pages need jinja2, which the extra `report` brings. Where it is missing, records and tickets have no page.
"""

from pathlib import Path

from wpfagent.testing.report.fleet_page import fleet_report
from wpfagent.testing.report.page import INSTALL, is_available
from wpfagent.testing.report.session_page import session_report
from wpfagent.testing.report.ticket_page import ticket_report
from wpfagent.testing.report.trial_page import trial_report

__all__ = [
    "INSTALL", "fleet_report", "is_available", "refresh_ticket_page", "session_report", "ticket_report", "trial_report",
]  # fmt: skip


def refresh_ticket_page(folder: Path) -> None:
    """Write the page of a ticket where pages can be written; nothing where the extra is missing."""
    if is_available():
        ticket_report(folder)
