"""The roles of accounts.

A viewer can only look. A reviewer can also upload files and decide about findings. An adjudicator can do all that a
reviewer can; the rulings of cases are for adjudicators alone. An admin can look, and manages accounts and settings. So
nobody can both change a setting that limits decisions and make the decisions.
"""

from typing import Final

ADMIN: Final = "admin"
ROLES: Final = ("viewer", "reviewer", "adjudicator", ADMIN)
# The roles that may decide about findings.
DECIDING: Final = ("reviewer", "adjudicator")
# The same as an SQL condition on the column `account.role`.
MAY_DECIDE: Final = f"account.role IN {DECIDING}"
