"""Parts of pages about hands: events in sentences, source lines, settlement, and the replayer."""
