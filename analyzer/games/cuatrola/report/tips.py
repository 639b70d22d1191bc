"""Advice tested: the questions of the rule book, section 14, one by one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analyzer.games.chapters import Block, Claim, Number, Text, verdict_of
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.base_plan import BIDS
from analyzer.games.cuatrola.report.calling import exact
from analyzer.games.cuatrola.report.data import (
    SIMPLE,
    all_hands,
    answers,
    best_calls,
    calls,
    declared,
    effects,
    leads,
    paired,
    rules_of,
    scores,
    seat_hands,
)
from analyzer.games.cuatrola.report.features import FEATURES
from analyzer.games.cuatrola.report.samples import calls_at
from analyzer.games.cuatrola.report.scores import at_score
from analyzer.games.cuatrola.report.thumbs import cost_of, expected_calls, three_and_as
from analyzer.games.cuatrola.report.words import BOOK
from analyzer.games.cuatrola.study import studies
from analyzer.games.studio import Studio, first_number

_SURE_CUATRO, _SURE_QUINTA = ("AO 3O RO AC SE", "1", "SO"), ("AO 3O RO HO AC", "1", "SO")
_FEW = 30


def tips(studio: Studio) -> Sequence[Block]:
    """Every claim that can be tested under these rules."""
    say = studio.say
    wanted = [
        _estimate(studio),
        _trump_worth(studio),
        *_sure(studio),
        _draw(studio),
        _lead_sure(studio),
        _lead_low(studio),
        _loose(studio, "as"),
        _loose(studio, "tres"),
        _cheap(studio),
        _dump(studio),
        _sing(studio),
        _block(studio),
        _mano(studio),
        _solo_or_normal(studio),
    ]
    return [
        Text(
            say(
                "Every number compares two ways with the same cards; all others play on at `simple`. "
                "Gains are in match points of the own pair.",
                "Fiecare număr compară două feluri de a juca aceleași cărți; toți ceilalți joacă mai departe la "
                "nivelul `simple`. Câștigurile sunt în puncte de partidă ale perechii proprii.",
            )
        ),
        *(claim for claim in wanted if claim is not None),
    ]


def _source(studio: Studio) -> str:
    return studio.say(f"{BOOK}, section 14", f"{BOOK}, secțiunea 14")


def _signed(studio: Studio, x: Number) -> str:
    return studio.say.number(x, signed=True)


def _estimate(studio: Studio) -> Claim:
    say, frame, names = studio.say, all_hands(studio), calls(studio)
    picks = expected_calls(frame, names)
    worth = frame[list(scores(names).values())].to_numpy(float)
    own = worth[np.arange(len(frame)), [names.index(str(p)) for p in picks]]
    declares = picks != "pass"
    gain = studio.mean((own - worth[:, 0])[declares]) if declares.sum() > 1 else None
    cost = cost_of(studio, frame, picks)
    # Better than paso is not enough: a plain rule should not do better.
    worse = cost.low > cost_of(studio, frame, three_and_as(frame, names[1])).high
    gained = "–" if gain is None else _signed(studio, gain)
    big = [
        studio.rate(np.asarray(frame.loc[picks == call, f"made_{call}"] >= 0.5))
        for call in ("cuatro", "quinta")
        if call in names and (picks == call).sum() > 0
    ]
    told = say.all_of([say.number(x) for x in big]) or "–"
    return Claim(
        say("Cuatro from 3½ expected tricks, quinta from 4½ (a trump a bit under one, side ases a bit over half, "
            "side treses under half).",
            "Cuatro de la 3½ levate așteptate, quinta de la 4½ (un atu ceva sub una, un as lateral ceva peste "
            "jumătate, un tres lateral sub jumătate)."),
        _source(studio),
        "depends" if gain is None or (gain.positive and worse) else verdict_of(gain),
        say(f"Declaring so gains {gained} over paso, in the hands in which it declares, and costs "
            f"{say.number(cost)} a hand against the full calculation. Of its cuatros and quintas {told} are "
            "more likely made than not.",
            f"Declarând așa se câștigă {gained} față de paso, în mâinile declarate, și se pierd {say.number(cost)} pe "
            f"mână față de calculul complet. Din cuatro și quinta declarate astfel, {told} se fac mai probabil decât nu."),
    )  # fmt: skip


def _trump_worth(studio: Studio) -> Claim | None:
    say = studio.say
    if "solo" not in calls(studio):
        return None
    frame = all_hands(studio)
    found = effects(studio, frame, (*FEATURES, "lead"), "tricks")
    simple = effects(studio, frame, ("trumps", "side_as", "side_tres"), "tricks")
    trump, ace, tres = (simple[name] for name in ("trumps", "side_as", "side_tres"))
    fits = [0.7 <= trump.value < 1.0, 0.5 < ace.value <= 0.75, 0 < tres.value < 0.5]
    verdict = "true" if all(fits) else "depends" if any(fits) else "false"
    return Claim(
        say("A trump is worth a bit under one trick, a side as a bit over half, a side tres under half.",
            "Un atu face ceva sub o levată, un as lateral ceva peste jumătate, un tres lateral sub jumătate."),
        _source(studio),
        verdict,
        say(f"In a solo one more trump brings {say.number(trump)} tricks, a side as {say.number(ace)}, a side tres "
            f"{say.number(tres)}; the as of trumps {say.number(found['trump_as'])} beyond being a trump.",
            f"Într-un solo, încă un atu aduce {say.number(trump)} levate, un as lateral {say.number(ace)}, un tres "
            f"lateral {say.number(tres)}; asul de atu {say.number(found['trump_as'])} pe lângă faptul că e atu."),
    )  # fmt: skip


def _sure(studio: Studio) -> list[Claim]:
    say, found = studio.say, []
    for (hand, seat, turned), contract, en, ro in (
        (_SURE_CUATRO, "cuatro", "On lead, the three top trumps and a side as are a certain cuatro.",
         "Cu ieșirea, cele trei atuuri mari și un as lateral sunt un cuatro sigur."),
        (_SURE_QUINTA, "quinta", "On lead, the four top trumps and a side as are a certain quinta.",
         "Cu ieșirea, cele patru atuuri mari și un as lateral sunt o quinta sigură."),
    ):  # fmt: skip
        share = exact(studio, hand, seat, turned, contract)
        if share is None:
            continue
        found.append(
            Claim(
                say(en, ro),
                _source(studio),
                "true" if share == 1 else "false",
                say(f"{hand}, {turned} turned: made in {say.percent(share)} of all layouts, counted exactly with the "
                    "cards face up.",
                    f"{hand}, {turned} întoarsă: făcut în {say.percent(share)} din toate împărțirile, numărate exact "
                    "cu cărțile pe față."),
            )
        )  # fmt: skip
    return found


def _draw(studio: Studio) -> Claim | None:
    say, frame = studio.say, leads(studio)
    own = frame[(frame["contract"] > codes.NORMAL) & (frame["sure"] >= 2)]
    gain = paired(studio, own, "own_trump", "own_best_side")
    if gain is None:
        return None
    fewer = paired(
        studio, frame[(frame["contract"] > 0) & (frame["sure"] < 2)], "own_trump", "own_best_side"
    )
    told = "–" if fewer is None else _signed(studio, fewer)
    return Claim(
        say("With a contract and two or more safe trumps, draw trumps first.",
            "Cu un contract și două sau mai multe atuuri sigure, scoate întâi atuurile."),
        _source(studio),
        verdict_of(gain),
        say(f"The top trump instead of the best side card, led by mano in a declared contract: {_signed(studio, gain)}; "
            f"with fewer safe trumps {told}.",
            f"Atuul cel mai mare în locul celei mai bune cărți laterale, la ieșirea lui mano într-un contract declarat: "
            f"{_signed(studio, gain)}; cu mai puține atuuri sigure {told}."),
    )  # fmt: skip


def _lead_claim(
    studio: Studio, text: str, pairs: Sequence[tuple[str, str, str]], sign: int = 1
) -> Claim | None:
    """Mano's leads in a normal hand: gains of one kind over others, with their names."""
    frame = leads(studio)
    frame = frame[frame["contract"] == codes.NORMAL]
    gains, told = [], []
    for one, other, name in pairs:
        gain = paired(studio, frame, f"normal_{one}", f"normal_{other}")
        if gain is not None:
            gains.append(gain)
            told.append(f"{name} {_signed(studio, gain)}")
    if not gains:
        return None
    good = [sign * x.value > 0 and (x.positive or x.negative) for x in gains]
    bad = [sign * x.value < 0 and (x.positive or x.negative) for x in gains]
    verdict = "true" if all(good) else "false" if all(bad) else "depends"
    return Claim(text, _source(studio), verdict, "; ".join(told) + ".")


