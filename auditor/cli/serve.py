"""`auditor serve`: the pages and the API, on this machine only."""

import click

HOST = "127.0.0.1"
PORT = 8000


@click.command()
@click.option("--host", default=HOST, show_default=True, help="An address of this machine alone.")
@click.option("--port", type=click.IntRange(0, 65535), help=f"Else {PORT}, or a free one where that is taken.")
def serve(host: str, port: int | None) -> int:
    """Serve the pages and the API to this machine."""
    from auditor.cli.readying import ready_workplace
    from auditor.cli.server import address_of, listening, run
    from auditor.settings import load
    from auditor.store.database import Purpose

    settings = load()
    listener = listening(host, port, PORT)
    ready_workplace(settings, Purpose.WEB).close()
    click.echo(f"Serving at {address_of(listener)}; Ctrl-C stops.")
    return run(settings, listener)
