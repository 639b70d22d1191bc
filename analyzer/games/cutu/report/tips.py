"""The advice and the open questions of the rule book, one by one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analyzer.games.chapters import Block, Claim, Number, Text, verdict_of
from analyzer.games.cutu.duties import CARDS
from analyzer.games.cutu.kernels.auction import CALLS
from analyzer.games.cutu.report.bidding import situations
from analyzer.games.cutu.report.cards import KEY_BID, effects
from analyzer.games.cutu.report.data import net_table, picked, rules_of
from analyzer.games.cutu.report.often import contracts
from analyzer.games.cutu.report.play_sample import PLACES, PartnerSample, SafetySample
from analyzer.games.cutu.report.slams import break_even
from analyzer.games.cutu.report.trumps import chosen, four_frame
from analyzer.games.cutu.report.words import BOOK, call_name
from analyzer.games.cutu.scoring import BIDS, FIRST_BID
from analyzer.games.studio import Studio

_EXPERTS, _POSITIONS = 10, 5
"""One deal of so many of the budget is played by experts, or looked at for the partner's trick."""
_STRONG = 10
"""Points of a hand strong enough to think of a raise."""
_MANY_ACES, _SHORT = 3, 3


def tips(studio: Studio) -> Sequence[Block]:
    """Every piece of advice that these rules have a place for."""
    say, rules = studio.say, rules_of(studio)
    claims: list[Claim | None] = [_strength(studio), _trumps(studio)]
    if rules.lowest_bid == FIRST_BID and not rules.four_is_free:
        claims += [_four(studio), _four_or_five(studio)]
    claims += [_no_trump(studio), _over_partner(studio), _safe(studio)]
    claims += [_partner(studio, place) for place in PLACES]
    claims += [_fifth(studio), _eighth(studio)]
    intro = say(
        "Gains are in points a deal, own side minus the other, of following the advice over not doing so.",
        "Câștigurile sunt în puncte pe mână, ale noastre minus ale lor, urmând sfatul față de a nu-l urma.",
    )
    return [Text(intro), *(claim for claim in claims if claim is not None)]


def _tip(studio: Studio) -> str:
    return studio.say(f"seed text, tips; {BOOK}, section 11", f"textul sursă, sfaturi; {BOOK}, secțiunea 11")  # fmt: skip


def _question(studio: Studio) -> str:
    return studio.say(f"{BOOK}, section 11, questions", f"{BOOK}, secțiunea 11, întrebări")


def _strength(studio: Studio) -> Claim:
    """One more than the chart, and one less."""
    say, first = studio.say, situations(studio)[0]
    picks = picked(first.points, first.edges)
    every, last = np.arange(len(picks)), len(first.calls) - 1
    bids = picks > 0
    more = first.values[every, np.minimum(picks + 1, last)]
    less = first.values[every, np.maximum(picks - 1, 0)]
    usual = first.values[every, picks]
    over, under = studio.mean((usual - more)[bids]), studio.mean((usual - less)[bids])
    return Claim(
        say("Do not bid above the hand's strength: a failure costs the whole bid.",
            "Nu licita peste puterea mâinii: contractul căzut costă toată licitația."),
        _tip(studio),
        verdict_of(over),
        say(
            f"First to speak, one bid more than the chart costs {say.number(over)} points a deal; one "
            f"less costs {say.number(under)}.",
            f"Primul la licitație, o treaptă peste tabel costă {say.number(over)} puncte pe mână; una sub el "
            f"costă {say.number(under)}.",
        ),
    )  # fmt: skip


def _trumps(studio: Studio) -> Claim:
    say, found = studio.say, effects(studio)
    row = found[found["feature"] == "trumps"].iloc[0]
    ace = found[found["feature"] == "aces"].iloc[0]
    gain = Number(row["value"], row["low"], row["high"], int(row["n"]))
    other = Number(ace["value"], ace["low"], ace["high"], int(ace["n"]))
    return Claim(
        say("Count your trumps before you bid.", "Numără-ți atuurile înainte de a licita."),
        _tip(studio),
        verdict_of(gain),
        say(
            f"One trump more, all else equal, is worth {say.number(gain, signed=True)} points in a contract of "
            f"{KEY_BID}; a side ace {say.number(other, signed=True)}. Count aces as well.",
            f"Încă un atu, restul la fel, aduce {say.number(gain, signed=True)} puncte la un contract de "
            f"{KEY_BID}; un as lateral {say.number(other, signed=True)}. Numără și așii.",
        ),
    )  # fmt: skip