def _lead_sure(studio: Studio) -> Claim | None:
    say = studio.say
    return _lead_claim(
        studio,
        say("Without a contract lead a side card that nobody can beat.",
            "Fără contract, ieși cu o carte laterală pe care nu o bate nimeni."),
        [("as", "low", say("A side as instead of a low side card", "Un as lateral în locul unei cărți laterale mici")),
         ("as", "trump", say("instead of the top trump", "în locul celui mai mare atu"))],
    )  # fmt: skip


def _lead_low(studio: Studio) -> Claim | None:
    say = studio.say
    return _lead_claim(
        studio,
        say("Else lead a low card.", "Altfel ieși cu o carte mică."),
        [("low", "trump", say("A low side card instead of the top trump",
                              "O carte laterală mică în locul celui mai mare atu")),
         ("low", "tres", say("instead of a tres without its as", "în locul unui tres fără as"))],
    )  # fmt: skip


def _loose(studio: Studio, kind: str) -> Claim | None:
    say = studio.say
    return _lead_claim(
        studio,
        say(f"Never lead a loose {kind}.", f"Nu ieși niciodată cu un {kind} singur."),
        [(kind, "low", say(f"A side {kind} instead of a low side card",
                           f"Un {kind} lateral în locul unei cărți laterale mici"))],
        sign=-1,
    )  # fmt: skip


