"""Files: bytes to lines and to pieces, one a hand: encodings, sessions, what stands above the first hand."""
