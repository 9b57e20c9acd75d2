"""The engine compiled by mypyc says word for word what the interpreted one says."""

import shutil
from pathlib import Path

import pytest

from tests.engine.compiling import TOP, compiled, run_in


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """A copy of the sources with the engine compiled in place; unchanged sources are not compiled again."""
    assert pytestconfig.cache is not None
    return compiled(tmp_path_factory.mktemp("compiled"), cache=pytestconfig.cache.mkdir("engine"))


@pytest.mark.campaign  # compiling takes a minute, and the benchmark does it too
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here: the compiled engine cannot be built")
def test_a_compiled_engine_has_equal_digests(copy: Path) -> None:
    assert list((copy / "auditor" / "engine").glob("audit.*.so")), "the engine was not compiled"
    assert run_in(copy, "tests.engine.digests") == run_in(TOP, "tests.engine.digests")
