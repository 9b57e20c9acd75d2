"""Rooms: one package for the logs of each card room; none knows another."""