def _four(studio: Studio) -> Claim:
    """The longest suit with and without a top card, at 4; and the call of 4 itself."""
    say, frame = studio.say, four_frame(studio)
    top = (frame["best_ace"] + frame["best_king"]) > 0
    with_top, without = studio.mean(frame[top]["forced"]), studio.mean(frame[~top]["forced"])
    call = studio.mean((frame["call_4"] - frame["pas"])[top])
    better = with_top.low > without.high
    return Claim(
        say("Bid 4 only if your longest suit really takes tricks.",
            "Spune 4 doar dacă în culoarea cea mai lungă chiar iei levate."),
        _tip(studio),
        ("true" if call.high >= 0 else "depends") if better else "false",
        say(
            f"Played, 4 brings {say.number(with_top, signed=True)} with the ace or king of the longest suit and "
            f"{say.number(without, signed=True)} without. But as the first call, with ace or king, 4 is worth "
            f"{say.number(call, signed=True)} against pas.",
            f"Jucat, 4 aduce {say.number(with_top, signed=True)} cu asul sau popa culorii lungi și "
            f"{say.number(without, signed=True)} fără. Dar ca primă licitație, cu as sau popă, 4 aduce "
            f"{say.number(call, signed=True)} față de pas.",
        ),
    )  # fmt: skip


def _four_or_five(studio: Studio) -> Claim | None:
    say, frame = studio.say, four_frame(studio)
    part = frame[frame["own_is_best"] == 0]
    if len(part) < 5:
        return None
    call = studio.mean(part["call_5"] - part["call_4"])
    played = studio.mean(part["five"] - part["forced"])
    return Claim(
        say("When the best suit is not the longest, bid 5 for the free choice.",
            "Când culoarea bună nu e cea mai lungă, spune 5 pentru alegerea liberă."),
        _question(studio),
        verdict_of(call),
        say(
            f"With such hands the first call of 5 gains {say.number(call, signed=True)} on 4. If the contract is "
            f"surely played, 5 with the free trump is {say.number(played, signed=True)} against 4 forced.",
            f"Cu astfel de mâini, prima licitație de 5 aduce {say.number(call, signed=True)} față de 4. Dacă "
            f"contractul sigur se joacă, 5 cu atu liber face {say.number(played, signed=True)} față de 4 obligat.",
        ),
    )  # fmt: skip


def _no_trump(studio: Studio) -> Claim:
    say, frame = studio.say, chosen(studio)
    inside = (frame["all_aces"] >= _MANY_ACES) & (frame["trumps"] <= _SHORT)
    part, rest = frame[inside], frame[~inside]
    if len(part) < 2:
        part = frame[frame["all_aces"] >= _MANY_ACES - 1]
    gain = studio.mean(part["NT_all"] - part["own_all"])
    other = studio.mean(rest["NT_all"] - rest["own_all"])
    return Claim(
        say("With three aces and no suit of four, play no trump.",
            "Cu trei ași și nicio culoare de patru, joacă fără atu."),
        _question(studio),
        verdict_of(gain),
        say(
            f"There no trump is worth {say.number(gain, signed=True)} points against the best suit at {KEY_BID}; "
            f"with all other hands {say.number(other, signed=True)}.",
            f"Acolo fără atu aduce {say.number(gain, signed=True)} puncte față de culoarea cea mai bună la "
            f"{KEY_BID}; cu toate celelalte mâini {say.number(other, signed=True)}.",
        ),
    )  # fmt: skip


def _over_partner(studio: Studio) -> Claim | None:
    say = studio.say
    told: list[str] = []
    gains: list[Number] = []
    for s in situations(studio):
        if not 0 < s.state < CALLS - 1:
            continue
        gain = s.values[:, 1] - s.values[:, 0]
        weak, strong = gain[s.points < _STRONG], gain[s.points >= _STRONG]
        if min(len(weak), len(strong)) < 2:
            continue
        pair = studio.mean(-weak), studio.mean(-strong)
        gains += pair
        low, high = (say.number(-x, signed=True) for x in pair)
        told.append(
            say(
                f"{s.words(say)}, to {call_name(s.calls[1])}: {low} with under {_STRONG} points, {high} from {_STRONG}",
                f"{s.words(say)}, la {call_name(s.calls[1])}: {low} sub {_STRONG} puncte, {high} de la {_STRONG}",
            )
        )  # fmt: skip
    if not told:
        return None
    all_good = all(not x.negative for x in gains)
    verdict = "true" if all_good else "false" if all(x.negative for x in gains) else "depends"
    return Claim(
        say("Do not bid over your partner: it raises the risk, never the gain.",
            "Nu licita peste partener: crește riscul, niciodată câștigul."),
        _question(studio),
        verdict,
        say(f"Raising, against pas: {'; '.join(told)}.", f"A urca, față de pas: {'; '.join(told)}."),
    )  # fmt: skip


