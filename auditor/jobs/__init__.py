"""Jobs: files are received, split, audited and audited again, in the background and on any number of machines.

A shard is a range of hands that one job audits. A turn is the place of a job in the queue. A pin is the rules version
and the houses that a run is fixed to.
"""
