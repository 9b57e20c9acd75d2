"""Uploads: receipts, archives, progress, cancelling and retrying."""
