"""A model of triage, written another way: nothing is looked up, and no state is stored that follows from others.

A finding on a record is there or not; a decision is about all records together. Open and closed are only what that
looks like where nobody has decided.
"""

from dataclasses import dataclass, field, replace


@dataclass
class Record:
    """The finding on one record."""

    evidence: str
    there: bool = True
    why: str = ""
    untested: bool = False
    changed: bool = False
    flagged: bool = False
    reopened: bool = False


@dataclass(frozen=True)
class Decision:
    """A decision; an acceptance ends after a day or with a house."""

    state: str
    until: int | None = None
    house: str | None = None


@dataclass(frozen=True)
class Proposal:
    """A decision that waits for a second person, with what there was to be seen when it was put forward."""

    by: str
    seen: frozenset[str]
    decision: Decision


@dataclass
class Memory:
    """The facts that undoing needs: how all stood, and whether anything happened since."""

    decision: Decision | None
    records: dict[str, Record]
    proposal: Proposal | None = None
    touched: bool = False


@dataclass
class Model:
    """One fingerprint on any number of records, on some day."""

    day: int = 0
    records: dict[str, Record] = field(default_factory=dict)
    decision: Decision | None = None
    proposal: Proposal | None = None
    memory: Memory | None = None

    def looks(self) -> dict[str, tuple[str, str, str, bool, bool]]:
        """How each record's finding stands: state, detection, why it is gone, flagged, reopened."""
        return {name: self._look(record) for name, record in self.records.items()}

    def _look(self, record: Record) -> tuple[str, str, str, bool, bool]:
        state = self.decision.state if self.decision else "open" if record.there else "closed"
        marks = ("gone", not record.there), ("unassessed", record.untested), ("changed", record.changed)
        detection = next((word for word, holds in marks if holds), "present")
        return state, detection, record.why, record.flagged, record.reopened

    def found(self, name: str, evidence: str, house: str) -> None:
        if name not in self.records:
            others = [record.evidence for record in self.records.values()]
            self.records[name] = Record(evidence, flagged=self.decision is not None and evidence not in others)
            if self.decision:
                self._touch()
            return
        if self.decision and self.decision.house not in (None, house):
            self.end()
        self.night()
        record = self.records[name]
        if evidence != record.evidence:
            self._touch()
            record.changed = True
            record.flagged |= self.decision is not None
        elif record.untested:
            record.changed = False
        if not record.there:
            self._touch()
            record.reopened |= self.decision is None
        record.evidence, record.there, record.why, record.untested = evidence, True, "", False

    def missing(self, name: str, why: str) -> None:
        record = self.records.get(name)
        if record and record.there:
            record.flagged |= self.decision is not None and self.decision.state == "confirmed"
            self._leaves(record, why)

    def replaced(self, name: str) -> None:
        """Its file was read again without it. Where another record has the finding, as it was, it moved there."""
        others = [record for other, record in self.records.items() if other != name and record.there]
        record = self.records.get(name)
        if record and any(other.evidence == record.evidence and not other.untested for other in others):
            self.moved(name)
        else:
            self.missing(name, "record")

    def moved(self, name: str) -> None:
        """Another record took its place, with the same finding: nothing is to be looked at again."""
        record = self.records.get(name)
        if record and record.there:
            self._leaves(record, "record")

    def _leaves(self, record: Record, why: str) -> None:
        self._touch()
        record.there, record.why, record.untested, record.changed = False, why, False, False

    def not_tested(self, name: str) -> None:
        record = self.records.get(name)
        if record and record.there:
            record.untested, record.changed = True, False

    def night(self) -> None:
        """Ends the acceptances whose day is over."""
        if self.decision and self.decision.until is not None and self.decision.until < self.day:
            self.end()

    def end(self) -> None:
        self._touch()
        self.decision = None
        for record in self.records.values():
            record.reopened |= record.there

    def may_decide(self) -> bool:
        return self.decision is not None or any(record.there for record in self.records.values())

    def decide(self, decision: Decision | None) -> None:
        """`None` opens again. Whatever is decided, nothing waits for a second person any more."""
        self._propose(None)
        self.decision = decision
        for record in self.records.values():
            record.flagged = record.reopened = record.changed = False

    def put_forward(self, by: str, decision: Decision) -> None:
        """It stands as it did, and waits."""
        self._propose(Proposal(by, frozenset(self._there()), decision))

    def withdraw(self) -> None:
        self._propose(None)

    def waits(self) -> bool:
        """For somebody who could still agree to it: nothing else is there than was seen, and its end is to come."""
        if self.proposal is None:
            return False
        until = self.proposal.decision.until
        return self._there() <= self.proposal.seen and (until is None or until >= self.day)

    def _there(self) -> set[str]:
        return {record.evidence for record in self.records.values() if record.there}

    def _propose(self, proposal: Proposal | None) -> None:
        before = {name: replace(record) for name, record in self.records.items()}
        self.memory = Memory(self.decision, before, self.proposal)
        self.proposal = proposal

    def undo(self) -> bool:
        memory, self.memory = self.memory, None
        if memory is None or memory.touched:
            return False
        self.decision, self.proposal = memory.decision, memory.proposal
        for name, record in self.records.items():
            was = memory.records.get(name, record)
            record.flagged |= was.flagged
            record.reopened |= was.reopened
            record.changed |= was.changed and record.there and not record.untested
        return True

    def _touch(self) -> None:
        if self.memory:
            self.memory.touched = True
