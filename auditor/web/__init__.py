"""The web: pages for people and an API for programs, on this machine only. Asks the store; judges nothing itself."""

from auditor.web.factory import create_app
from auditor.web.loopback import NotLoopback, loopback_address

__all__ = ["NotLoopback", "create_app", "loopback_address"]
