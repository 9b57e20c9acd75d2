"""The senders of an upload.

A limited token may only upload. A program with a limited token cannot change an upload that somebody else sent too.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection

DEFAULT_VENUE: Final = 1


@dataclass(frozen=True, slots=True)
class Sender:
    """The venue of a file, and the token if a program sends the file. `limited`: the token may only upload."""

    venue_id: int = DEFAULT_VENUE
    token_id: int | None = None
    limited: bool = False


# A person as the sender, at the default venue.
SOMEBODY: Final = Sender()


def may_change(connection: Connection, sender: Sender, upload_id: int) -> bool:
    """Whether the sender may cancel an upload, or have it read in another encoding.

    A limited token may do so only if it was the first to send the file. Also, nobody else may have sent the same file
    or an archive that contains the file.
    """
    if not sender.limited:
        return True
    return bool(connection.execute(text(_ALONE), {"token": sender.token_id, "upload": upload_id}).scalar_one())


def note_person(connection: Connection, upload_id: int) -> None:
    """Notes that a person, not only a program, sent the upload."""
    connection.execute(text("UPDATE upload SET by_people = true WHERE id = :upload"), {"upload": upload_id})


def maker_of(connection: Connection, upload_id: int, venue_id: int) -> Sender:
    """Returns the token that first sent an upload, as a sender at the venue `venue_id`. Returns a sender without a
    token if no program was first.
    """
    maker = connection.execute(text(_MAKER), {"upload": upload_id}).first()
    return Sender(venue_id) if maker is None else Sender(venue_id, maker.id, maker.scope == "upload")


_ALONE: Final = """
WITH around AS (SELECT CAST(:upload AS bigint) AS id
                UNION SELECT archive_id FROM member WHERE upload_id = :upload)
SELECT EXISTS (SELECT FROM token_upload WHERE upload_id = :upload AND token_id = :token AND made)
   AND NOT EXISTS (SELECT FROM upload JOIN around USING (id) WHERE by_people)
   AND NOT EXISTS (SELECT FROM token_upload JOIN around ON around.id = upload_id WHERE token_id <> :token)
"""

_MAKER: Final = """
SELECT api_token.id, scope FROM token_upload JOIN api_token ON api_token.id = token_id
WHERE upload_id = :upload AND made
"""
