"""Who may do what: sign-in, sessions, permissions, and which network addresses are served."""