def _safe(studio: Studio) -> Claim:
    """Experts who play for the contract only, against the same who play for points."""
    say = studio.say
    frame = studio.sample(
        "safety", SafetySample(rules_of(studio)), max(50, studio.deals // _EXPERTS)
    )
    gain = studio.mean(frame["contract"] - frame["points"])
    played = contracts(studio)
    over = studio.mean(
        np.where(played["made"], played["tricks"] - played["bid"], 0)[played["played"]]
    )
    return Claim(
        say("Once the contract is safe, do not risk high cards for single overtricks.",
            "Odată contractul asigurat, nu risca cărți mari pentru câte o levată în plus."),
        _tip(studio),
        verdict_of(gain),
        say(
            f"Experts as declarers who care for the contract only make {say.number(gain, signed=True)} points a "
            f"deal against the same experts who count every trick (defenders simple). A contract made cannot "
            f"fail any more; {say.number(over)} overtricks a deal are there to be had.",
            f"Experții care joacă doar pentru contract fac {say.number(gain, signed=True)} puncte pe mână față de "
            f"aceiași experți care numără fiecare levată (apărarea la nivelul simple). Un contract făcut nu mai "
            f"poate cădea; {say.number(over)} levate în plus pe mână așteaptă să fie luate.",
        ),
    )  # fmt: skip


def _partner(studio: Studio, place: int) -> Claim | None:
    say = studio.say
    plan = PartnerSample(rules_of(studio))
    frame = studio.sample("partner", plan, max(100, studio.deals // _POSITIONS))
    met = frame[frame[f"met_{place}"] > 0][f"gain_{place}"]
    if len(met) < 5:
        return None
    gain = studio.mean(met)
    good, bad = studio.rate(met > 0), studio.rate(met < 0)
    last = place == PLACES[-1]
    return Claim(
        say(
            f"Do not take a trick that your partner already has ({'last' if last else 'third'} to play).",
            f"Nu lua levata pe care o are deja partenerul ({'ultimul' if last else 'al treilea'} la joc).",
        ),
        _tip(studio),
        verdict_of(gain),
        say(
            f"Where the rules leave the choice, leaving the trick wins {say.number(gain, signed=True)} tricks "
            f"with best play afterwards (open); it is better in {say.number(good)} and worse in "
            f"{say.number(bad)} of such positions.",
            f"Unde regulile lasă de ales, a lăsa levata câștigă {say.number(gain, signed=True)} levate cu cel mai "
            f"bun joc în continuare (open); e mai bine în {say.number(good)} și mai rău în {say.number(bad)} din "
            "aceste poziții.",
        ),
    )  # fmt: skip


def _fifth(studio: Studio) -> Claim:
    """What the fifth trick is worth to defenders, exactly, by contract."""
    say, rules = studio.say, rules_of(studio)
    told, best = [], []
    for bid in BIDS:
        if bid < rules.lowest_bid:
            continue
        net = net_table(rules, "own", bid)
        # The defenders' n-th trick takes the declarers from 8 - n + 1 to 8 - n.
        worth = [int(net[CARDS - n + 1] - net[CARDS - n]) for n in range(1, CARDS)]
        best.append(int(np.argmax(worth[1:])) + 2)
        told.append(
            say(
                f"at {bid} {say.plain(worth[4], signed=True)}",
                f"la {bid} {say.plain(worth[4], signed=True)}",
            )
        )
    verdict = "true" if set(best) == {5} else "depends" if 5 in best else "false"
    frame = contracts(studio)
    played = frame[frame["played"]]
    five = studio.rate(CARDS - played["tricks"] >= 5)
    return Claim(
        say("Defenders should hunt the fifth trick.", "Apărarea să vâneze a cincea levată."),
        _question(studio),
        verdict,
        say(
            f"By the score alone the fifth trick is worth, to the defenders, {', '.join(told)}; the trick that "
            f"beats the contract is worth the most. They take five or more in {say.number(five)} of contracts.",
            f"După scor, a cincea levată valorează pentru apărare {', '.join(told)}; cea mai scumpă e levata care "
            f"bate contractul. Apărarea ia cinci sau mai multe în {say.number(five)} din contracte.",
        ),
    )  # fmt: skip


def _eighth(studio: Studio) -> Claim:
    say, rules = studio.say, rules_of(studio)
    net = net_table(rules, "own", max(KEY_BID, rules.lowest_bid))
    gain = float(net[CARDS] - net[CARDS - 1])
    chance = break_even(studio)
    return Claim(
        say("Play for a cuțu: it is worth 9 more than seven tricks.",
            "Joacă pentru cuțu: face cu 9 mai mult decât șapte levate."),
        _question(studio),
        "true" if gain == 9 else "depends" if gain > 1 else "false",
        say(
            f"The eighth trick brings {say.decimal(gain, 0, signed=True)} here: with the contract safe it is right "
            f"to risk one trick for it from a chance of {say.number(chance)} on.",
            f"A opta levată aduce aici {say.decimal(gain, 0, signed=True)}: cu contractul sigur, merită riscată o "
            f"levată pentru ea de la o șansă de {say.number(chance)} în sus.",
        ),
    )  # fmt: skip
