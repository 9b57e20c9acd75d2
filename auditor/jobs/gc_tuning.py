"""Tunes the cyclic garbage collector of a process that audits many hands."""

import gc


def seldom_looked_for() -> None:
    """Collects cyclic garbage less often, and never among the objects that are loaded by now.

    A hand makes and drops a thousand objects, and next to none of them is in a cycle: Python's own settings cost a
    tenth of the time. This holds for the process from now on.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
