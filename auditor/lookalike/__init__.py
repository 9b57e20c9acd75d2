"""Names that look alike, mix scripts or hold invisible characters: worth a note, and never an accusation."""
