"""`auditor serve`: the pages and the API, on this machine only until sign-in is set up."""

import click

HOST = "127.0.0.1"
PORT = 8000


@click.command()
@click.option("--host", default=HOST, show_default=True, help="An address of this machine; with accounts, any.")
@click.option("--port", type=click.IntRange(0, 65535), help=f"Else {PORT}, or a free one where that is taken.")
def serve(host: str, port: int | None) -> int:
    """Serve the pages and the API: to this machine, and to others once there is an account."""
    from auditor.cli.readying import ready_workplace
    from auditor.cli.server import address_of, listening, run
    from auditor.jobs import journal
    from auditor.jobs.sweeping import sweep
    from auditor.settings import load
    from auditor.store.database import Purpose
    from auditor.store.people import sign_in_is_set_up

    settings = load()
    place = ready_workplace(settings, Purpose.WEB)
    with place.database.begin() as connection:
        set_up = sign_in_is_set_up(connection)
    sweep(place)
    place.close()
    listener = listening(host, port, PORT, for_others=set_up)
    asks = " Whoever comes signs in; auditor user link NAME prints a way in." if set_up else ""
    journal.keep()
    click.echo(f"Serving at {address_of(listener)}; Ctrl-C stops.{asks}")
    return run(settings, listener)
