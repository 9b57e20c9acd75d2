"""Sign-in, sessions, permissions, and the network addresses from which the server accepts requests."""
