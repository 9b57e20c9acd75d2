"""How a page goes out: HTML, JSON, CSV or PDF, and the filters of templates."""
