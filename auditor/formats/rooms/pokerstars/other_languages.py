"""The beginning of the first line of PokerStars hands in other languages, such as `Mão PokerStars #123:` in Portuguese.
Each is known from a real hand or from a parser of such hands. We do not know the first lines in further languages.
"""

import re
from typing import Final

from auditor.formats.files.other_languages import OtherLanguages

_NUMBER: Final = "[0-9]{1,20} ?:"
OTHER_LANGUAGES: Final = OtherLanguages(
    "PokerStars",
    "PokerStars",
    {
        "French": re.compile(rf"Main (?:Zoom )?PokerStars (?:Zoom )?n ?° ?{_NUMBER}"),
        # The title is `Hand Nr.` in German and `hand nr.` in Swedish. Only the capital letters differ.
        "German": re.compile(rf"PokerStars (?:Zoom )?Hand Nr\. ?{_NUMBER}"),
        "Portuguese": re.compile(rf"Mão (?:Zoom )?PokerStars (?:Zoom )?# ?{_NUMBER}"),
        "Russian": re.compile(rf"Раздача (?:Zoom )?PokerStars (?:Zoom )?№ ?{_NUMBER}"),
        "Spanish": re.compile(r"Mano n\. ?º ?[0-9]{1,20} de (?:Zoom de )?PokerStars ?:"),
        "Swedish": re.compile(rf"PokerStars (?:Zoom )?hand nr\.? ?#?{_NUMBER}"),
    },
    "Settings, Playing History, Hand History",
)
