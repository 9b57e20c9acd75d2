"""Tunes the cyclic garbage collector of a process that audits many hands."""

import gc


def collect_less_often() -> None:
    """Makes Python search for cyclic garbage less often, and never among the objects that exist now.

    A hand creates and drops a thousand objects, and almost none of them is in a cycle. With Python's own settings the
    collector takes a tenth of the processor time. The change lasts until the process ends.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
