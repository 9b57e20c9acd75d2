"""The parts of the pages about hands: sentences about events, source lines, the settlement, and the replayer."""
