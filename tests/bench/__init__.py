"""`./run bench`: ratios measured in one run, never absolute times. Every row says what it is held against."""
