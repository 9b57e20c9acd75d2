"""The forms of a page: HTML, JSON, CSV and PDF; and the filters of templates."""
