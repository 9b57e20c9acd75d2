"""The pages for players who have no account. A player opens a page by a link that holds a secret.

- `pages` has the page of a party, and its forms: a statement, a file, an appeal, a withdrawal.
- `claims` has the form with which a player files a claim.
- `links` has the page of the desk with the links for claims.
- `documents` decides what a party may read of a case. `names` hides the names of other people in all texts.
- `words` has the states and acts of a case in plain words.
- `hands` tells the hand of the case as the party saw it at the table.

The secret is a part of the address. The database has only its digest, so nobody can read the link there.
"""

from flask import Flask

from auditor.web.parties import claims, links, pages


def register(app: Flask) -> None:
    """Adds the pages of parties to the application."""
    for module in (pages, claims, links):
        app.register_blueprint(module.blueprint)
