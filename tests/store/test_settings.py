import dataclasses
import datetime as dt
from pathlib import Path

import pytest

from auditor.cli.commands import COMMANDS
from auditor.settings import (
    Settings,
    SettingsRefused,
    command_line,
    from_json,
    load,
    secret_key,
    to_json,
    with_commands,
)


def test_home_decides_where_data_lies() -> None:
    assert load({"HOME": "/somewhere"}).data == Path("/somewhere/.local/share/stud-auditor")
    assert load({"HOME": "/somewhere", "XDG_DATA_HOME": "/data"}).data == Path("/data/stud-auditor")
    assert load({"HOME": "/somewhere", "AUDITOR_DATA": "/mine"}).data == Path("/mine")


@pytest.mark.parametrize("environment", [{}, {"HOME": ""}, {"HOME": "relative"}])
def test_no_home_still_makes_a_whole_path(environment: dict[str, str]) -> None:
    assert load(environment).data.is_absolute()


def test_empty_variables_count_as_unset() -> None:
    usual = load({"HOME": "/somewhere"})
    names = ("DATABASE_URL", "AUDITOR_DATA", "SECRET_KEY", "TRUSTED_HOSTS", "AUDITOR_SHARD_HANDS", "AUDITOR_NIGHTLY")
    assert load({"HOME": "/somewhere", **dict.fromkeys(names, "")}) == usual


def test_a_sign_in_ends_after_half_an_hour_unused_and_after_twelve_hours() -> None:
    for settings in (load({"HOME": "/somewhere"}), Settings(data=Path("/somewhere"))):
        assert (settings.idle, settings.session) == (dt.timedelta(minutes=30), dt.timedelta(hours=12))


def test_hosts_are_listed_with_commas() -> None:
    assert load({"TRUSTED_HOSTS": "one.example, two.example,"}).trusted_hosts == ("one.example", "two.example")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AUDITOR_SHARD_HANDS", "0"),
        ("AUDITOR_SHARD_HANDS", "1e3"),
        ("AUDITOR_SHARD_HANDS", "٣"),
        ("AUDITOR_ATTEMPTS", "-1"),
        ("AUDITOR_UPLOAD_BYTES", "64 MB"),
        ("AUDITOR_NIGHTLY", "at three"),
        ("AUDITOR_NIGHTLY", "0 3 * *"),
        ("AUDITOR_NIGHTLY", "99 99 * * *"),
        ("AUDITOR_NIGHTLY", "--- * * * *"),
        ("AUDITOR_NIGHTLY", "0 0 30 2 *"),
        ("AUDITOR_DATA", "here"),
        ("SECRET_KEY", "short"),
        ("SECRET_KEY", "k" * 31 + " "),
        ("AUDITOR_ALLOW_RISKS", "fsync,everything"),
    ],
)
def test_value_that_cannot_be_used_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsRefused, match=name):
        load({"HOME": "/somewhere", name: value})


@pytest.mark.parametrize("line", ["0 3 * * *", "*/5 1-3 * 1,2 0", "30 23 29 2 *"])
def test_line_of_cron_that_names_a_moment_is_taken(line: str) -> None:
    assert load({"HOME": "/somewhere", "AUDITOR_NIGHTLY": f" {line} "}).nightly == line


def test_secret_key_is_made_once_and_for_the_owner_only(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data")
    key = secret_key(settings)
    assert secret_key(settings) == key
    assert len(key) >= 32
    assert [path.name for path in settings.data.iterdir()] == ["secret-key"]
    assert (settings.data / "secret-key").stat().st_mode & 0o077 == 0


def test_a_configured_secret_key_leaves_no_file(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data", given_secret="g" * 32)
    assert secret_key(settings) == "g" * 32
    assert not settings.data.exists()


@pytest.mark.parametrize("key", ["", "k" * 31, f"{'k' * 31}\n"])
def test_damaged_secret_key_is_not_used(key: str, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    (tmp_path / "secret-key").write_text(key)
    with pytest.raises(SettingsRefused, match="damaged"):
        secret_key(settings)


def test_risks_are_listed_with_commas() -> None:
    assert load({"AUDITOR_ALLOW_RISKS": "fsync, superuser,"}).allowed_risks == ("fsync", "superuser")


def test_a_process_of_ours_has_the_same_settings_but_the_address_of_the_owner(tmp_path: Path) -> None:
    settings = load({
        "AUDITOR_DATA": str(tmp_path), "DATABASE_URL": "postgresql://app:x@host/db", "AUDITOR_ALLOW_RISKS": "fsync",
        "DATABASE_OWNER_URL": "postgresql://owner:secret@host/db", "TRUSTED_HOSTS": "one.example,two.example",
        "AUDITOR_IDLE_MINUTES": "7", "AUDITOR_SHARD_HANDS": "12", "SECRET_KEY": "k" * 32,
    })  # fmt: skip
    assert "secret" not in to_json(settings).replace("given_secret", "")
    assert from_json(to_json(settings)) == dataclasses.replace(settings, database_owner_url=None)


def test_a_command_is_printed_as_it_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The script `./run` says in the environment that it started the auditor."""
    sentence = (
        'Run: auditor worker. The auditor says "auditor db status"; ./run auditor demo; /x/auditor serve; auditor.'
    )
    assert (command_line("worker"), with_commands(sentence)) == ("auditor worker", sentence)
    monkeypatch.setenv("AUDITOR_COMMAND", "./run auditor")
    assert command_line("worker") == "./run auditor worker"
    assert with_commands(sentence) == sentence.replace("Run: aud", "Run: ./run aud").replace('"aud', '"./run aud')
    assert [name for name in COMMANDS if with_commands(f"auditor {name}") != f"./run auditor {name}"] == []
