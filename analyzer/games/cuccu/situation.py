"""What a seat knows when it is asked: the round so far, as a script for the kernels.

The public events say who held which card when: the walk below follows `docs/rulebooks/cuccu.md`,
section 4, with the numbers of draws in place of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from analyzer.cards.cuccu import (
    CAT,
    COPIES,
    CUCKOO,
    FOOL,
    HORSE,
    HUNTER,
    INN,
    NAMES,
    RANKS,
    format_card,
)
from analyzer.errors import QuestionError
from analyzer.games.cuccu.kernels.players import ACCEPT, ASK, COVER
from analyzer.games.cuccu.rules import CuccuRules

ANSWERS = {ASK: ("keep", "ask"), COVER: ("stay", "cover"), ACCEPT: ("decline", "accept")}
"""The two answers to each kind of decision: 0 and 1."""

SEEN, TRIED = 0, 2
"""Added to an answer in a script: it was seen, or it is being tried (it tells nothing)."""

_ANY = (1 << RANKS) - 1
_NO_FOOL = _ANY & ~(1 << FOOL)
_MUST_SWAP = (1 << INN) - 1 | 1 << FOOL
_REFUSERS = (CUCKOO, HUNTER, CAT)


@dataclass(frozen=True)
class Shown:
    """A special card that a seat showed; for an inn how its bargain ended (``None``: not yet)."""

    rank: int
    outcome: str | None = None


@dataclass(frozen=True)
class Seen:
    """What happened before a decision, by seats of the round (0-based)."""

    card: int
    asked: frozenset[int] = frozenset()
    shown: Mapping[int, Shown] = field(default_factory=dict)
    gave: int | None = None


@dataclass(frozen=True)
class Script:
    """A decision, and what is known of the draws and answers before it.

    ``fixed`` rank by draw, ``allowed`` bits of ranks by draw, ``answers`` codes of the answers
    given so far (:data:`SEEN` or :data:`TRIED` added); the decision is the next one.
    """

    kind: int
    fixed: Mapping[int, int]
    allowed: Mapping[int, int]
    answers: tuple[int, ...]


def read_script(rules: CuccuRules, lives: tuple[int, ...], me: int, seen: Seen) -> Script:
    """The script of a decision of seat ``me`` among living seats; a QuestionError if it has none.

    ``lives`` are those at the start of the round, in turn order, the dealer's last.
    """
    walk = _Walk(rules, list(lives), me, seen)
    kind = walk.run()
    for rank, count in Counter(walk.fixed.values()).items():
        if count > COPIES:
            raise QuestionError(
                f"{NAMES[rank]} would be there {count} times: the pack has {COPIES}"
            )
    if rules.pack == 38 and 0 in walk.fixed.values():
        raise QuestionError("lion: the pack of 38 cards has none")
    return Script(kind, walk.fixed, walk.allowed, tuple(walk.answers))


class _Walk:
    """The round as far as it is known."""

    def __init__(self, rules: CuccuRules, lives: list[int], me: int, seen: Seen) -> None:
        self.rules, self.lives, self.me, self.seen = rules, lives, me, seen
        self.n = len(lives)
        first = rules.dealing == "all_first"
        self.draws = self.n if first else 0
        self.hold: list[int | None] = [s if first else None for s in range(self.n)]
        self.fixed: dict[int, int] = {}
        self.allowed: dict[int, int] = {}
        self.answers: list[int] = []
        self.chain: list[tuple[int, int]] = []
        self.swaps: list[tuple[int, int]] = []
        self.used: set[int] = set()
        self.was_asked = False
        self.i_ask = any(s > me for s in seen.shown)

    def run(self) -> int:
        """Walk up to the decision; its kind."""
        i = 0
        while i <= self.me:
            self._deal(i)
            if i == self.me and not self.i_ask:
                self._fix(i, self.seen.card)
                return self._finish(ASK)
            if i == self.me:
                self._fix(i, self.seen.card)
                self.answers.append(TRIED + 1)
            elif i in self.seen.asked:
                self.used.add(i)
                self.answers.append(SEEN + 1)
            else:
                self.answers.append(SEEN)
                self.chain.clear()
                i += 1
                continue
            found = self._request(i)
            if isinstance(found, tuple):
                return self._finish(found[0])
            i = found
        raise QuestionError(
            f"seat {self.me + 1} of this round has no turn any more: it was passed over"
        )

    def _request(self, asker: int) -> int | tuple[int]:
        """Follow a request: the seat whose turn comes next, or the decision it leads to."""
        target = asker + 1
        while target < self.n:
            self._deal(target)
            rank, outcome = self._target(target)
            if rank == HORSE or (rank == INN and self.rules.inn == "skip"):
                self._fix(target, rank)
                if target == self.n - 1:
                    self.hold[asker] = self.draws
                    self.draws += 1
                    self.chain.clear()
                    return target
                target += 1
                continue
            if rank in _REFUSERS:
                return self._refused(asker, target, rank)
            if rank == INN:
                self._fix(target, rank)
                found = self._bargain(asker, target, outcome)
                if found is not None:
                    return found
            elif rank is not None:
                self._fix(target, rank)
            self._swap(asker, target, rank)
            return target
        raise QuestionError(f"seat {asker + 1} asked, and every seat after it was passed over")

    def _target(self, target: int) -> tuple[int | None, str | None]:
        """Rank of the card that a seat was asked for (``None``: some card that must be given)."""
        shown = self.seen.shown.get(target)
        if target != self.me:
            if shown is None:
                return None, None
            self.used.add(target)
            return shown.rank, shown.outcome
        self.was_asked = True
        if shown is not None:
            self.used.add(target)
        if self.seen.gave is not None:
            if self.seen.gave in (*_REFUSERS, HORSE):
                raise QuestionError(
                    f"--gave {format_card(self.seen.gave)}: this card is never given when asked for"
                )
            return self.seen.gave, "declined"
        if self.seen.card in (*_REFUSERS, HORSE, INN):
            return self.seen.card, shown.outcome if shown else None
        raise QuestionError(
            f"seat {target + 1} of this round was asked and had to swap: say with --gave which "
            "card it gave"
        )

    def _refused(self, asker: int, target: int, rank: int) -> int:
        self._fix(target, rank)
        if rank == CUCKOO and self.rules.cuckoo == "stops_play":
            raise QuestionError("a cuckoo that was asked has ended all exchanging")
        if rank != CUCKOO:
            self.lives[asker] -= 1
            if self.rules.mid_round_zero == "out_at_once" and sum(x > 0 for x in self.lives) < 2:
                raise QuestionError("only one player has lives left: the round is over")
        if rank == CAT:
            back = {"undo_chain": self.chain, "undo_all": self.swaps}.get(self.rules.cat, [])
            for giver, taker in reversed(back):
                self.hold[giver], self.hold[taker] = self.hold[taker], self.hold[giver]
            if self.rules.cat == "undo_all":
                self.swaps.clear()
        self.chain.clear()
        return target + (self.rules.refuser_turn == "no")

    def _bargain(self, asker: int, target: int, outcome: str | None) -> int | tuple[int] | None:
        """The bargain about an inn: next seat, a decision, or ``None`` when it is declined."""
        if outcome is None and asker == self.me:
            return (COVER,)
        told = TRIED if asker == self.me else SEEN
        if outcome == "stayed":
            self.answers.append(told)
        else:
            self.answers.append(told + 1)
            if outcome is None and target == self.me:
                return (ACCEPT,)
            if outcome is None:
                raise QuestionError(
                    f"the inn of seat {target + 1} of this round: say whether the asker stayed, "
                    "or the innkeeper covered or declined"
                )
            told = TRIED if target == self.me else SEEN
            self.answers.append(told + (outcome == "covered"))
            if outcome == "declined":
                return None
        self.chain.clear()
        return target

    def _swap(self, asker: int, target: int, rank: int | None) -> None:
        if rank is None:
            self._allow(target, _MUST_SWAP)
        if self.rules.fool_received == "out":
            if target == self.me and self.seen.card == FOOL:
                raise QuestionError("who receives a fool is out of the round under these rules")
            if rank != FOOL:
                self._allow(target, _NO_FOOL)
            self._allow(asker, _NO_FOOL)
        self.hold[asker], self.hold[target] = self.hold[target], self.hold[asker]
        self.chain.append((asker, target))
        self.swaps.append((asker, target))

    def _deal(self, s: int) -> None:
        if self.hold[s] is None:
            self.hold[s] = self.draws
            self.draws += 1
        draw = self.hold[s]
        if self.rules.single_fool == "fixed_lowest" and draw not in self.fixed:
            # Fools are announced when they are dealt: who did not knock has none.
            self._allow(s, _NO_FOOL)

    def _allow(self, s: int, ranks: int) -> None:
        draw = self.hold[s]
        assert draw is not None
        if draw not in self.fixed:
            self.allowed[draw] = self.allowed.get(draw, _ANY) & ranks

    def _fix(self, s: int, rank: int) -> None:
        draw = self.hold[s]
        assert draw is not None
        known = self.fixed.get(draw, rank)
        if known != rank:
            raise QuestionError(
                f"seat {s + 1} of this round cannot hold {format_card(rank)}: by what was seen it "
                f"holds {format_card(known)}"
            )
        self.fixed[draw] = rank
        self.allowed.pop(draw, None)

    def _finish(self, kind: int) -> int:
        """All that was told has been used."""
        seat = self.hold[self.me]
        assert seat is not None
        self._fix(self.me, self.seen.card)
        problems = [
            f"--asked {s + 1}: that seat had no turn before yours"
            for s in sorted(self.seen.asked - self.used)
        ]
        problems += [
            f"--shown {s + 1} {format_card(self.seen.shown[s].rank)}: that seat was not asked"
            for s in sorted(set(self.seen.shown) - self.used)
        ]
        if self.seen.gave is not None and not self.was_asked:
            problems.append(f"--gave {format_card(self.seen.gave)}: nobody asked you")
        if problems:
            raise QuestionError(problems)
        return kind
