"""Names that look alike, mix scripts or hold what is not seen: what is worth a note, and never an accusation."""
