"""Advice of the source text and of players, one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from analyzer.games.chapters import Block, Claim, Number, Text, verdict_of
from analyzer.games.cupe.report.give import (
    gain_of,
    points_gain,
    queen_frame,
    void_gain,
)
from analyzer.games.cupe.report.hands import ACE, HEARTS, QUEEN, RANKS
from analyzer.games.cupe.report.samples import GiftSample
from analyzer.games.cupe.report.words import (
    COMMON,
    SOURCE,
    gift_hands,
    gives,
    habit_hands,
    has_slam,
    many_gifts,
    mean_of,
    own_rules,
    rate,
)
from analyzer.games.studio import Studio

_HOPE = 4.5
"""Losers after giving for a slam up to which a hand is hopeful."""


def tips(studio: Studio) -> Sequence[Block]:
    """Every piece of advice that these rules have a place for."""
    say = studio.say
    claims: list[Claim] = [_few_tricks(studio)]
    if gives(studio) and has_slam(studio):
        claims += [_keep_best(studio), _poison(studio)]
    if has_slam(studio):
        claims += [_beware(studio), _stopper(studio), _never(studio)]
    if gives(studio):
        claims += [_house(studio), _void(studio)]
        if own_rules(studio).exchange_high_spades:
            claims += [_queen(studio), _top_spades(studio)]
    claims.append(_flush(studio))
    intro = say(
        "Gains are points a hand (the others' mean less own), at `simple` play, of one player who follows "
        "the advice among three who play as usual.",
        "Câștigurile sunt puncte pe mână (media celorlalți minus ale sale), la nivelul `simple`, ale unui "
        "jucător care urmează sfatul între trei care joacă obișnuit.",
    )  # fmt: skip
    return [Text(intro), *claims]


def habit_gain(studio: Studio, habit: str) -> Number:
    """What one habit changed gains a hand over the usual play."""
    rows = habit_hands(studio)
    return mean_of(studio, rows[f"score_{habit}"] - rows["score_usual"])


def _source(studio: Studio, which: tuple[str, str]) -> str:
    return studio.say(*which)


def _few_tricks(studio: Studio) -> Claim:
    say = studio.say
    gain = habit_gain(studio, "no_lead")
    return Claim(
        say("Win as few tricks as possible.", "Câștigă cât mai puține levate."),
        _source(studio, SOURCE),
        verdict_of(gain),
        say(
            f"A player who shuns every trick as if it cost three points gains {say.number(gain, signed=True)}: "
            "tricks without points are harmless, and high cards are best spent on them.",
            f"Un jucător care fuge de orice levată ca și cum ar costa trei puncte câștigă "
            f"{say.number(gain, signed=True)}: levatele fără puncte nu fac rău, iar cărțile mari acolo se joacă cel mai bine.",
        ),
    )  # fmt: skip


def _keep_best(studio: Studio) -> Claim:
    say = studio.say
    rows = gift_hands(studio)
    hopeful = rows["aim_losers"] / 10 <= _HOPE
    yes, no = mean_of(studio, rows.loc[hopeful, "aim"]), mean_of(studio, rows.loc[~hopeful, "aim"])
    return Claim(
        say("Keep your best cards in the exchange and hope for a grand slam.",
            "Păstrează la pasare cele mai bune cărți și speră la un Grand Slam."),
        _source(studio, SOURCE),
        _of_all([yes, no]),
        say(
            f"Giving losers instead of danger gains {say.number(yes, signed=True)} where at most "
            f"{say.plain(_HOPE)} losers are left, {say.number(no, signed=True)} with other hands.",
            f"A pasa pierzătoare în loc de pericole câștigă {say.number(yes, signed=True)} unde rămân cel mult "
            f"{say.plain(_HOPE)} pierzătoare, {say.number(no, signed=True)} cu celelalte mâini.",
        ),
    )  # fmt: skip


def _poison(studio: Studio) -> Claim:
    say = studio.say
    rows = gift_hands(studio)
    right, most = points_gain(studio, rows, "right")
    any_, _ = points_gain(studio, rows, "against")
    score, _ = points_gain(studio, rows, "hot")
    return Claim(
        say("Giving too many point cards helps who gets them to a grand slam.",
            "Prea multe cărți cu punctaj pasate îl ajută pe cel care le primește să facă Grand Slam."),
        _source(studio, SOURCE),
        verdict_of(right),
        say(
            f"With {most} point cards instead of none given, the slams of who gets them change by "
            f"{say.number(rate(right), signed=True)}, those of all opponents by "
            f"{say.number(rate(any_), signed=True)}, the score by {say.number(score, signed=True)}: hearts "
            "that are not the highest are losers in a shooter's hand.",
            f"Cu {most} cărți cu punctaj pasate în loc de niciuna, Grand Slam-urile celui care le primește se "
            f"schimbă cu {say.number(rate(right), signed=True)}, ale tuturor adversarilor cu "
            f"{say.number(rate(any_), signed=True)}, scorul cu {say.number(score, signed=True)}: cupele care nu "
            "sunt cele mai mari sunt pierzătoare pentru cine vrea slam-ul.",
        ),
    )  # fmt: skip


def _beware(studio: Studio) -> Claim:
    say = studio.say
    gain = -habit_gain(studio, "no_threat")
    rows = habit_hands(studio)
    fewer = rate(mean_of(studio, rows["against_usual"] - rows["against_no_threat"]))
    return Claim(
        say("Beware of the grand slam: take a trick when one player has all points.",
            "Ferește-te de Grand Slam: ia o levată când un singur jucător are toate punctele."),
        _source(studio, SOURCE),
        verdict_of(gain),
        say(
            f"The simple player's way to fear it gains {say.number(gain, signed=True)}, slams against change "
            f"by {say.number(fewer, signed=True)}. A trick taken in fear costs its points at once; most "
            "players with all points so far are no shooters.",
            f"Felul de a se teme al jucătorului simplu câștigă {say.number(gain, signed=True)}, iar slam-urile "
            f"împotrivă se schimbă cu {say.number(fewer, signed=True)}. O levată luată de frică costă pe loc; "
            "cei mai mulți care au toate punctele nu încearcă slam-ul.",
        ),
    )  # fmt: skip


def _stopper(studio: Studio) -> Claim:
    say = studio.say
    gain = -habit_gain(studio, "no_stopper")
    return Claim(
        say("Hold your best heart back while one player has all points.",
            "Păstrează cupa cea mai mare cât timp un singur jucător are toate punctele."),
        _source(studio, COMMON),
        verdict_of(gain),
        say(f"It gains {say.number(gain, signed=True)}.", f"Câștigă {say.number(gain, signed=True)}."),
    )  # fmt: skip


def _never(studio: Studio) -> Claim:
    say = studio.say
    gain = habit_gain(studio, "never")
    return Claim(
        say("Never try a grand slam yourself: it is too dangerous.",
            "Nu încerca niciodată Grand Slam-ul: e prea periculos."),
        _source(studio, COMMON),
        verdict_of(gain),
        say(
            f"Never to try it, nor to give for it, changes the score by {say.number(gain, signed=True)}.",
            f"A nu-l încerca niciodată și a nu pasa pentru el schimbă scorul cu {say.number(gain, signed=True)}.",
        ),
    )  # fmt: skip


def _house(studio: Studio) -> Claim:
    """Whether another way to count the cards changes what is given."""
    say, rules = studio.say, own_rules(studio)
    other = "one" if rules.values == "face" else "face"
    changed = rules.with_changes(values=other)
    plan = GiftSample(changed)
    rows = studio.sample(f"gifts, values {other}", plan, many_gifts(studio) // 2)
    cards = [HEARTS * RANKS + rank for rank in range(QUEEN, ACE + 1)]
    here, there = gain_of(studio, gift_hands(studio), cards), gain_of(studio, rows, cards)
    gap = there.value - here.value if other == "face" else here.value - there.value
    half = float(np.hypot(here.half, there.half))
    change = Number(gap, gap - half, gap + half)
    return Claim(
        say("Check the house rules first.", "Verifică mai întâi regulile casei."),
        _source(studio, SOURCE),
        verdict_of(change),
        say(
            f"Giving a queen, king or ace of hearts gains {say.number(here, signed=True)} with "
            f"`values={rules.values}` and {say.number(there, signed=True)} with `values={other}`; what else "
            "changes stands below, under house rules.",
            f"A pasa dama, popa sau asul de cupă câștigă {say.number(here, signed=True)} cu "
            f"`values={rules.values}` și {say.number(there, signed=True)} cu `values={other}`; ce se mai schimbă "
            "stă mai jos, la regulile casei.",
        ),
    )  # fmt: skip


def _queen(studio: Studio) -> Claim:
    return _by_guards(
        studio,
        ("Always give away the queen of spades.", "Pasează întotdeauna dama de pică."),
        lambda card: card == "Q♠",
    )


def _top_spades(studio: Studio) -> Claim:
    return _by_guards(
        studio,
        (
            "Without the queen give away king and ace of spades.",
            "Fără damă pasează popa și asul de pică.",
        ),
        lambda card: card != "Q♠",
    )


def _by_guards(studio: Studio, text: tuple[str, str], wanted: Callable[[str], bool]) -> Claim:
    say = studio.say
    frame = queen_frame(studio, gift_hands(studio))
    frame = frame[[wanted(card) for card in frame["card"]]]
    columns = (frame[name].tolist() for name in ("card", "guards", "value", "low", "high"))
    found = [
        (f"{card} ({number})", Number(value, low, high))
        for card, number, value, low, high in zip(*columns, strict=True)
    ]
    told = "; ".join(f"{name} {say.number(x, signed=True)}" for name, x in found)
    return Claim(
        say(*text),
        _source(studio, COMMON),
        _of_all([x for _, x in found]),
        say(
            f"Gain by the spades below the queen, in brackets: {told}.",
            f"Câștigul după picile de sub damă, în paranteze: {told}.",
        ),
    )


def _void(studio: Studio) -> Claim:
    say = studio.say
    rows = gift_hands(studio)
    clubs, diamonds = void_gain(studio, rows, 0), void_gain(studio, rows, 1)
    more = habit_gain(studio, "more_void")
    return Claim(
        say("Empty a suit in the exchange.", "Golește o culoare la pasare."),
        _source(studio, COMMON),
        _of_all([clubs, diamonds]),
        say(
            f"Emptying clubs gains {say.number(clubs, signed=True)}, diamonds "
            f"{say.number(diamonds, signed=True)}; a player who rates short suits three times as high as usual "
            f"changes his score by {say.number(more, signed=True)}.",
            f"A goli treflele câștigă {say.number(clubs, signed=True)}, carourile "
            f"{say.number(diamonds, signed=True)}; un jucător care prețuiește culorile scurte de trei ori mai "
            f"mult își schimbă scorul cu {say.number(more, signed=True)}.",
        ),
    )  # fmt: skip


def _flush(studio: Studio) -> Claim:
    say = studio.say
    gain = -habit_gain(studio, "no_flush")
    rows = habit_hands(studio)
    queen = rate(mean_of(studio, rows["queen_usual"] - rows["queen_no_flush"]))
    return Claim(
        say("Lead low spades to drive out the queen when others hold her.",
            "Joacă pici mici ca să scoți dama când e la alții."),
        _source(studio, COMMON),
        verdict_of(gain),
        say(
            f"The habit gains {say.number(gain, signed=True)}; queens taken change by "
            f"{say.number(queen, signed=True)}.",
            f"Obiceiul câștigă {say.number(gain, signed=True)}; damele luate se schimbă cu "
            f"{say.number(queen, signed=True)}.",
        ),
    )  # fmt: skip


def _of_all(gains: Sequence[Number]) -> str:
    """True or false where every case says so."""
    found = {verdict_of(x) for x in gains}
    return found.pop() if len(found) == 1 else "depends"
