"""The record of a session and a ticket as a page: one HTML file with everything in it, for a browser and for paper."""

from wpfagent.testing.report.session_page import session_report
from wpfagent.testing.report.ticket_page import ticket_report

__all__ = ["session_report", "ticket_report"]
