"""Everything that is kept in the history of a finding has words there."""

import inspect
import re
from itertools import product

from auditor.store.findings import apply_transitions
from auditor.store.triage import undo
from auditor.store.triage.comments import COMMENT, WITHDRAW_COMMENT
from auditor.triage.acts import PUTS_FORWARD, Act
from auditor.triage.states import Detection, Result, Standing, State
from auditor.triage.transitions import after_run
from auditor.web.findings.triage_forms import DONE, done_words


def test_every_act_that_is_kept_has_words_and_no_other() -> None:
    standings = [Standing(state, detection) for state, detection in product(State, Detection)]
    by_runs = {after_run(standing, result).act for standing, result in product(standings, Result)} - {""}
    written = inspect.getsource(apply_transitions) + inspect.getsource(undo)
    in_sql = set(re.findall(r"SELECT (?:mine\.)?fingerprint, (?:id, )?'(\w+)'", written))
    assert in_sql == {"expired", "inherited", "undo"}
    assert set(DONE) == {*Act, *PUTS_FORWARD.values()} | by_runs | in_sql | {COMMENT, WITHDRAW_COMMENT}


def test_an_assignment_names_the_assignee() -> None:
    assert [done_words("assign", name) for name in ("Ada", None)] == [
        "assigned the finding to Ada",
        "assigned the finding to nobody",
    ]
    assert done_words("an act of tomorrow", None) == "an act of tomorrow"
