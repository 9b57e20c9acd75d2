"""The web pages for people and the JSON API for programs. Both read and change the database through `auditor.store`."""

from auditor.web.access.loopback import NotLoopback, address_to_listen_on, is_loopback, refuse_plain_http
from auditor.web.factory import create_app

__all__ = ["NotLoopback", "address_to_listen_on", "create_app", "is_loopback", "refuse_plain_http"]
