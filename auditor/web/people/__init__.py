"""Parts of the pages of players, poker tables and days, and of the pages of owed chips."""
