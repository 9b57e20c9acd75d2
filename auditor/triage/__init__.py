"""What becomes of a finding when runs speak of it and people decide about it: pure, and known to no database."""
