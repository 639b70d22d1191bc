"""Cupe in plain Python, to be read as the rule book: slow, and independent of the kernels.

A card is a text such as "QS" or "TH"; a hand is a set of cards; seats are 0 to 3 in playing
order, seat 3 deals the first hand.  ``rules`` is anything with the attributes of the house
rules' keys.
"""

from __future__ import annotations

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
HEARTS = {rank + "H" for rank in RANKS}
POINTS = HEARTS | {"QS"}
HIGH_SPADES = {"AS", "KS", "QS"}
BONUS = {"none": None, "jack_diamonds": "JD", "ten_diamonds": "TD"}

# Seat i gives to seat i + step: left 1, across 2, right 3.
STEPS = {"l": 1, "a": 2, "r": 3, "n": 0}
FIXED = {"right": 3, "left": 1, "across": 2, "none": 0}


def strength(card):
    return RANKS.index(card[0])


# Exchange


def direction(rules, hand_number, drawn):
    """Step of the exchange of a hand; ``drawn`` (0 to 3) is used when it is random."""
    if rules.exchange in FIXED:
        return FIXED[rules.exchange]
    if rules.exchange == "random":
        return drawn
    letters = rules.exchange.removeprefix("cycle_")
    return STEPS[letters[hand_number % len(letters)]]


def may_be_given(rules, hand):
    return hand if rules.exchange_high_spades else hand - HIGH_SPADES


def after_exchange(hands, gifts, step):
    """Hands after every seat gave its gift to the seat ``step`` places on, all at once."""
    if step == 0:
        return [set(hand) for hand in hands]
    return [(hands[seat] - gifts[seat]) | gifts[(seat - step) % 4] for seat in range(4)]


# Play


def opener(rules, hands, hand_number):
    if rules.open_with == "after_dealer":
        return hand_number % 4
    return next(seat for seat in range(4) if "2C" in hands[seat])


def barred_on_first_trick(rules):
    return {
        "forbidden": POINTS,
        "allowed": set(),
        "hearts_forbidden": HEARTS,
        "queen_forbidden": {"QS"},
    }[rules.first_trick_points]


def legal(rules, hand, trick, number, broken):
    """Cards that may be played: ``trick`` so far, ``number`` 1 to 13, whether points are broken."""
    if trick:
        follow = {card for card in hand if card[1] == trick[0][1]}
        if follow:
            return follow
        if number == 1:
            return (hand - barred_on_first_trick(rules)) or hand
        return hand
    if number == 1 and rules.open_with == "two_of_clubs":
        return {"2C"}
    if number == 1 and rules.open_with == "any_club":
        return {card for card in hand if card[1] == "C"}
    allowed = may_be_led(rules, hand, broken)
    if number == 1:
        # The first trick is to be free of points, whoever plays to it.
        return (allowed - barred_on_first_trick(rules)) or allowed
    return allowed


def may_be_led(rules, hand, broken):
    if broken or rules.lead_barred == "none":
        return hand
    if hand <= POINTS:
        # Nothing but point cards: OpenSpiel makes its holder lead the queen.
        if rules.only_barred_left == "queen_forced" and "QS" in hand:
            return {"QS"}
        return hand
    return hand - (POINTS if rules.lead_barred == "points" else HEARTS)


def breaks(rules, card):
    return card in (POINTS if rules.breakers == "points" else HEARTS)


def winner(leader, trick):
    suit = trick[0][1]
    best = max((card for card in trick if card[1] == suit), key=strength)
    return (leader + trick.index(best)) % 4


class Hand:
    """The thirteen tricks of one hand, card by card."""

    def __init__(self, rules, hands, first):
        self.rules = rules
        self.hands = [set(hand) for hand in hands]
        self.leader = first
        self.trick = []
        self.number = 1
        self.broken = False
        self.taken = [set() for _ in range(4)]

    @property
    def turn(self):
        return (self.leader + len(self.trick)) % 4

    @property
    def over(self):
        return self.number > 13

    def legal(self):
        return legal(self.rules, self.hands[self.turn], self.trick, self.number, self.broken)

    def play(self, card):
        assert card in self.legal()
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        if breaks(self.rules, card):
            self.broken = True
        if len(self.trick) == 4:
            self.leader = winner(self.leader, self.trick)
            self.taken[self.leader] |= set(self.trick)
            self.trick = []
            self.number += 1