def _cheap(studio: Studio) -> Claim | None:
    say, frame = studio.say, answers(studio)
    rows = frame[frame["winners"] >= 2]
    gain = paired(studio, rows, "cheap_win", "dear_win")
    if gain is None:
        return None
    share = studio.rate(frame["winners"] >= 2)
    return Claim(
        say("Win a trick with the lowest card that wins it.",
            "Ia levata cu cea mai mică dintre cărțile care o iau."),
        _source(studio),
        verdict_of(gain),
        say(f"Last to the first trick of a normal hand, the cheapest winner instead of the dearest: "
            f"{_signed(studio, gain)}. There is such a choice in {say.number(share)} of deals only: the duty to beat "
            "decides the rest.",
            f"Ultimul la prima levată a unei mâini fără declarație, cea mai ieftină în locul celei mai scumpe: "
            f"{_signed(studio, gain)}. O asemenea alegere există doar în {say.number(share)} din mâini: datoria de a "
            "bate hotărăște restul."),
    )  # fmt: skip


def _dump(studio: Studio) -> Claim | None:
    say, frame = studio.say, answers(studio)
    partner = frame[frame["partner"] == 1]
    rows = partner[partner["losers"] >= 2]
    gain = paired(studio, rows, "dear_loss", "cheap_loss")
    if gain is None:
        return None
    free = studio.rate(partner["losers"] >= 1)
    against = paired(
        studio, frame[(frame["partner"] == 0) & (frame["losers"] >= 2)], "dear_loss", "cheap_loss"
    )
    told = "–" if against is None else _signed(studio, against)
    return Claim(
        say("Put points on a trick that the partner wins, when the duties allow it.",
            "Pune puncte la levata partenerului, când datoriile te lasă."),
        _source(studio),
        verdict_of(gain),
        say(f"The last player may leave the partner's trick alone in {say.number(free)} of the first tricks that the "
            f"partner holds. There the dearest card instead of the cheapest brings {_signed(studio, gain)}; on an "
            f"opponent's trick {told}.",
            f"Ultimul jucător poate lăsa levata partenerului în {say.number(free)} din primele levate pe care acesta "
            f"le ține. Acolo, cea mai scumpă carte în locul celei mai ieftine aduce {_signed(studio, gain)}; la levata "
            f"unui adversar {told}."),
    )  # fmt: skip


def _sing(studio: Studio) -> Claim | None:
    say, frame = studio.say, answers(studio)
    rows = frame[frame["song"] > 0]
    if len(rows) < _FEW:
        return None
    told, gains = [], []
    for points in (20, 40):
        gain = paired(studio, rows[rows["song"] == points], "sung", "silent")
        if gain is not None:
            gains.append(gain)
            told.append(f"{points}: {_signed(studio, gain)}")
    late = paired(studio, rows[rows["after"] >= 2], "sung", "silent")
    quiet = "–" if late is None else _signed(studio, late)
    good, bad = all(x.positive for x in gains), all(x.negative for x in gains)
    return Claim(
        say("Sing at once when you can.", "Cântă îndată ce poți."),
        _source(studio),
        "true" if good else "false" if bad else "depends",
        say(f"The first chance to sing, taken instead of kept for later ({'; '.join(told)}); after the third trick, "
            f"the last window, {quiet}. The two cards that it shows are worth less than the points.",
            f"Prima ocazie de a cânta, folosită în loc de păstrată ({'; '.join(told)}); după levata a treia, ultima "
            f"ocazie, {quiet}.")
        if good
        else say(f"The first chance to sing, taken instead of kept for later ({'; '.join(told)}); after the third "
                 f"trick, the last window, {quiet}.",
                 f"Prima ocazie de a cânta, folosită în loc de păstrată ({'; '.join(told)}); după levata a treia, "
                 f"ultima ocazie, {quiet}."),
    )  # fmt: skip


