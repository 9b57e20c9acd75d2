"""A real browser before the real server; a package, so that its tests share one browser."""
