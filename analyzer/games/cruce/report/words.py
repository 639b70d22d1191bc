"""Names of what hands hold, of seats and of trumps, in both languages."""

from __future__ import annotations

from analyzer.games.cruce import codes
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.speech import Speech

_RANKS = ("9", "J", "Q", "K", "10", "A")
_SUITS = "♠♥♦♣"


def feature_words(say: Speech) -> dict[str, str]:
    """What one more of each feature is."""
    return {
        "trumps": say("one more card of the trump suit", "încă o carte în culoarea de atu"),
        "best_ace": say("the ace of trumps", "asul de atu"),
        "best_ten": say("the ten of trumps", "zecarul de atu"),
        "trump_pair": say("K-Q of trumps", "K-Q de atu"),
        "aces": say("an ace beside trumps", "un as în altă culoare"),
        "tens": say("a ten beside trumps", "un zecar în altă culoare"),
        "pairs": say("K-Q of another suit", "K-Q în altă culoare"),
        "voids": say("a void", "o culoare lipsă"),
    }


def seat_name(say: Speech, seat: int, rules: CruceRules) -> str:
    """A seat (0-based) by its place in speaking order."""
    place = (seat - rules.first_seat) % rules.players + 1
    if place == 1:
        return say("1, speaks first", "1, vorbește primul")
    if place == rules.players:
        return say(f"{place}, speaks last", f"{place}, vorbește ultimul")
    return str(place)


def cards_seen(say: Speech, rules: CruceRules) -> str:
    """The cards that a player sees before it speaks."""
    count = 12 // rules.players if rules.has_two_packets else rules.hand_size
    if rules.has_two_packets:
        return say(f"the first packet of {count} cards", f"primul pachet de {count} cărți")
    return say(f"the hand of {count} cards", f"mâna de {count} cărți")


def shape_text(first: int, rest: int) -> str:
    """Cards of a shape of :func:`analyzer.games.cruce.report.features.shapes`."""
    parts = []
    for suit, bits in zip(_SUITS, (first >> 6, first & 63, rest >> 6, rest & 63), strict=True):
        held = [_RANKS[rank] for rank in range(codes.RANKS - 1, -1, -1) if bits >> rank & 1]
        if held:
            parts.append(suit + "".join(held))
    return "\u00a0".join(parts)


def score_name(own: int, theirs: int) -> str:
    """A score of the match, own first."""
    return f"{own}–{theirs}"
