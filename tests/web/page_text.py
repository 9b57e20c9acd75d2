"""What a page says, as somebody reads it who opens none of the words that it explains."""

import html
import re


def all_text(page: str) -> str:
    """All text of a page, what stands behind its words too, with single blanks."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def visible_text(page: str) -> str:
    """The text of a page, with single blanks, without what stands behind its words."""
    closed = re.sub(r'<span class="meaning".*?</span>', "", page, flags=re.DOTALL)
    running = re.sub(r"</?(?:a|b|bdi|button|code|em|span|strong|time)\b[^>]*>", "", closed)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", running)).split())
