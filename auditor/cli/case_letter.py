"""The command `auditor case letter`: writes the letter to one party of a decided case, as text or as PDF."""

import datetime as dt
import html
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import click

from auditor.cli.case_acting import case_argument, case_to_read, in_words, party_of
from auditor.cli.exit_codes import Refused
from auditor.cli.terminal_text import escaped
from auditor.cli.user_desk import desk
from auditor.disputes.letters import LARGEST, Addressee, BadLetter, Decided, english, letter
from auditor.disputes.rulings import seat_party
from auditor.disputes.states import WITH_RULING
from auditor.engine.cards import UNSEEN, name_of
from auditor.engine.events.dealing import Deal
from auditor.engine.events.showdown import Reveal, Show
from auditor.engine.hand import Hand
from auditor.formats.log import decode
from auditor.settings import letters_folder
from auditor.store.disputes.parties import PartyRow
from auditor.store.hands.documents import Unpacker
from auditor.store.postgres.database import Connection
from auditor.store.queries.case_detail import CaseDetail
from auditor.store.queries.case_names import names_hidden_from
from auditor.web.parties.names import Veil

_NOT_SHOWN: Final = "[a card that was not shown]"
_INSTALL: Final = 'This machine cannot make a PDF. Write the letter as text, or install it: pip install "auditor[pdf]"'


@click.command("letter")
@case_argument
@click.option("--party", "label", metavar="PARTY", help="The party, such as: seat 3. Default: the claimant.")
@click.option(
    "--pdf", "path", type=click.Path(dir_okay=False, path_type=Path), help="Write the letter as a PDF into this file."
)
def case_letter(number: int, label: str | None, path: Path | None) -> None:
    """Print the letter about the case NUMBER to one party.

    The letter has no names of other people, and no cards that other players did not show. A venue can replace its
    text: AUDITOR_LETTERS names a folder with VENUE.txt or letter.txt.
    """
    with desk() as connection:
        found = case_to_read(connection, number)
        if found.seen.state not in WITH_RULING or not found.rulings:
            raise Refused(f'Case {number} is "{found.seen.state}". A letter needs a ruling that stands.')
        party = party_of(found, label)
        hidden = _hidden(names_hidden_from(connection, party), _hands(connection, found), _seat(party))
    written = _written(found, party, hidden)
    if path is None:
        click.echo(written, nl=False)
        return
    path.write_bytes(_pdf(written, number))
    click.echo(f"Wrote the letter about case {number} to {escaped(str(path))}.")


def _seat(party: PartyRow) -> int | None:
    """Returns the seat of a party. A label such as `seat 3` names the seat too."""
    named = re.fullmatch(r"seat ([1-9][0-9]?)", party.label)
    return party.seat if party.seat is not None else int(named[1]) if named else None


def _hands(connection: Connection, found: CaseDetail) -> list[Hand]:
    unpacker = Unpacker()
    return [decode(unpacker.unpack(connection, pin.document)) for pin in found.pins]


def _hidden(names: Mapping[str, str], hands: list[Hand], own: int | None) -> Callable[[str], str]:
    """Returns the function that replaces names of other people, and cards that other players did not show."""
    veil = Veil(names)
    cards = sorted({card for hand in hands for card in _cards_face_down(hand, own)})
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(cards)})(?!\w)" if cards else r"(?!)")
    return lambda text: pattern.sub(_NOT_SHOWN, veil.over(text))


def _cards_face_down(hand: Hand, own: int | None) -> set[str]:
    """Returns the cards of other seats that the log has, but that lay face down until the end of the hand."""
    known: set[int] = set()
    seen: set[int] = set()
    for event in hand.events:
        if isinstance(event, Deal):
            known |= set(event.down) if event.seat != own else set()
            seen |= set(event.up)
        elif isinstance(event, Reveal):
            known |= set(event.cards) if event.seat != own else set()
        elif isinstance(event, Show):
            seen |= set(event.cards)
    return {name_of(card) for card in known - seen if card != UNSEEN}


def _written(found: CaseDetail, party: PartyRow, hidden: Callable[[str], str]) -> str:
    ruling, claim, seat = found.rulings[-1].ruling, found.claims[-1], _seat(party)
    decided = Decided(
        found.id,
        found.venue,
        claim.hand_number,
        claim.happened,
        claim.should,
        claim.amount,
        ruling,
        found.ledgers[-1].open_amounts,
        dt.datetime.now(dt.UTC).date(),
        lambda amount: in_words(amount, (ruling.currency, ruling.minor)),
        hidden,
    )
    keys = frozenset({party.label} if seat is None else {party.label, seat_party(seat)})
    template, source = _template(found.venue)
    try:
        return letter(template, decided, Addressee(party.label, keys)).rstrip("\n") + "\n"
    except BadLetter as error:
        raise Refused(f"{source}: {error}") from error


def _template(venue: str) -> tuple[str, str]:
    """Returns the template of a venue and its place: the file of the venue, else the file for all venues, else the
    English template of the auditor.
    """
    folder = letters_folder()
    if folder is None:
        return english(), "the template"
    if not folder.is_dir():
        raise Refused(f"AUDITOR_LETTERS names {folder}, but there is no such folder. Make it, or unset the variable.")
    for path in (folder / f"{venue}.txt", folder / "letter.txt"):
        if path.is_file():
            with path.open("rb") as file:
                content = file.read(4 * LARGEST + 1)
            try:
                return content.decode("utf-8-sig"), str(path)
            except UnicodeDecodeError as error:
                raise Refused(f"{path} is not UTF-8. Save the template as UTF-8.") from error
    return english(), "the template"


def _pdf(written: str, number: int) -> bytes:
    """Returns the letter as PDF. Another process makes it, with limits on time and memory."""
    from auditor.web.rendering import pdf_process

    title = f"Letter about case {number}"
    page = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>'
        f"<body><pre>{html.escape(written)}</pre></body></html>"
    )
    try:
        done = subprocess.run(
            [sys.executable, "-P", pdf_process.__file__],
            input=page.encode("utf-8", "replace"),
            capture_output=True,
            timeout=pdf_process.SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise Refused("The letter is too long for a PDF. Write the letter as text.") from error
    if done.returncode == pdf_process.MISSING:
        raise Refused(_INSTALL)
    if done.returncode or not done.stdout.startswith(b"%PDF-"):
        raise Refused("The letter is too long for a PDF. Write the letter as text.")
    return done.stdout