def _block(studio: Studio) -> Claim | None:
    say, rules = studio.say, rules_of(studio)
    if "solo" not in calls(studio):
        return None
    own, other = rules.target - 2 - rules.solo_value, rules.target - 1
    if own < 0:
        return None
    names = tuple(BIDS[call] for call in calls_at(rules, own))
    if len(names) < 2:
        return None
    frame = at_score(studio, own, other)
    best = best_calls(frame, names)
    early = seat_hands(studio, codes.SEATS - 1)
    usual = studio.rate(best_calls(early, calls(studio)) > 0)
    share = studio.rate(best > 0)
    always = studio.mean(frame["call_solo_a"] - frame["call_pass_a"])
    always = Number(always.value, always.low, always.high, always.n, percent=True)
    more = share.low > usual.high
    return Claim(
        say(f"Near the end, block with a declaration: the rivals have {other} and one more normal hand.",
            f"Spre sfârșit, blochează cu o declarație: adversarii au {other} și le ajunge o mână."),
        _source(studio),
        "true" if always.positive else "depends" if more else "false",
        say(f"At {own}–{other} the dealer should declare with {say.number(share)} of hands, at 0–0 with "
            f"{say.number(usual)}; a solo with any five cards changes the chance of the match by "
            f"{_signed(studio, always)}. A lost declaration also ends the match: what counts is which is won more often.",
            f"La {own}–{other}, cine împarte ar trebui să declare cu {say.number(share)} din mâini, la 0–0 cu "
            f"{say.number(usual)}; un solo cu orice cinci cărți schimbă șansa la partidă cu {_signed(studio, always)}. "
            "Și o declarație pierdută încheie partida: contează care se câștigă mai des."),
    )  # fmt: skip


def _mano(studio: Studio) -> Claim:
    say = studio.say
    score = studio.mean(declared(studio)["score"])
    study = studio.estimates("study", studies(rules_of(studio), SIMPLE)[0])
    lead, tied = first_number(study, measure="lead"), first_number(study, True, measure="tied")
    return Claim(
        say("Mano is an advantage: first lead and all ties.",
            "Mano e un avantaj: prima ieșire și toate egalitățile."),
        _source(studio),
        verdict_of(score),
        say(f"Mano's pair scores {_signed(studio, score)} a deal as declared: the dealer's sure trump weighs more. The "
            f"lead alone is worth {_signed(studio, lead)} in a normal hand, and {say.number(tied)} of them are ties."
            if score.negative
            else f"Mano's pair scores {_signed(studio, score)} a deal as declared; the lead alone is worth "
            f"{_signed(studio, lead)} in a normal hand, and {say.number(tied)} of them are ties.",
            f"Perechea lui mano face {_signed(studio, score)} pe mână declarată"
            + (": atuul sigur al celui care împarte cântărește mai mult" if score.negative else "")
            + f". Ieșirea singură face {_signed(studio, lead)} într-o mână fără declarație, iar {say.number(tied)} "
            "dintre ele sunt egale."),
    )  # fmt: skip


def _solo_or_normal(studio: Studio) -> Claim | None:
    say = studio.say
    if "solo" not in calls(studio):
        return None
    frame = all_hands(studio)
    good = frame[frame["made_pass"] >= 0.7]
    if len(good) < _FEW:
        return None
    gain = studio.mean(good["call_solo"] - good["call_pass"])
    sure = good[good["made_solo"] >= 0.6]
    told = (
        "–"
        if len(sure) < _FEW
        else _signed(studio, studio.mean(sure["call_solo"] - sure["call_pass"]))
    )
    x = studio.mean(good["made_solo"])
    made = Number(x.value, x.low, x.high, percent=True)
    return Claim(
        say("With good cards play a solo rather than a normal hand.",
            "Cu cărți bune joacă un solo, nu o mână fără declarație."),
        _source(studio),
        "true" if gain.positive else "depends" if told != "–" else "false",
        say(f"Hands that win a normal hand in 70 % or more make a solo in {say.number(made)}; declaring it with all of "
            f"them gains {_signed(studio, gain)}, with those that make it in 60 % or more {told}.",
            f"Mâinile care câștigă fără declarație în cel puțin 70 % fac un solo în {say.number(made)}; declarându-l cu "
            f"toate se câștigă {_signed(studio, gain)}, cu cele care îl fac în cel puțin 60 % {told}."),
    )  # fmt: skip
