"""Accounts, sessions, tokens and sign-in links."""
