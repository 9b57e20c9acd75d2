"""Receives files and processes them in background jobs: splits each file, audits its hands, and audits stored hands
again. The jobs may run on any number of machines.

A run is one audit of many hands with one version of the rules. A shard is a range of hands that one job audits. A turn
is the number that orders the jobs of the queue: the job with the lowest turn is next. A pin is the rules version and
the houses that a run uses from its start to its end.
"""
