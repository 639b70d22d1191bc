"""The advice of the sources, one by one."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cards.cuccu import CAT, FOOL, HORSE, HUNTER, ZERO, format_card
from analyzer.games.chapters import Block, Claim, Number, Text
from analyzer.games.cuccu.report.answers import (
    Situation,
    all_answers,
    rules_for,
    situation,
)
from analyzer.games.cuccu.report.match import seat_shares
from analyzer.games.cuccu.report.thresholds import kept_from
from analyzer.games.cuccu.report.thumbs import lost
from analyzer.games.cuccu.report.words import card_name
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.studio import Studio

_BOOK = "docs/rulebooks/cuccu.md"
_MIDDLE = 10
"""VII, the middle of the twenty ranks."""
_SWAPS = ((5, 6), (5, 9), (7, 9), (3, 5))
"""Cards given and received: II and III, II and VI, IIII and VI, 0 and II."""
_GUESTS = (ZERO, 2, 5, 9)
"""Guests' cards at an inn: 0, Secchia, II, VI."""


def tips(studio: Studio) -> Sequence[Block]:
    """Every tip that these rules have a place for."""
    say, rules = studio.say, studio.rules
    assert isinstance(rules, CuccuRules)
    claims = [_pass_and_stop(studio, rules), _middle(studio, rules), _dealer(studio)]
    claims += [_fool(studio, rules), _innkeeper(studio, rules), _throw_away(studio, rules)]
    intro = say(
        "Gains are in chances of winning the match, of the better answer over the other.",
        "Câștigurile sunt în șanse de a câștiga partida, ale unui răspuns față de celălalt.",
    )
    return [Text(intro), *(claim for claim in claims if claim is not None)]


def _pass_and_stop(studio: Studio, rules: CuccuRules) -> Claim | None:
    """Pagat: a player who was given a better card than the one given away stops there."""
    say = studio.say
    if rules.players < 3:
        return None
    found = [
        (gave, got, situation(studio, rules, got, seat="2", asked="1", gave=format_card(gave)))
        for gave, got in _SWAPS
    ]
    gains = [-s.gains["match"] for _, _, s in found]
    told = [
        say(
            f"{card_name(gave)} given for {card_name(got)}",
            f"{card_name(gave)} dat pentru {card_name(got)}",
        )
        + f" {say.number(gain, signed=True)}"
        for (gave, got, _), gain in zip(found, gains, strict=True)
    ]
    return Claim(
        say(
            "You were asked, and got a better card than you gave: keep it.",
            "Ți s-a cerut și ai primit o carte mai bună decât ai dat: păstreaz-o.",
        ),
        say(f"pagat.com, “pass and stop”; {_BOOK}, section 15",
            f"pagat.com, „pass and stop”; {_BOOK}, secțiunea 15"),
        _verdict(gains),
        say(f"Keeping gains, in seat 2: {'; '.join(told)}.",
            f"A păstra câștigă, pe locul 2: {'; '.join(told)}."),
    )  # fmt: skip


def _middle(studio: Studio, rules: CuccuRules) -> Claim:
    """Advice from games with ordinary cards, where nobody is punished for asking."""
    say = studio.say
    answers = all_answers(studio, rules.players)
    cost = lost(answers, lambda _: _MIDDLE, "match")
    lives = lost(answers, lambda _: _MIDDLE, "points")
    lowest = kept_from(answers, rules.players)
    right = [seat for seat, card in lowest.items() if abs(card - _MIDDLE) <= 1]
    verdict = "true" if len(right) == len(lowest) else "depends" if right else "false"
    told = say.all_of([card_name(card) for card in dict.fromkeys(lowest.values())])
    return Claim(
        say(
            "Ask with anything below the middle card.",
            "Cere cu orice carte sub cea din mijloc.",
        ),
        say(f"advice for cuckoo with ordinary cards; {_BOOK}, section 15",
            f"sfat pentru jocul cu cărți obișnuite; {_BOOK}, secțiunea 15"),
        verdict,
        say(
            f"The middle of this pack is {card_name(_MIDDLE)}; keeping starts at {told}. Asking below "
            f"{card_name(_MIDDLE)} in every seat costs {say.number(cost)} of the match a decision, "
            f"{say.number(lives)} lives: cats and hunters punish who asks.",
            f"Mijlocul acestui pachet este {card_name(_MIDDLE)}; se păstrează de la {told}. A cere sub "
            f"{card_name(_MIDDLE)} în orice loc costă {say.number(cost)} din partidă pe decizie, "
            f"{say.number(lives)} vieți: pisicile și vânătorii pedepsesc pe cine cere.",
        ),
    )  # fmt: skip