# Scores


def value(rules, card):
    """Points of a point card."""
    if rules.values == "spot":
        return 25 if card == "QS" else 2 + strength(card)
    if card == "QS":
        return 13
    if rules.values == "face":
        return {"A": 5, "K": 4, "Q": 3, "J": 2}.get(card[0], 1)
    return 1


def bonus(rules, taken):
    """Points of the bonus card for its taker; it is no point card."""
    return rules.bonus_points if BONUS[rules.bonus_card] in taken else 0


def slam_seat(rules, taken):
    """The seat that took all point cards (and the bonus card where it is needed), or None."""
    needed = set(POINTS)
    if rules.slam_needs_bonus and rules.bonus_card != "none":
        needed.add(BONUS[rules.bonus_card])
    return next((seat for seat in range(4) if needed <= taken[seat]), None)


def score(rules, taken, totals):
    """Points of the hand for each seat; ``totals`` are those before the hand."""
    extra = [bonus(rules, cards) for cards in taken]
    shooter = slam_seat(rules, taken)
    if shooter is None or rules.slam == "none":
        raw = [sum(value(rules, card) for card in cards & POINTS) for cards in taken]
        none = [0 if cards else rules.no_trick_bonus for cards in taken]
        return [a + b + c for a, b, c in zip(raw, extra, none, strict=True)]
    everything = sum(value(rules, card) for card in POINTS)
    added = [extra[i] + (0 if i == shooter else everything) for i in range(4)]
    subtracted = [extra[i] - (everything if i == shooter else 0) for i in range(4)]
    after = [total + points for total, points in zip(totals, added, strict=True)]
    if rules.slam == "subtract":
        return subtracted
    if rules.slam == "auto" and at_limit(rules, after):
        return subtracted
    if rules.slam == "lead_auto" and after[shooter] > min(after):
        return subtracted
    return added


def at_limit(rules, totals):
    if rules.limit_mode == "reach":
        return max(totals) >= rules.end_at
    return max(totals) > rules.end_at


def winners(rules, totals):
    """Seats that win with these totals; more than wanted when tied."""
    wanted = 2 if rules.winners == "two_lowest" else 1
    return {seat for seat in range(4) if totals[seat] <= sorted(totals)[wanted - 1]}


def match_over(rules, totals):
    if not at_limit(rules, totals):
        return False
    wanted = 2 if rules.winners == "two_lowest" else 1
    return rules.tie == "shared" or len(winners(rules, totals)) == wanted


# Grand slam, all cards face up


def can_slam(hands, declarer, leader, trick=(), taken=(), needed=frozenset(POINTS), **state):
    """Whether ``declarer`` can take every needed card against the others together.

    Full count, for endgames only: nothing is left out but what was counted before.  ``taken`` are
    needed cards that the declarer has; all others are in ``hands`` or ``trick``, or the
    answer is no.  ``state``: rules, broken and number, where leads are restricted.
    """
    here = {card for hand in hands for card in hand} | set(trick)
    if not set(needed) <= here | set(taken):
        return False
    return _slam(
        tuple(frozenset(hand) for hand in hands),
        declarer,
        leader,
        tuple(trick),
        frozenset(needed) - frozenset(taken),
        state.get("rules"),
        state.get("broken", True),
        state.get("number", 13),
        {},
    )


def _slam(hands, declarer, leader, trick, left, rules, broken, number, known):
    if len(trick) == 4:
        taker = winner(leader, list(trick))
        if taker != declarer and left & set(trick):
            return False
        left = left - set(trick)
        if not left:
            return True
        leader, trick, number = taker, (), number + 1
    position = (hands, leader, trick, broken)
    if position in known:
        return known[position]
    turn = (leader + len(trick)) % 4
    hand = hands[turn]
    if rules is None:
        follow = {card for card in hand if trick and card[1] == trick[0][1]}
        moves = follow or hand
    else:
        moves = legal(rules, hand, trick, number, broken)
    found = (
        _slam(
            (*hands[:turn], hand - {card}, *hands[turn + 1 :]),
            declarer,
            leader,
            (*trick, card),
            left,
            rules,
            broken or (rules is not None and breaks(rules, card)),
            number,
            known,
        )
        for card in sorted(moves)
    )
    known[position] = any(found) if turn == declarer else all(found)
    return known[position]
