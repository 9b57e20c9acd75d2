"""The command `auditor serve`: serves the pages and the API. Until the first account exists, only this machine can use
them.
"""

import dataclasses

import click

from auditor.cli.open_database import ready_workplace
from auditor.cli.server import address_of, listening, run
from auditor.cli.terminal import say
from auditor.engine.house.registry import in_use
from auditor.jobs import journal
from auditor.jobs.sweeping import sweep
from auditor.settings import command_line, load, secret_key
from auditor.store.people.accounts import sign_in_is_set_up
from auditor.store.postgres.database import Purpose
from auditor.web import address_to_listen_on, is_loopback, refuse_plain_http

HOST = "127.0.0.1"
PORT = 8000


@click.command()
@click.option(
    "--host",
    default=HOST,
    show_default=True,
    help="The network address of the server. Without accounts, it must be an address of this machine, such"
    " as 127.0.0.1.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), help=f"The port. Default: {PORT}, or a free port if {PORT} is taken."
)
@click.option(
    "--insecure-http",
    is_flag=True,
    help="Serve other machines without encryption: anybody in the network can read and change passwords, tokens and"
    " hands.",
)
def serve(host: str, port: int | None, insecure_http: bool) -> int:
    """Serve the pages and the API.

    Other machines can use the pages and the API only if there is an account.
    """
    settings = dataclasses.replace(load(), insecure_http=insecure_http)
    in_use()  # reads all house files now, so that a faulty file is reported before the server starts
    secret_key(settings)  # raises `SettingsRefused` if the secret key is too short, before the server starts
    place = ready_workplace(settings, Purpose.WEB)
    with place.database.begin() as connection:
        set_up = sign_in_is_set_up(connection)
    sweep(place)
    place.close()
    at = address_to_listen_on(host, for_others=set_up)
    if not is_loopback(at):
        if not insecure_http and settings.proxy is None:
            refuse_plain_http(at)
        if insecure_http:
            say(
                "--insecure-http: the pages are sent without encryption, so everybody in the network can read and"
                " change them."
            )
    listener = listening(host, port, PORT, for_others=set_up)
    sign_in = f" Visitors have to sign in; {command_line('user link NAME')} prints a link." if set_up else ""
    journal.keep()
    click.echo(f"Serving at {address_of(listener)}; press Ctrl-C to stop.{sign_in}")
    return run(settings, listener)
