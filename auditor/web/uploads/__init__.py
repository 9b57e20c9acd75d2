"""Parts of the pages of uploads: stages, counts and rejected lines."""
