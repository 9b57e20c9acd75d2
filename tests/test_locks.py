"""Two locks: what a server installs, and what tests and lint need besides."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

TOP = Path(__file__).resolve().parents[1]
PRODUCTION = "requirements.lock"
DEVELOPMENT = "requirements-dev.lock"
# The extras of a package are locked as packages of their own.
NAME = re.compile(r"[A-Za-z0-9._-]+")


def pinned(lock: str) -> dict[str, str]:
    """The packages of a lock, each with its pin and its hashes."""
    lines = [line for line in (TOP / lock).read_text().splitlines() if not line.lstrip().startswith("#")]
    entries = re.split(r"\n(?=\S)", "\n".join(lines))
    return {normal(entry): entry.replace(" \\", "") for entry in entries if entry}


def normal(requirement: str) -> str:
    found = NAME.match(requirement)
    assert found is not None
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def project() -> dict[str, Any]:
    with (TOP / "pyproject.toml").open("rb") as file:
        read: dict[str, Any] = tomllib.load(file)
    return read


def test_a_server_installs_what_the_auditor_needs_and_no_tool_of_ours() -> None:
    needed = {normal(each) for each in project()["project"]["dependencies"]}
    tools = {normal(each) for each in project()["dependency-groups"]["dev"]} - {"setuptools"}
    locked = pinned(PRODUCTION).keys()
    assert needed - locked == set()
    assert tools & locked == set()


def test_development_has_all_of_production_at_the_same_versions() -> None:
    development = pinned(DEVELOPMENT)
    assert {name: entry for name, entry in pinned(PRODUCTION).items() if development.get(name) != entry} == {}
    assert {normal(each) for each in project()["dependency-groups"]["dev"]} - development.keys() == set()


@pytest.mark.parametrize("lock", [PRODUCTION, DEVELOPMENT, "requirements-fuzz.lock"])
def test_a_lock_names_hashes_and_no_registry(lock: str) -> None:
    text = (TOP / lock).read_text()
    assert text.startswith("# Made by: uv export ")
    assert re.search(r"://|index-url|find-links", text) is None
    assert [name for name, entry in pinned(lock).items() if "--hash=sha256:" not in entry] == []


def test_the_auditor_imports_only_what_a_server_installs() -> None:
    extras = {normal(each) for each in project()["project"]["optional-dependencies"]["pdf"]}
    distributions = packages_distributions()
    imported = {
        name
        for path in (TOP / "auditor").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        for name in modules(node)
    }
    foreign = imported - sys.stdlib_module_names - {"auditor"}
    needed = {normal(one) for name in foreign for one in distributions.get(name, [name])}
    assert needed - pinned(PRODUCTION).keys() - extras == set()


def modules(node: ast.AST) -> list[str]:
    match node:
        case ast.Import():
            return [alias.name.partition(".")[0] for alias in node.names]
        case ast.ImportFrom(module=str(module), level=0):
            return [module.partition(".")[0]]
        case _:
            return []
