"""Records of hands: their documents, how they are inserted, and what is compared across records."""
