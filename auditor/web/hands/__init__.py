"""Parts of the pages of hands: sentences of events, source lines, settlement, and the replayer."""
