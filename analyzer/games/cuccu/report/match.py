"""The match: what seats and lives are worth on the way to being the last with any."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.games.chapters import Block, Figure, Text
from analyzer.games.cuccu.report.answers import rules_for
from analyzer.games.cuccu.report.words import seat_name
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.cuccu.values import has_table, match_table
from analyzer.games.studio import Studio, first_number

if TYPE_CHECKING:
    import pandas as pd

_PLAYERS = (2, 3, 4)


def the_match(studio: Studio) -> Sequence[Block]:
    """Lives and seats in the table of matches; by seat and players; or why there is none."""
    say, rules = studio.say, studio.rules
    assert isinstance(rules, CuccuRules)
    if not has_table(rules):
        rounds = first_number(studio.odds("base"), measure="rounds")
        text = say(
            f"A match takes {say.number(rounds)} rounds. Under these rules there are too many states "
            "to say what every number of lives is worth.",
            f"O partidă ține {say.number(rounds)} runde. Sub aceste reguli sunt prea multe stări ca să "
            "se spună cât face fiecare număr de vieți.",
        )  # fmt: skip
        return [Text(text)]
    blocks: list[Block] = [Text(_life_text(studio, rules)), _by_seat(studio)]
    if rules.lives > 1:
        blocks.append(_duel(studio, rules))
    return blocks


def worth(studio: Studio, rules: CuccuRules, lives: tuple[int, ...]) -> list[float]:
    """Chance of winning the match of every place, the dealer's last."""
    return [float(x) for x in match_table(rules, studio.play).of(lives)]


def _life_text(studio: Studio, rules: CuccuRules) -> str:
    say = studio.say
    n, most = rules.players, rules.lives
    rounds = first_number(studio.odds("base"), measure="rounds")
    text = say(
        f"A match takes {say.number(rounds)} rounds.", f"O partidă ține {say.number(rounds)} runde."
    )
    if most == 1:
        return text
    even = worth(studio, rules, (most,) * n)
    behind = [
        worth(studio, rules, tuple(most - (p == own) for p in range(n)))[own] for own in range(n)
    ]
    cost = [a - b for a, b in zip(even, behind, strict=True)]
    least, largest = say.percent(min(cost), 1), say.percent(max(cost), 1)
    return text + say(
        f" The first life lost costs {least} to {largest} of the match, by seat: an even share is "
        f"{say.percent(1 / n, 1)}.",
        f" Prima viață pierdută costă de la {least} la {largest} din partidă, după loc: o parte "
        f"egală este {say.percent(1 / n, 1)}.",
    )


def seat_shares(studio: Studio) -> pd.DataFrame:
    """The chance of winning a new match less an even share, by number of players and seat."""
    import pandas as pd

    own = studio.rules
    assert isinstance(own, CuccuRules)
    rows = []
    for players in sorted({*_PLAYERS, own.players}):
        rules = rules_for(studio, players)
        if has_table(rules):
            for place, value in enumerate(worth(studio, rules, (rules.lives,) * players), 1):
                name = seat_name(studio.say, place, players)
                rows.append(
                    {"players": str(players), "seat": place, "dealer": place == players}
                    | {"value": value - 1 / players, "seat_words": name}
                )
    return pd.DataFrame(rows)


def _by_seat(studio: Studio) -> Figure:
    say = studio.say
    return Figure(
        key="match-by-seat",
        kind="line",
        caption=say("Winning a new match, by seat in its first round", "Câștigarea unei partide noi, după locul din prima rundă"),
        alt=say(
            "Lines, one a number of players: the chance of winning over an even share, by seat.",
            "Linii, câte una pentru fiecare număr de jucători: șansa de a câștiga peste partea egală, "
            "pe locuri.",
        ),
        frame=seat_shares(studio),
        x="seat",
        series="players",
        series_label=say("players (the last seat deals)", "jucători (ultimul loc împarte)"),
        x_label=say("seat in the first round", "locul în prima rundă"),
        value_label=say("match chance over an even share", "șansă peste partea egală"),
        percent=True,
        signed=True,
        exact=True,
        zero=0.0,
        note=_exact_note(studio),
    )  # fmt: skip


def _exact_note(studio: Studio) -> str:
    return studio.say(
        "From the table of matches (docs/cuccu.md), not from a sample.",
        "Din tabelul partidelor (docs/cuccu.md), nu dintr-un eșantion.",
    )


def _duel(studio: Studio, rules: CuccuRules) -> Figure:
    import pandas as pd

    say = studio.say
    n, most = rules.players, rules.lives
    rows = []
    for own in range(1, most + 1):
        for other in range(1, most + 1):
            # The first place speaks first, the last deals; all others are out.
            lives = (own, *(0,) * (n - 2), other)
            value = worth(studio, rules, lives)[0]
            rows.append({"own": own, "other": other, "value": value})
    return Figure(
        key="duel",
        kind="heat",
        caption=say("Two players left: who speaks first wins the match", "Au rămas doi: câștigă cine vorbește primul"),
        alt=say(
            "A grid of chances by the lives of the two players who are left.",
            "Un tabel colorat al șanselor, după viețile celor doi jucători rămași.",
        ),
        frame=pd.DataFrame(rows),
        x="other",
        series="own",
        x_label=say("lives of the dealer", "viețile celui care împarte"),
        series_label=say("own lives", "viețile sale"),
        value_label=say("match won by who speaks first", "partidă câștigată de cine vorbește primul"),
        percent=True,
        exact=True,
        note=_exact_note(studio),
    )  # fmt: skip
