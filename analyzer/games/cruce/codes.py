"""What the compiled play of Cruce reads: the packed house rules, and what follows from them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.games.cruce.estimates import ROW, estimate_rows
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.levels import layouts_of, named_level
from analyzer.kernels import points_rules, trick

RANKS = 6
SIZE = 24
"""Cards of the pack: 9, J, Q, K, 10, A in playing strength, four suits."""
POINTS = (0, 2, 3, 4, 10, 11)
"""Card points by rank; 120 in the pack (rulebook, section 2)."""
SEATS = 4
"""Places for seats in every array, used or not."""
PLAIN_PAIR, TRUMP_PAIR = 20, 40
"""Worth of an announcement (rulebook, section 7)."""
BIG_POINT = 33
"""Small points that make a big point (rulebook, section 9)."""
QUEEN, KING = 2, 3
"""Ranks of the pair."""

PLAYERS = CruceRules.index("players")
HIGHEST_BID = CruceRules.index("highest_bid")
AUCTION = CruceRules.index("auction")
ALL_PASS = CruceRules.index("all_pass")
FIRST_SPEAKER = CruceRules.index("first_speaker")
TRUMP_BY = CruceRules.index("trump_by")
BLIND_MULTIPLIER = CruceRules.index("blind_multiplier")
ANNOUNCEMENTS = CruceRules.index("announcements")
TRIGGER = CruceRules.index("announce_trigger")
NEEDS_TRICK = CruceRules.index("announce_needs_trick")
DOUBLE_ROUND = CruceRules.index("double_round")
FOUR_NINES = CruceRules.index("double_four_nines")
WEAK_HAND = CruceRules.index("double_weak_hand")
DOUBLE_CAP = CruceRules.index("double_cap")
MADE_PAYS = CruceRules.index("made_pays")
TARGET = CruceRules.index("target")
LEAD_OF_TWO = CruceRules.index("lead_of_two")
_LAST = len(CruceRules.rules())
DUTIES = _LAST
"""Duty bits of :mod:`analyzer.kernels.trick`."""
HAND = _LAST + 1
"""Cards in a hand at the first lead."""
STOCK = _LAST + 2
"""Cards in the stock at the first lead."""
TWO_PACKETS = _LAST + 3
PE_CARTE = _LAST + 4
"""Whether a bid may be made *pe carte* here."""
SEEN = _LAST + 5
"""First of :data:`ROW` places: how the cards seen in the auction are judged."""
WHOLE = SEEN + ROW
"""First of :data:`ROW` places: how a whole hand is judged."""
SEARCH = WHOLE + ROW
"""First of the places that the points search reads, once trump is known."""

OPEN_AUCTION = CruceRules.code("auction", "open")
REDEAL = CruceRules.code("all_pass", "redeal")
BEFORE_DEALER = CruceRules.code("first_speaker", "before_dealer")
FIRST_LEAD = CruceRules.code("trump_by", "first_lead")
ON_FIRST_PACKET = CruceRules.code("trump_by", "named_on_first_packet")
FIRST_PLAYED = CruceRules.code("announce_trigger", "first_played")
SUIT_LEAD = CruceRules.code("announce_trigger", "suit_lead")
PAIR_CARD_LEAD = CruceRules.code("announce_trigger", "pair_card_lead")
PAIR_CARD_PLAYED = CruceRules.code("announce_trigger", "pair_card_played")
BID_ONLY = CruceRules.code("made_pays", "bid_only")

RANDOM, SIMPLE, EXPERT, WILD = 0, 1, 2, 3
"""Levels of play, as the kernels know them.  ``WILD`` plays like ``RANDOM`` and bids at random
too, so that nearly every contract fails; it is there to try the rules out."""
LEVEL_BITS = 4
LEVEL_MASK = 15
"""The level is in the low bits of a level code; above them an expert's number of layouts."""
LAYOUTS = 24
"""Layouts a decision that the level ``expert`` imagines."""

WEAK_POINTS = {6: 10, 8: 15}
"""Most card points of a weak hand, by cards held (rulebook, section 8)."""


def level_code(play: str) -> int:
    """A level by its name, as the kernels know it; ``open`` is none of them.

    >>> level_code("expert:20") == EXPERT | 20 << LEVEL_BITS
    True
    """
    level = {"random": RANDOM, "simple": SIMPLE, "expert": EXPERT}[named_level(play)]
    return level | layouts_of(play, LAYOUTS) << LEVEL_BITS


def duties(rules: CruceRules) -> int:
    """Duty bits of who follows suit under strict rules (rulebook, section 6).

    >>> duties(CruceRules()) == trick.MUST_TRUMP | trick.UNDERTRUMP
    True
    """
    bits = trick.MUST_TRUMP | trick.UNDERTRUMP
    if rules.must_beat:
        bits |= trick.MUST_OVERTRUMP | trick.BEAT_LED | trick.BEAT_TRUMP_LEAD
    return bits


_ANNOUNCE = {
    "first_played": points_rules.FIRST_PLAYED,
    "suit_lead": points_rules.SUIT_LEAD,
    "pair_card_lead": points_rules.PAIR_CARD_LEAD,
    "pair_card_played": points_rules.PAIR_CARD_PLAYED,
}


def point_rules(rules: CruceRules, lead_trump: bool) -> NDArray[np.int64]:
    """House rules as the points search reads them; the value is the side's own points.

    ``lead_trump`` says whether the first card led must be a trump, if one is held.
    """
    return points_rules.pack_points(
        POINTS,
        duties=duties(rules),
        announce=_ANNOUNCE[rules.announce_trigger] if rules.announcements else points_rules.NONE,
        plain_value=PLAIN_PAIR,
        trump_value=TRUMP_PAIR,
        pair=(QUEEN, KING),
        needs_trick=rules.announce_needs_trick,
        lead_trump=lead_trump,
    )


def kernel_rules(
    rules: CruceRules, estimates: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """House rules as the kernels of Cruce read them: packed, then what follows from them.

    ``estimates`` int64 [2 * ROW] stand in for the fitted ones.
    """
    derived = (
        duties(rules),
        rules.hand_size,
        rules.stock_size,
        rules.has_two_packets,
        rules.has_pe_carte,
    )
    judged = estimate_rows(rules) if estimates is None else estimates
    search = point_rules(rules, lead_trump=False)
    return np.concatenate([rules.packed(), np.array(derived, np.int64), judged, search])