def _dealer(studio: Studio) -> Claim | None:
    """Pagat says so of two players; others found the dealer worst at large tables."""
    say = studio.say
    shares = seat_shares(studio)
    if shares.empty:
        return None
    gains, told = [], []
    for players, rows in shares.groupby("players", sort=False):
        dealer = float(rows.loc[rows["dealer"], "value"].iloc[0])
        lead = dealer - float(rows.loc[~rows["dealer"], "value"].max())
        gains.append(Number(lead, lead, lead, percent=True))
        ahead = say.number(gains[-1], signed=True)
        told.append(say(f"{players} players {ahead}", f"{players} jucători {ahead}"))
    return Claim(
        say("The dealer has the best of it.", "Cine împarte are avantajul."),
        say(f"pagat.com, of two players; {_BOOK}, section 15",
            f"pagat.com, despre doi jucători; {_BOOK}, secțiunea 15"),
        _verdict(gains),
        say(
            f"Chance of winning a new match as its first dealer, over the best other seat: {'; '.join(told)}.",
            f"Șansa de a câștiga o partidă nouă împărțind primul, peste cel mai bun alt loc: {'; '.join(told)}.",
        ),
    )  # fmt: skip


def _fool(studio: Studio, rules: CuccuRules) -> Claim:
    """Whether a fool may be kept in hope of the other one."""
    say = studio.say
    answers = all_answers(studio, rules.players)
    found = [answers[seat, FOOL] for seat in range(1, rules.players + 1)]
    gains = [s.gains["match"] for s in found]
    keeps = [s.values["keep", "lose_life"] for s in found]
    least = min(keeps, key=lambda x: x.value)
    return Claim(
        say("Never keep the Matto in hope of the second one.",
            "Nu păstra niciodată Matto în speranța celui de-al doilea."),
        say(f"{_BOOK}, section 15", f"{_BOOK}, secțiunea 15"),
        _verdict(gains),
        say(
            f"Kept, it loses a life in at least {say.number(least)} of rounds; asking gains "
            f"{_span(studio, gains)}, by seat.",
            f"Păstrat, pierde o viață în cel puțin {say.number(least)} din runde; a cere câștigă "
            f"{_span(studio, gains)}, după loc.",
        ),
    )  # fmt: skip


def _innkeeper(studio: Studio, rules: CuccuRules) -> Claim | None:
    """Whether a guest should ask for cover rather than stay."""
    say = studio.say
    if rules.inn != "payment" or rules.players < 3:
        return None
    found = [situation(studio, rules, card, seat="1", shown="2 inn") for card in _GUESTS]
    gains = [s.gains["match"] for s in found]
    told = [
        f"{card_name(card)} {say.number(gain, signed=True)}"
        for card, gain in zip(_GUESTS, gains, strict=True)
    ]
    return Claim(
        say("At an inn, asking for cover is never worse than staying.",
            "La han, a cere plata nu e niciodată mai rău decât a rămâne."),
        say(f"{_BOOK}, section 15", f"{_BOOK}, secțiunea 15"),
        "true" if all(x.high >= -_NOTHING for x in gains) else _verdict(gains),
        say(f"Asking for cover gains, in seat 1 with {'; '.join(told)}.",
            f"A cere plata câștigă, pe locul 1 cu {'; '.join(told)}."),
    )  # fmt: skip


_NOTHING = 0.0005
"""Match chances that differ by less are called the same."""


def _throw_away(studio: Studio, rules: CuccuRules) -> Claim | None:
    """The rule book's ninth example: the dealer's cat against a horse and a hunter."""
    say = studio.say
    if rules.players != 4 or rules.mid_round_zero != "dead_card":
        return None
    most = rules.lives
    lives = f"1,{most},{most},{most}"
    found: Situation = situation(
        studio, rules_for(studio, 4), CAT, seat="4", lives=lives, asked="1",
        shown="2 horse, 3 hunter",
    )  # fmt: skip
    calm = all_answers(studio, 4)[4, CAT].gains["match"]
    gain = found.gains["match"]
    return Claim(
        say("Throw away a special card when the other live cards are known to be higher.",
            "Aruncă o carte specială când se știe că celelalte cărți vii sunt mai mari."),
        say(f"pagat.com; {_BOOK}, section 11, example 9", f"pagat.com; {_BOOK}, secțiunea 11, exemplul 9"),
        _verdict([gain]),
        say(
            f"Seat 1 dies asking past {card_name(HORSE)} at {card_name(HUNTER)}; swapping "
            f"{card_name(CAT)} gains the dealer {say.number(gain, signed=True)}. With nothing shown it "
            f"gains {say.number(calm, signed=True)}.",
            f"Locul 1 moare cerând, peste {card_name(HORSE)}, la {card_name(HUNTER)}; schimbând "
            f"{card_name(CAT)}, cel care împarte câștigă {say.number(gain, signed=True)}. Când nu s-a "
            f"arătat nimic, câștigă {say.number(calm, signed=True)}.",
        ),
    )  # fmt: skip


def _verdict(gains: Sequence[Number]) -> str:
    """True or false when all gains agree; what is the same as nothing does not speak against."""
    if all(x.low > -_NOTHING for x in gains) and any(x.positive for x in gains):
        return "true"
    return "false" if all(x.high < _NOTHING for x in gains) else "depends"


def _span(studio: Studio, gains: Sequence[Number]) -> str:
    low, high = min(gains, key=lambda x: x.value), max(gains, key=lambda x: x.value)
    say = studio.say
    ends = [say.number(x, signed=True) for x in (low, high)]
    return say(f"{ends[0]} to {ends[1]}", f"{ends[0]} până la {ends[1]}")
