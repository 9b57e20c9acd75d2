"""Stores received bytes unchanged on disk, in files named by SHA-256; checks the files and the free space."""
