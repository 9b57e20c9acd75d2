"""Real hands with one thing changed: what a log of each room lets the auditor notice."""
