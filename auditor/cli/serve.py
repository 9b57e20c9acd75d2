"""`auditor serve`: the pages and the API, on this machine only until sign-in is set up."""

import dataclasses

import click

HOST = "127.0.0.1"
PORT = 8000


@click.command()
@click.option("--host", default=HOST, show_default=True, help="An address of this machine; with accounts, any.")
@click.option("--port", type=click.IntRange(0, 65535), help=f"Else {PORT}, or a free one where that is taken.")
@click.option(
    "--insecure-http",
    is_flag=True,
    help="Serve other machines in plain text: passwords, tokens and hands can be read and changed on the way.",
)
def serve(host: str, port: int | None, insecure_http: bool) -> int:
    """Serve the pages and the API: to this machine, and to others once there is an account."""
    from auditor.cli.open_database import ready_workplace
    from auditor.cli.server import address_of, listening, run
    from auditor.cli.terminal import say
    from auditor.engine.house.registry import in_use
    from auditor.jobs import journal
    from auditor.jobs.sweeping import sweep
    from auditor.settings import load, secret_key
    from auditor.store.people.accounts import sign_in_is_set_up
    from auditor.store.postgres.database import Purpose
    from auditor.web import address_to_listen_on, is_loopback, refuse_plain_http

    settings = dataclasses.replace(load(), insecure_http=insecure_http)
    in_use()  # a wrong house file is refused now, and not at the first page
    secret_key(settings)  # refused before anything is started, where it is too short
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
            say("accepted risk insecure-http: whoever is on the way to the pages can read and change what is sent.")
    listener = listening(host, port, PORT, for_others=set_up)
    asks = " Whoever comes signs in; auditor user link NAME prints a way in." if set_up else ""
    journal.keep()
    click.echo(f"Serving at {address_of(listener)}; Ctrl-C stops.{asks}")
    return run(settings, listener)
