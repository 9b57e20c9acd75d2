"""Names that look alike, mix scripts or have invisible characters. Such a name gets a note, never an accusation."""
