"""Writes a hand as files that need no server: an HTML file that shows the hand step by step, and the
picture of one step as SVG.
"""

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any, Final

from auditor.engine.findings import Report
from auditor.engine.house import House
from auditor.web.factory import templates
from auditor.web.hands.replay.drawing import drawing_of
from auditor.web.hands.replay.film import film_document, marks_of
from auditor.web.hands.replay.places import places_of
from auditor.web.hands.replay.step import Step, step_at
from auditor.web.rendering.template_filters import shorter, visible
from auditor.web.rulebook.catalogue import title_of

_STATIC: Final = Path(__file__).parents[2] / "static"
_STYLES: Final = ("layout.css", "tables.css", "hand.css", "replay.css", "player.css", "print.css")
_COMMENT: Final = re.compile(r"<!--(style|film|replay|keys)-->")
# The definition of a colour in our style sheet, and the use of a colour by its name.
_COLOUR: Final = re.compile(r"--([a-z]{1,20}(?:-[a-z]{1,20})?): light-dark\((#[0-9a-f]{3,8}), #[0-9a-f]{3,8}\);")
_NAMED: Final = re.compile(r"var\(--([a-z-]{1,40})\)")
_LIGHT: Final = re.compile(r"light-dark\(([^,()]+), [^,()]+\)")


# The most events of a hand in a file. A file has all steps of its hand, and writing the steps of a longer hand would
# take too long: the time grows with the square of the number of events.
MOST_STEPS: Final = 400


class NoFilm(ValueError):
    """The error for a hand that cannot be written as a file. The text is a sentence for users."""


def html_file(report: Report, house: House, *, known: bool) -> str:
    """Returns an HTML file that shows the hand step by step. The file loads nothing from the network. If `known` is
    true, the file shows all cards in the record, otherwise only the cards that the players saw.

    Raises:
        NoFilm: the hand has no event, or too many.
    """
    hand = report.hand
    places = places_of(hand)
    if not 0 < len(places) <= MOST_STEPS:
        words = f"The hand has {len(places):,} events, but a file with one hand can have only 1 to {MOST_STEPS} events."
        raise NoFilm(f"{words} Write the picture of one step instead: --step 6.4 -o step.svg.")
    environment = templates()
    frame = environment.get_template("step_frame.html")
    steps = [step_at(report, house, places, index, known=known) for index in range(len(places))]
    film = film_document(places, [frame.render(_values(report, step)) for step in steps])
    parts = {
        "style": "\n".join([_static(name) for name in _STYLES]),
        "replay": _static("replay.js"),
        "keys": _static("keys.js"),
    }
    page = environment.get_template("replay_file.html").render(
        **_values(report, steps[0]),
        name=visible(hand.number or shorter(report.hand_digest)),
        found=len(report.findings),
        marks=marks_of(report, len(places)),
        policy=_policy(parts),
    )
    # These texts replace comments in the finished page, because a template would escape them. No name of a player can
    # look like such a comment, because the template escapes names. The film contains no `<`: it has only addresses of
    # steps and base64.
    texts = {**parts, "film": json.dumps(film)}
    return _COMMENT.sub(lambda found: texts[found[1]], page)


def svg_file(report: Report, house: House, address: str, *, known: bool) -> str:
    """Returns the picture of the step with this address, such as `6.4`, as an SVG file in the light colours.

    Raises:
        NoFilm: the hand has no such step.
    """
    places = places_of(report.hand)
    index = next((place.event for place in places if place.address == address), None)
    if index is None:
        last = f" Its last step is {places[-1].address}." if places else ""
        raise NoFilm(f"The hand has no step {address}.{last}")
    values = _values(report, step_at(report, house, places, index, known=known))
    parts: Any = templates().get_template("step_parts.html").module
    picture = str(parts.oval(values["drawing"], values["view"], values["minor"])).strip()
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="606" font-family="sans-serif"'
    opened, _, rest = picture.replace("<svg", head, 1).partition(">")
    return f"{opened}>\n<style>\n{_picture_style()}\n</style>{rest}\n"


def _values(report: Report, step: Step) -> dict[str, Any]:
    hand = report.hand
    return {
        "house": report.house_name,
        "view": step,
        "drawing": drawing_of(step, hand.unit.minor),
        "number_of": lambda _: None,
        "titles": {finding.code: title_of(finding.code) for finding, _ in step.findings},
        "minor": hand.unit.minor,
        "game_value": hand.game.value,
        "steps_at": "#step=",
        "query": "",
        "offline": True,
    }


def _static(name: str) -> str:
    return (_STATIC / name).read_text(encoding="utf-8")


def _policy(parts: dict[str, str]) -> str:
    """Returns the content security policy of the file. It allows only our style sheet and our scripts, by digest."""
    style, *scripts = [_digest(text) for text in parts.values()]
    return f"default-src 'none'; style-src {style}; script-src {' '.join(scripts)}; base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _picture_style() -> str:
    """Returns the style rules for the picture. Programs that draw SVG do not understand the colour names and themes of
    our style sheet. So the values of the light theme replace the names.
    """
    values = dict(_COLOUR.findall(_static("layout.css")))
    values["sans"] = "sans-serif"
    rules = [line for line in _static("replay.css").splitlines() if line.startswith(".oval ")]
    text = _NAMED.sub(lambda found: values[found[1]], "\n".join(rules))
    return _LIGHT.sub(r"\1", text).replace("color-scheme: light;", "")
