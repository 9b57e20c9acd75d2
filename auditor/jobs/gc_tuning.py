"""How often Python looks for objects that hold each other in circles, in a process that audits many hands."""

import gc


def seldom_looked_for() -> None:
    """Looks for circles among far more objects at a time, and not at all among what is loaded by now.

    A hand makes and drops a thousand objects, next to none of them in a circle: looking as often as Python does by
    itself costs a tenth of the time. For the process, from here on.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
