"""The reason and the comment that an act on a case needs."""

from collections.abc import Mapping
from typing import Final

from auditor.disputes.acts import Act
from auditor.disputes.outcomes import AppealGround, DeclineReason
from auditor.disputes.transitions import ActRefused

SHORTEST_COMMENT: Final = 10
LONGEST_COMMENT: Final = 4_000

# The acts that need a reason from a list.
REASONS: Final[Mapping[Act, tuple[str, ...]]] = {
    Act.DECLINE: tuple([each.value for each in DeclineReason]),
    Act.APPEAL: tuple([each.value for each in AppealGround]),
}
# The acts that need a comment, and the question that the comment answers.
COMMENTS: Final[Mapping[Act, str]] = {
    Act.DECLINE: "Why can the desk not hear this claim?",
    Act.WAIT_FOR_EVIDENCE: "Which evidence does the desk wait for, and from whom?",
    Act.ADD_STATEMENT: "What do you want to say about the case?",
    Act.CORRECT: "What is wrong in the ruling?",
    Act.APPEAL: "Which fact is wrong, or which evidence was missed?",
    Act.ALLOW_APPEAL: "Why is the appeal allowed?",
    Act.REFUSE_APPEAL: "Why is the appeal refused?",
    Act.REOPEN: "What does the new evidence change?",
    Act.WAIVE: "Who waives the amount, and why?",
    Act.REVERSE: "Why was the entry wrong?",
}


def checked_texts(act: Act, reason: str, comment: str) -> tuple[str, str]:
    """Returns the reason and the comment without blanks around them. Raises `ActRefused` if the act needs a reason of a
    list or a comment, or if the comment is too long.
    """
    reasons = REASONS.get(act, ())
    plain = comment.replace("\r\n", "\n").replace("\r", "\n").strip()
    if reasons and reason not in reasons:
        raise ActRefused(f"Choose a reason: {', '.join(reasons)}.")
    if not reasons and reason:
        raise ActRefused("This act takes no reason from a list. Write the reason as a comment.")
    if act in COMMENTS and len(plain) < SHORTEST_COMMENT:
        raise ActRefused(f"Write a comment of at least {SHORTEST_COMMENT} characters. {COMMENTS[act]}")
    if len(plain) > LONGEST_COMMENT:
        raise ActRefused(
            f"The comment has {len(plain):,} characters. Shorten it to {LONGEST_COMMENT:,} characters or fewer."
        )
    return reason, plain
