"""Every address of the application, made from its own list of routes: a new route is tested as soon as it is there."""

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}
# What stands in for a part of an address. A route with another part fails here until somebody says what it is.
THERE: Mapping[str, object] = {
    "account_id": 999,  # nobody's, so that no test changes the account of its own visitor
    "at": 1,
    "batch_id": 1,
    "case": 1,
    "case_id": 1,
    "code": "B402",
    "comment_id": 1,
    "day": "2026-11-13",
    "evidence_id": 1,
    "exhibit_id": 1,
    "filename": "layout.css",
    "filter_id": 1,
    "finding_id": 1,
    "first": 0,
    "last": 1,
    "hand_id": 1,
    "item_id": 1,
    "link_id": 1,
    "other_id": 1,
    "name": "casino",
    "number": "4200002",
    "place": "nowhere",
    "player_name": "Aster",
    "receipt": "to be had from the upload",
    "run_id": 1,
    "street": 3,
    "selection_id": 1,
    "shape_id": 1,
    "secret": "hhp_of-nobody",
    "session_id": 1,
    "table_name": "Ivy 4200001",
    "token_id": 1,
    "token": "to be had from auditor user link",
    "venue": "default",
}
NOT_THERE = {
    **THERE,
    "batch_id": 999,
    "case": 999,
    "case_id": 999,
    "comment_id": 999,
    "filter_id": 999,
    "selection_id": 999,
    "shape_id": 999,
    "code": "X999",
    "exhibit_id": 999,
    "filename": "none.css",
    "finding_id": 999,
    "first": 998,
    "last": 999,
    "hand_id": 999,
    "item_id": 999,
    "name": "nowhere",
    "number": "nothing",
}
NOT_THERE |= {"other_id": 998, "receipt": "0000-0000", "run_id": 999, "session_id": 999, "venue": "elsewhere"}
NOT_THERE |= {"token_id": 999, "link_id": 999, "day": "2026-13-01", "player_name": "nobody", "table_name": "none"}


def rules(app: Flask) -> list[Rule]:
    return list(app.url_map.iter_rules())


def address_of(app: Flask, rule: Rule, parts: Mapping[str, object] = THERE) -> str:
    """The address of a route with its parts filled in."""
    missing = rule.arguments - set(parts)
    assert not missing, f"{rule.rule}: say in tests/web/addresses.py what stands for {missing}"
    with app.test_request_context(base_url="http://localhost"):
        values: dict[str, Any] = {name: parts[name] for name in rule.arguments}
        return app.url_for(rule.endpoint, **values)


def readable(app: Flask, parts: Mapping[str, object] = THERE) -> Iterator[str]:
    """Every address that can be read."""
    for rule in rules(app):
        if "GET" in (rule.methods or ()):
            yield address_of(app, rule, parts)


def changing(app: Flask, parts: Mapping[str, object] = THERE) -> Iterator[tuple[str, str]]:
    """Every method and address that could change something."""
    for rule in rules(app):
        for method in sorted(UNSAFE & set(rule.methods or ())):
            yield method, address_of(app, rule, parts)
