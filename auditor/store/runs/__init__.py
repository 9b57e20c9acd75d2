"""Runs and their shards: the choice of hands, the order of the jobs, and the progress.

A run is one audit of many hands. A shard is the part of a run or of an upload that one job processes.
"""
