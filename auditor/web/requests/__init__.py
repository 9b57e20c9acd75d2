"""Checks every request: its size, its parameters and its origin. Also makes the refusals of requests."""
