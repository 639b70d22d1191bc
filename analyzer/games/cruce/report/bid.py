"""When to bid: by hand strength and seat, and near the end of the match."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from analyzer.games.chapters import Block, Bullets, Col, Figure, Number, Table, Text
from analyzer.games.cruce.report.data import (
    bids,
    calls,
    count_weights,
    match_scores,
    own_rules,
    quick,
)
from analyzer.games.cruce.report.words import cards_seen, feature_words, score_name, seat_name
from analyzer.games.studio import Studio

_LEAST = 8
_MOST_LINES = 3
_CLASSES = 4
"""Classes of hand strength."""


def when_to_bid(studio: Studio) -> Sequence[Block]:
    """The count; calls by count; 2 over 1 by count and place; the match."""
    return [
        Text(_summary(studio)),
        Bullets(count_lines(studio)),
        _by_count(studio),
        _by_place(studio),
        _places(studio),
        Text(_match_text(studio)),
        _by_score(studio),
        _match_heat(studio),
    ]


def judged(rows: pd.DataFrame, choices: Sequence[int], before: str = "judge_") -> np.ndarray:
    """The call with the best judge for each row, an index of ``choices``."""
    found = rows[[f"{before}{call}" for call in choices]].to_numpy(float)
    return np.asarray(found.argmax(axis=1))


def best_share(studio: Studio, place: int, call: int) -> Number:
    """How many hands a call is best for, all before having passed."""
    rows = calls(studio, place)
    return studio.rate(judged(rows, bids(studio)) == call)


def count_lines(studio: Studio) -> list[str]:
    """The point count in words."""
    say, words = studio.say, feature_words(studio.say)
    ordered = sorted(count_weights(studio).items(), key=lambda pair: -pair[1])
    trumps = say("each card of the best suit", "fiecare carte din cea mai bună culoare")
    return [
        f"**{weight}** {trumps if name == 'trumps' else words[name]}" for name, weight in ordered
    ]


def _summary(studio: Studio) -> str:
    say, rules = studio.say, own_rules(studio)
    first, last = calls(studio, 0), calls(studio, rules.players - 1)
    choices = bids(studio)
    common = int(np.bincount(judged(first, choices)).argmax())
    closing = int(np.bincount(judged(last, choices)).argmax())
    gain = studio.mean(first[f"call_{common}"] - first["call_0"])
    share = best_share(studio, 0, common)
    end = best_share(studio, rules.players - 1, closing)
    name = say("pass", "pas")
    told = [name if call == 0 else str(call) for call in (common, closing)]
    return say(
        f"**First to speak, {told[0]} is best with {say.number(share)} of hands,** worth "
        f"{say.number(gain, signed=True)} big points over a pass, the others going on as they do. "
        f"**After passes only, the last to speak should say {told[1]} with {say.number(end)}:** what is "
        "made above the bid counts anyway, and nobody is left to outbid. Count the cards seen like this:",
        f"**Cel care vorbește primul are ca cea mai bună licitație {told[0]} cu {say.number(share)} din "
        f"mâini,** care face {say.number(gain, signed=True)} puncte mari față de pas, ceilalți continuând ca "
        f"de obicei. **După numai pasuri, ultimul să zică {told[1]} cu {say.number(end)}:** ce se face peste "
        "licitație se numără oricum și nu mai are cine supralicita. Cărțile văzute se numără așa:",
    ) if rules.made_pays == "all" else say(
        f"**First to speak, {told[0]} is best with {say.number(share)} of hands,** worth "
        f"{say.number(gain, signed=True)} big points over a pass. After passes only, the last to speak "
        f"should say {told[1]} with {say.number(end)}. Count the cards seen like this:",
        f"**Cel care vorbește primul are ca cea mai bună licitație {told[0]} cu {say.number(share)} din "
        f"mâini,** care face {say.number(gain, signed=True)} puncte mari față de pas. După numai pasuri, "
        f"ultimul să zică {told[1]} cu {say.number(end)}. Cărțile văzute se numără așa:",
    )  # fmt: skip


def classes(studio: Studio) -> list[tuple[int, int]]:
    """Ranges of the count, lowest and highest, that have about as many hands each."""
    counts = calls(studio, 0)["count"].to_numpy(int)
    ends = np.unique(np.quantile(counts, np.linspace(0, 1, _CLASSES + 1)[1:-1], method="lower"))
    starts = [int(counts.min()), *(int(end) + 1 for end in ends)]
    lasts = [*(int(end) for end in ends), int(counts.max())]
    return [(low, high) for low, high in zip(starts, lasts, strict=True) if low <= high]


def _class_names(studio: Studio, counts: pd.Series) -> list[str]:
    """The class of each count; counts beyond all classes belong to the nearest one."""
    ranges, names = classes(studio), _names(studio)
    starts = np.array([low for low, _ in ranges])
    found = np.searchsorted(starts, counts.to_numpy(int), side="right") - 1
    return [names[max(0, int(i))] for i in found]


def _by_count(studio: Studio) -> Figure:
    say, rules = studio.say, own_rules(studio)
    rows = calls(studio, 0)
    rows = rows.assign(count=rows["count"].astype(int))
    parts = []
    for call in bids(studio)[1 : _MOST_LINES + 1]:
        gain = rows.assign(gain=rows[f"call_{call}"] - rows["call_0"])
        found = studio.groups(gain, "count", "gain", least=_LEAST)
        parts.append(found.assign(call=str(call)))
    frame = pd.concat(parts, ignore_index=True)
    return Figure(
        key="bids-by-count",
        kind="line",
        caption=say(
            f"What a bid is worth over a pass, first to speak, {quick(studio)} play",
            f"Cât face o licitație față de pas, pentru cel care vorbește primul, nivel {quick(studio)}",
        ),
        alt=say(
            "Rising lines, one for each bid; the highest at a count is the best bid there.",
            "Linii care urcă, una pentru fiecare licitație; cea mai de sus arată licitația cea mai bună.",
        ),
        frame=frame,
        x="count",
        series="call",
        series_label=say("bid", "licitația"),
        x_label=say(
            f"count of {cards_seen(say, rules)}", f"punctajul pentru {cards_seen(say, rules)}"
        ),
        value_label=say("big points over a pass", "puncte mari peste pas"),
        signed=True,
        zero=0.0,
    )  # fmt: skip


def _by_place(studio: Studio) -> Figure:
    say, rules = studio.say, own_rules(studio)
    parts = []
    for place in range(rules.players):
        rows = calls(studio, place)
        rows = rows.assign(
            strength=_class_names(studio, rows["count"]), gain=rows["call_2"] - rows["call_1"]
        )
        found = studio.groups(rows, "strength", "gain", least=_LEAST)
        seat = seat_name(say, (place + rules.first_seat) % rules.players, rules)
        order = {name: i for i, name in enumerate(_names(studio))}
        found = found.sort_values("strength", key=lambda names: names.map(order))
        parts.append(found.assign(seat=seat))
    frame = pd.concat(parts, ignore_index=True)
    return Figure(
        key="two-or-one",
        kind="heat",
        caption=say(
            f"Bidding 2 rather than 1, all before having passed, {quick(studio)} play",
            f"Licitația 2 în loc de 1, după numai pasuri, nivel {quick(studio)}",
        ),
        alt=say(
            "A grid of gains and losses, places in the auction across and counts up.",
            "Un tabel colorat de câștiguri și pierderi, cu locul la licitație pe orizontală și punctajul "
            "pe verticală.",
        ),
        frame=frame,
        x="seat",
        series="strength",
        x_label=say("place in the auction", "locul la licitație"),
        series_label=say("count", "punctajul"),
        value_label=say("big points gained", "puncte mari câștigate"),
        signed=True,
        zero=0.0,
    )  # fmt: skip


def _names(studio: Studio) -> list[str]:
    return [str(low) if low == high else f"{low}–{high}" for low, high in classes(studio)]


def _places(studio: Studio) -> Table:
    say, rules = studio.say, own_rules(studio)
    choices, found = bids(studio), []
    for place in range(rules.players):
        rows = calls(studio, place)
        best = judged(rows, choices)
        seat = seat_name(say, (place + rules.first_seat) % rules.players, rules)
        row: dict[str, object] = {"seat": seat}
        for call in choices[:4]:
            x = studio.rate(best == call)
            row |= {f"c{call}": x.value, f"c{call}_low": x.low, f"c{call}_high": x.high}
        own = rows[[f"call_{call}" for call in choices]].to_numpy(float)
        x = studio.mean(own[np.arange(len(own)), best])
        found.append(row | {"worth": x.value, "worth_low": x.low, "worth_high": x.high})
    cols = [Col("seat", say("place in the auction", "locul la licitație"))]
    for call in choices[:4]:
        head = say("pass", "pas") if call == 0 else str(call)
        cols.append(Col(f"c{call}", head, "percent", f"c{call}_low", f"c{call}_high"))
    worth = say("worth, big points", "valoarea, puncte mari")
    cols.append(Col("worth", worth, "number", "worth_low", "worth_high", signed=True))
    return Table(
        "best-calls",
        say(
            "How many hands each call is best for, all before having passed",
            "Pentru câte mâini e cea mai bună fiecare licitație, după numai pasuri",
        ),
        pd.DataFrame(found),
        cols,
    )


def _match_rows(studio: Studio) -> pd.DataFrame:
    """By score: shares of hands for which each call wins most matches, and the gain."""
    rules, rows, choices = own_rules(studio), calls(studio, 0), bids(studio)
    usual = judged(rows, choices)
    found = []
    for i, (own, theirs) in enumerate(match_scores(rules)):
        best = judged(rows, choices, f"judge_match_{i}_")
        chances = rows[[f"match_{i}_{call}" for call in choices]].to_numpy(float)
        line = np.arange(len(rows))
        gain = studio.mean(chances[line, best] - chances[line, usual])
        row: dict[str, object] = {"score": score_name(own, theirs)}
        for call in choices[:4]:
            x = studio.rate(best == call)
            row |= {f"c{call}": x.value, f"c{call}_low": x.low, f"c{call}_high": x.high}
        found.append(row | {"gain": gain.value, "gain_low": gain.low, "gain_high": gain.high})
    return pd.DataFrame(found)


def _match_text(studio: Studio) -> str:
    say = studio.say
    frame = _match_rows(studio)
    worst = frame.iloc[int(frame["gain"].to_numpy().argmax())]
    gain = Number(
        float(worst["gain"]), float(worst["gain_low"]), float(worst["gain_high"]), percent=True
    )
    calls_at = {call: float(worst[f"c{call}"]) for call in bids(studio)[:4]}
    common = max(calls_at, key=lambda call: calls_at[call])
    name = say("pass", "pas") if common == 0 else str(common)
    return say(
        f"**The score changes the bid.** At {worst['score']} (own first) bidding for the match rather than "
        f"for points wins {say.number(gain, signed=True)} more; {name} is then best with "
        f"{say.percent(calls_at[common], 0)} of hands. Needing one more big point, bid what surely comes "
        "home; when the other side is about to finish, bid what ends the match now.",
        f"**Scorul schimbă licitația.** La {worst['score']} (al tău primul), a licita pentru partidă în loc "
        f"de puncte câștigă {say.number(gain, signed=True)} în plus; atunci {name} e cel mai bine cu "
        f"{say.percent(calls_at[common], 0)} din mâini. Când îți lipsește un punct mare, licitează ce se face "
        "sigur; când ceilalți sunt gata să termine, licitează ce încheie partida acum.",
    )  # fmt: skip


def _by_score(studio: Studio) -> Table:
    say = studio.say
    cols = [Col("score", say("own score – theirs", "scorul tău – al lor"))]
    for call in bids(studio)[:4]:
        head = say("pass", "pas") if call == 0 else str(call)
        cols.append(Col(f"c{call}", head, "percent", f"c{call}_low", f"c{call}_high"))
    gain = say("match chance gained", "șansă de partidă câștigată")
    cols.append(Col("gain", gain, "percent", "gain_low", "gain_high", signed=True))
    return Table(
        "calls-by-score",
        say(
            "How many hands each call is best for by the chance of winning the match, first to speak",
            "Pentru câte mâini e cea mai bună fiecare licitație după șansa de a câștiga partida, vorbind "
            "primul",
        ),
        _match_rows(studio),
        cols,
        note=say(
            f"Others go on as {quick(studio)} players do. Gained: over the call that is best by points.",
            f"Ceilalți continuă ca jucători {quick(studio)}. Câștigată: față de licitația cea mai bună după "
            "puncte.",
        ),
    )  # fmt: skip


def _match_heat(studio: Studio) -> Figure:
    say, rules, rows = studio.say, own_rules(studio), calls(studio, 0)
    rows = rows.assign(strength=_class_names(studio, rows["count"]))
    order = {name: i for i, name in enumerate(_names(studio))}
    parts = []
    for i, (own, theirs) in enumerate(match_scores(rules)):
        gain = rows.assign(gain=rows[f"match_{i}_2"] - rows[f"match_{i}_1"])
        found = studio.groups(gain, "strength", "gain", least=_LEAST)
        found = found.sort_values("strength", key=lambda names: names.map(order))
        parts.append(found.assign(score=score_name(own, theirs)))
    return Figure(
        key="two-or-one-by-score",
        kind="heat",
        caption=say(
            "Bidding 2 rather than 1, first to speak: the chance of winning the match",
            "Licitația 2 în loc de 1, vorbind primul: șansa de a câștiga partida",
        ),
        alt=say(
            "A grid of gains and losses of the match, scores across and counts up.",
            "Un tabel colorat de câștiguri și pierderi din partidă, cu scorul pe orizontală și punctajul pe "
            "verticală.",
        ),
        frame=pd.concat(parts, ignore_index=True),
        x="score",
        series="strength",
        x_label=say("own score – theirs", "scorul tău – al lor"),
        series_label=say("count", "punctajul"),
        value_label=say("match chance gained", "șansă de partidă câștigată"),
        percent=True,
        signed=True,
        zero=0.0,
    )  # fmt: skip
