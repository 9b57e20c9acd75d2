import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from auditor.settings import Settings, load
from auditor.store.postgres import binaries, embedded
from auditor.store.postgres.binaries import Binaries, NoServer
from auditor.store.postgres.embedded import DATABASE, Cluster
from auditor.store.postgres.embedded_roles import APPLICATION, OWNER, SUPERUSER
from auditor.store.postgres.postmaster import Postmaster
from auditor.store.postgres.system_account import Account, account_for
from tests.sampled import one_of

pytestmark = pytest.mark.database


@pytest.fixture
def settings(own_server: Settings) -> Settings:
    return own_server


@pytest.fixture
def account() -> Account:
    return account_for(None)


@pytest.fixture
def home(account: Account) -> Iterator[Path]:
    """A folder that the server's account owns; pytest's own are closed to it when root runs the tests."""
    folder = Path(tempfile.mkdtemp(prefix="auditor-server-"))
    account.give(folder)
    yield folder
    Cluster(folder, account).stop()
    shutil.rmtree(folder)


def value_of(address: str, query: str) -> str:
    with psycopg.connect(address) as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    return str(row[0])


def server_of(settings: Settings) -> int:
    pid = embedded.status(settings).pid
    assert pid is not None
    return pid


def test_first_start_makes_a_safe_database(settings: Settings) -> None:
    address = embedded.start(settings)
    found = {
        name: value_of(address, f"SHOW {name}")
        for name in ("server_encoding", "data_checksums", "fsync", "synchronous_commit", "listen_addresses")
    }
    assert found == {
        "server_encoding": "UTF8",
        "data_checksums": "on",
        "fsync": "on",
        "synchronous_commit": "on",
        "listen_addresses": "",
    }
    assert value_of(address, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user") == "False"


def test_only_the_owner_can_enter(settings: Settings) -> None:
    embedded.start(settings)
    home = embedded.status(settings).home
    assert home is not None
    modes = {folder.name: folder.stat().st_mode & 0o077 for folder in (settings.data, home, home / "socket")}
    assert set(modes.values()) == {0}, modes


def test_second_start_finds_the_first(settings: Settings) -> None:
    first = embedded.start(settings), server_of(settings)
    assert (embedded.start(settings), server_of(settings)) == first


def test_stop_and_start_keep_the_data(settings: Settings) -> None:
    with psycopg.connect(embedded.start(settings, OWNER)) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS number")
    assert embedded.stop(settings)
    assert not embedded.stop(settings)
    assert embedded.status(settings).pid is None
    assert value_of(embedded.start(settings, OWNER), "SELECT number FROM kept") == "42"


def test_killed_server_comes_back_with_all_that_was_committed(settings: Settings) -> None:
    with psycopg.connect(embedded.start(settings, OWNER)) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS number")
    os.kill(server_of(settings), signal.SIGKILL)
    assert value_of(embedded.start(settings, OWNER), "SELECT number FROM kept") == "42"


@pytest.mark.parametrize("lines", ["all", "first"])
def test_lock_file_of_a_dead_server_may_name_a_process_that_lives(settings: Settings, lines: str) -> None:
    embedded.start(settings)
    home = embedded.status(settings).home
    assert home is not None
    lock = home / "data" / "postmaster.pid"
    left = lock.read_text().splitlines()
    embedded.stop(settings)
    rest = [str(os.getpid()), *left[1:]] if lines == "all" else [str(os.getpid())]
    lock.write_text("\n".join(rest) + "\n")
    account_for(home).give(lock)
    assert embedded.status(settings).pid is None
    assert value_of(embedded.start(settings), "SELECT 1") == "1"


def test_several_processes_start_one_server(settings: Settings) -> None:
    program = (
        "import sys; from pathlib import Path; from auditor.settings import Settings;"
        " from auditor.store.postgres import embedded; s = Settings(data=Path(sys.argv[1]));"
        " print(embedded.start(s), embedded.status(s).pid)"
    )
    starts = [
        subprocess.Popen([sys.executable, "-c", program, str(settings.data)], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = {start.communicate()[0] for start in starts}
    assert len(said) == 1, said
    assert said.pop().split()[1] == str(server_of(settings))


def test_long_path_gets_a_short_socket(home: Path, account: Account) -> None:
    long = home / ("long" * 30)
    long.mkdir()
    account.give(long)
    cluster = Cluster(long, account, durable=False)
    folder = None
    try:
        cluster.start()
        folder = Postmaster(long / "data").socket_folder()
        assert folder is not None
        assert len(str(folder)) < 80
        assert folder.stat().st_mode & 0o077 == 0
        assert value_of(cluster.address(SUPERUSER, "postgres"), "SELECT 1") == "1"
    finally:
        cluster.stop()
        if folder is not None:
            shutil.rmtree(folder)


@pytest.mark.parametrize("made_by", one_of(2, binaries.found()), ids=lambda one: one.version)
def test_version_that_made_a_cluster_opens_it(home: Path, account: Account, made_by: Binaries) -> None:
    Cluster(home, account, durable=False, binaries=made_by).start()
    Cluster(home, account).stop()
    cluster = Cluster(home, account, durable=False)
    cluster.start()
    assert value_of(cluster.address(SUPERUSER, "postgres"), "SHOW server_version").startswith(f"{made_by.major}.")
    assert value_of(cluster.with_database(DATABASE), "SELECT current_user") == APPLICATION


def test_binaries_out_of_reach_are_copied(home: Path, account: Account, tmp_path: Path) -> None:
    if not account.other:
        pytest.skip("needs root: only then does the server run as somebody else")
    original = binaries.that_open(None)
    tmp_path.chmod(0o700)
    hidden = original.copied_below(tmp_path)
    assert not hidden.reachable_by(account)
    cluster = Cluster(home, account, durable=False, binaries=hidden)
    cluster.start()
    assert value_of(cluster.address(SUPERUSER, "postgres"), "SELECT 1") == "1"
    assert (home / "binaries").is_dir()


def test_version_that_nobody_has_is_refused_with_a_sentence() -> None:
    with pytest.raises(NoServer, match=r"PostgreSQL 99, which made this database, was not found \(found: "):
        binaries.that_open(99)


def test_damaged_cluster_is_not_taken_for_a_new_one(home: Path, account: Account) -> None:
    (home / "data").mkdir()
    (home / "data" / "precious").touch()
    with pytest.raises(NoServer, match="is damaged"):
        Cluster(home, account).start()
    assert (home / "data" / "precious").exists()


def test_interrupted_first_start_is_begun_again(home: Path, account: Account) -> None:
    (home / "data.new").mkdir()
    (home / "data.new" / "PG_VERSION").write_text("18\n")
    account.give(home / "data.new")
    cluster = Cluster(home, account, durable=False)
    cluster.start()
    assert value_of(cluster.address(SUPERUSER, "postgres"), "SELECT 1") == "1"


def test_server_starts_for_an_ordinary_user() -> None:
    if os.getuid() != 0:
        pytest.skip("needs root, to become somebody else; all other tests ran as an ordinary user")
    account = account_for(None)
    packages = Path(psycopg.__file__).parents[1]
    python = shutil.which("python3", path="/usr/bin:/usr/local/bin")
    trial = "-P", "-c", "import psycopg"
    fits = python is not None and subprocess.run(
        [python, *trial], env={"PYTHONPATH": str(packages)}, check=False, cwd="/", capture_output=True,
        **account.switch(),
    ).returncode == 0  # fmt: skip
    if python is None or not fits:
        pytest.skip("no Python that an ordinary user can reach fits the packages")
    home = Path(tempfile.mkdtemp(prefix="auditor-user-"))
    account.give(home)
    program = (
        "from auditor.settings import load; from auditor.store.postgres import embedded; s = load();"
        " print(embedded.start(s)); print(embedded.status(s).home); embedded.stop(s)"
    )
    top = Path(embedded.__file__).parents[3]
    environment = {"PYTHONPATH": f"{packages}:{top}", "HOME": str(home)}
    try:
        said = subprocess.run(
            [python, "-P", "-c", program], env=environment, check=False, cwd="/", capture_output=True, text=True,
            **account.switch(),
        )  # fmt: skip
        assert said.returncode == 0, said.stderr
        assert said.stdout.splitlines()[1] == str(load({"HOME": str(home)}).data / "postgresql")
    finally:
        shutil.rmtree(home)
