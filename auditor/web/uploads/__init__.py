"""Parts of pages about uploads: stages, counts and rejected lines."""
