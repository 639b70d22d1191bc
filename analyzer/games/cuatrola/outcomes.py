"""What a contract is worth double dummy: success, match points and slams of whole deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.open import OpenSolver
from analyzer.games.cuatrola.positions import Seating
from analyzer.games.cuatrola.rules import CuatrolaRules


@dataclass(frozen=True)
class OpenOutcome:
    """Outcomes for the side of one seat, each int64 [n] and with best play for itself.

    ``score`` are match points, own minus the others'; ``slam`` and ``slam_against`` are 1
    where the side, or the other, can take every trick.
    """

    score: NDArray[np.int64]
    slam: NDArray[np.int64]
    slam_against: NDArray[np.int64]


def first_leader(rules: CuatrolaRules, seating: Seating) -> int:
    """Who leads to the first trick (rulebook, section 5; ``contract_lead``)."""
    if seating.contract != codes.NORMAL and rules.contract_lead == "soloist":
        return seating.declarer
    return seating.next_to_play(0)


def made(
    rules: CuatrolaRules,
    solver: OpenSolver,
    hands: NDArray[np.uint64],
    trumps: NDArray[np.int64],
    contract: int,
    declarer: int,
) -> NDArray[np.int64]:
    """Whether the declarer makes the contract of whole deals: 1 or 0, int64 [n].

    ``hands`` uint64 [n, 4] by seat, ``trumps`` int64 [n] suits.
    """
    seating = Seating.of(contract, declarer)
    leader = first_leader(rules, seating)
    if contract == codes.SOLO:
        wins_ties = rules.tie_solo == "mano" and declarer % 2 == 0
        return solver.makes(hands, trumps, seating, leader, 0 if wins_ties else 1)
    tricks = codes.HAND if contract == codes.QUINTA else codes.CUATRO_TRICKS
    return solver.sweeps(hands, trumps, seating, leader, tricks)


def open_outcome(
    rules: CuatrolaRules,
    solver: OpenSolver,
    hands: NDArray[np.uint64],
    trumps: NDArray[np.int64],
    contract: int,
    seat: int,
) -> OpenOutcome:
    """Outcomes of whole deals for the side of ``seat``, the declarer of a contract.

    In a normal hand every possible score is a yes-or-no question of its own: at least 1, at
    least 0, a sweep.
    """
    seating = Seating.of(contract, seat, leader=seat)
    leader = first_leader(rules, seating)
    slam = solver.sweeps(hands, trumps, seating, leader, codes.HAND)
    against = 1 - solver.sweeps(hands, trumps, seating, leader, 1)
    if contract == codes.NORMAL:
        score = _normal_score(rules, solver, hands, trumps, seat, slam, against)
    else:
        value = int(codes.kernel_rules(rules)[codes.VALUES + contract])
        score = value * (2 * made(rules, solver, hands, trumps, contract, seat) - 1)
    return OpenOutcome(score, slam, against)


def contract_outcomes(
    rules: CuatrolaRules,
    solver: OpenSolver,
    hands: NDArray[np.uint64],
    trumps: NDArray[np.int64],
    contracts: Sequence[int],
    declarer: int,
) -> dict[int, OpenOutcome]:
    """Outcomes of several contracts by one seat: what :func:`open_outcome` finds for each.

    Tricks are the same question in all of them.  Who takes all has also won a solo, and who
    takes none has lost it: the others sing nothing without a trick.
    """
    seating = Seating.of(max(contracts), declarer)
    leader = first_leader(rules, seating)
    everything = np.arange(len(hands))

    def takes(tricks: int, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        out = np.zeros(len(hands), np.int64)
        out[rows] = solver.sweeps(hands[rows], trumps[rows], seating, leader, tricks)
        return out

    five = takes(codes.HAND, everything)
    four = five + takes(codes.CUATRO_TRICKS, np.flatnonzero(five == 0))
    one = four + takes(1, np.flatnonzero(four == 0))
    success = {codes.CUATRO: four, codes.QUINTA: five}
    if codes.SOLO in contracts:
        open_ = np.flatnonzero((one == 1) & (five == 0))
        success[codes.SOLO] = five.copy()
        success[codes.SOLO][open_] = made(
            rules, solver, hands[open_], trumps[open_], codes.SOLO, declarer
        )
    values = codes.kernel_rules(rules)[codes.VALUES :]
    return {
        contract: OpenOutcome(int(values[contract]) * (2 * success[contract] - 1), five, 1 - one)
        for contract in contracts
    }


def _normal_score(
    rules: CuatrolaRules,
    solver: OpenSolver,
    hands: NDArray[np.uint64],
    trumps: NDArray[np.int64],
    seat: int,
    slam: NDArray[np.int64],
    against: NDArray[np.int64],
) -> NDArray[np.int64]:
    seating = Seating.of(codes.NORMAL, leader=seat)
    mano = seat % 2 == 0

    def reaches(least: int) -> NDArray[np.int64]:
        ties = rules.tie_normal == "last_trick"
        return solver.makes(hands, trumps, seating, 0, least, break_ties=ties)

    if rules.tie_normal == "nobody":
        score = reaches(1) + reaches(0) - 1
    else:
        score = 2 * reaches(0 if mano and rules.tie_normal == "mano" else 1) - 1
    extra = rules.sweep_points - 1
    return score + extra * (slam - against)


def trump_suits(turned: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Suits of single cards, uint64 [n]: int64 [n]."""
    suits: NDArray[np.int64] = (np.bitwise_count(turned - np.uint64(1)) // 16).astype(np.int64)
    return suits
