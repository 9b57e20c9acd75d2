"""Records of hands: their documents, how they are inserted, and how they are compared with each other."""
