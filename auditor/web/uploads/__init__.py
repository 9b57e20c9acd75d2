"""The parts of the pages about uploads: stages, counts and rejected lines."""
