"""Checks every request: its size, its parameters, and the site from which it comes. Also makes the refusals, which are
the answers to requests that are not accepted.
"""
