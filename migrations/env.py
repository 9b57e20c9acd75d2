"""The entry point of alembic.

The connection is always one that `auditor.store.postgres.migration` opened, with its locks and time limits set.
"""

import re

from alembic import context

from auditor.store.tables import METADATA

# Tables that are not in METADATA: the partitions of `hand`, one for each month, and the job queue of procrastinate.
OTHERS = re.compile(r"hand_(undated|[0-9]{4}_[0-9]{2})|procrastinate_\w+")


def ours(name, kind, _parents):
    return kind != "table" or not OTHERS.fullmatch(name)


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    include_name=ours,
    compare_server_default=True,
)
context.run_migrations()
