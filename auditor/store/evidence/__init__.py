"""The bytes that people sent, unchanged, on disk: files by SHA-256, their checks, and the disk's free space."""
