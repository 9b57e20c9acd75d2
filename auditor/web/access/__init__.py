"""Sign-in, sessions, permissions, and the network addresses that the server answers."""
