"""Rules, houses, words and keys as documents, for pages and the API."""
