"""Jobs: files are received, split, audited and audited again, in the background and on any number of machines."""
