"""Every surface that takes text: what is thrown at it, and what must hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from hypothesis import strategies as st

from analyzer.cli.arguments import COMMANDS
from analyzer.games import TITLES
from tests.fuzz import careful, commands, nonsense, round_trips
from tests.fuzz.harness import Case, check, refused


@dataclass(frozen=True)
class Surface:
    """Inputs, the property that each must have, and its share of all inputs."""

    inputs: st.SearchStrategy[Any]
    holds: Callable[[Any], None]
    share: int = 1


def _of_any_game(
    inputs: Callable[[str], st.SearchStrategy[Case]],
) -> st.SearchStrategy[Case]:
    return st.one_of(*(inputs(game) for game in TITLES))


_OTHERS = [c.name for c in COMMANDS if c.name not in ("bid-odds", "solve")]

SURFACES: dict[str, Surface] = {
    **{f"bid-odds {game}": Surface(commands.bid_odds(game), check, 3) for game in TITLES},
    "bid-odds --file": Surface(_of_any_game(commands.question_files), check, 4),
    "careful bid-odds": Surface(careful.cases(careful.odds_case), check, 8),
    "careful --file": Surface(careful.cases(careful.file_case), check, 3),
    "careful solve": Surface(careful.cases(careful.solve_case), check, 4),
    "solve": Surface(_of_any_game(commands.solve), check, 4),
    **{
        command: Surface(_of_any_game(partial(commands.other, command)), check, 2)
        for command in _OTHERS
    },
    "rules files": Surface(_of_any_game(commands.rules_files), check, 3),
    "any words": Surface(commands.anything(), check, 2),
    "nonsense": Surface(nonsense.SPOILED, refused, 4),
    "printed hands": Surface(round_trips.hand_cases(), round_trips.printed_hand, 2),
    "printed deals": Surface(round_trips.deal_cases(), round_trips.printed_deal, 2),
    "printed calls": Surface(round_trips.call_cases(), round_trips.printed_calls, 2),
    "printed rules": Surface(round_trips.rules_cases(), round_trips.printed_rules, 2),
    "printed facts": Surface(round_trips.fact_cases(), round_trips.printed_facts, 2),
    "printed words": Surface(round_trips.word_cases(), round_trips.printed_words, 2),
}
