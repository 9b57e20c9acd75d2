"""Rooms: one package for the logs of each card room. No room imports another; `grammar` has the shared parts."""
