"""Pages for people and an API for programs, over the store. The web audits only with the engine."""

from auditor.web.access.loopback import NotLoopback, address_to_listen_on, is_loopback, refuse_plain_http
from auditor.web.factory import create_app

__all__ = ["NotLoopback", "address_to_listen_on", "create_app", "is_loopback", "refuse_plain_http"]
