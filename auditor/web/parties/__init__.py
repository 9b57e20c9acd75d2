"""The pages for players who have no account. A player opens them by a link that holds a secret.

- `pages` has the page of a party, and its forms: a statement, a file, an appeal, a withdrawal.
- `documents` decides what a party may read of a case. `names` hides the names of other people in all texts.
- `words` has the states and acts of a case in plain words.
- `hands` tells the hand of the case as the party saw it at the table.

The secret is a part of the address. The database has only its digest, so nobody can read the link there.
"""

from flask import Flask

from auditor.web.parties import pages


def register(app: Flask) -> None:
    """Adds the pages of parties to the application."""
    app.register_blueprint(pages.blueprint)
