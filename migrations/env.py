"""The entry point of alembic: always on a connection that `auditor.store.postgres.migration` opened, locked and
limited.
"""

import re

from alembic import context

from auditor.store.tables import METADATA

# Partitions of `hand` come and go with the months; the queue's tables belong to procrastinate.
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
