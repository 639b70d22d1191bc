"""Texts that are nearly right: notation by its grammar, then a few edits; and any text at all."""

from __future__ import annotations

from functools import cache, partial
from random import Random

import numpy as np
from hypothesis import strategies as st

from analyzer.cards import PACK_20, PACK_24, PACK_32, PACK_52, Pack, cuccu, format_deal
from analyzer.games import TITLES, load_game
from analyzer.games.rules import show

Texts = st.SearchStrategy[str]

PACKS: dict[str, Pack] = {"cutu": PACK_32, "cupe": PACK_52, "cruce": PACK_24, "cuatrola": PACK_20}
HAND_SIZES = {"cutu": (8,), "cupe": (13,), "cruce": (3, 4, 6, 8), "cuatrola": (5,)}
PLAYERS = {"cutu": (4,), "cupe": (4,), "cruce": (4, 3, 2), "cuatrola": (4,)}

HAND = "♠AKJ97 ♥A ♦K8"
"""A hand of Cuțu."""

NASTY = (
    "", " ", "\t", "\n", "\r", "\x00", "\x07", "\x1b[31m", "\x1b]0;x\x07", "\x7f", "\x85", "\x9b2J",
    "\u00a0", "\u00ad", "\u200b", "\u200d", "\u202e", "\u2028", "\u2066", "\ufe0f", "\ufeff",
    "\ud800", "\ue000", "\U000e0041", "\u0301", "\u20e3", "☃", "🂡", "ﬁ", "１", "٣", "²", "Ⅳ", "ǆ",
    "−", "–", "…", "'", '"', "\\", "`", "#", ";", ",", "=", "==", ":", "|", "/", "-", "--", ".",
    "...", "%s", "%(x)s", "{0}", "$(x)", "*", "None", "nan", "inf", "1e9", "1e999", "0x10", "-0",
    "+1", "1_0", "007", "zq", "[", "]", "{", "9" * 30, "9" * 5000, "a" * 3000, " " * 3000, "de",
    "no", "10", "♠", "dK", "cC",
)  # fmt: skip
"""Pieces that readers of text stumble over."""

ANY = st.one_of(
    st.text(max_size=20),
    st.lists(st.sampled_from(NASTY), max_size=4).map("".join),
    st.text(alphabet="AKQJT9876543210♠♥♦♣shdcoeb. -|,=:;", max_size=30),
)
"""Any text, of any characters that there are."""

SEATS = st.sampled_from(
    [*"12345NESWnesw0", "north", "vest", "-1", "20", "21", "１", "1.", " 2 ", "two"]
)
NUMBERS = st.sampled_from(
    [
        "0",
        "1",
        "2",
        "3",
        "7",
        "40",
        "100",
        "999",
        "-1",
        "1.5",
        "0.4",
        "0.01",
        "1e-3",
        "x",
        "",
        "nan",
        "inf",
        "1e3",
        "²",
        "٣",
        "9" * 40,
        "9" * 5000,
        "-0",
        "+",
        "1_",
        "1_0",
        " 5",
        "\x00",
        "0x1",
        str(2**63),
        str(2**64 - 1),
        str(2**64),
    ]
)
LEVELS = st.one_of(
    st.sampled_from(
        ["random", "simple", "expert", "open", "Expert", "expert:", "expert:0", "expert:1", "none",
         "expert:40", "expert:10000", "expert:10001", "expert:-1", "expert:1.5", "expert:٣", "",
         "expert: 4", "expert:4:5", "simple:4", "expert:" + "9" * 5000, "open:3", "random,"]
    ),
    st.lists(st.sampled_from(["random", "simple", "expert:7", "expert", "open", ""]), max_size=3)
    .map(",".join),
)  # fmt: skip


SEEDS = st.integers(0, 2**32 - 1)
"""Seeds of choices made outside Hypothesis, which is slow at many small ones; 0 is the plainest."""


@st.composite
def edited(draw: st.DrawFn, source: Texts, most: int = 2) -> str:
    """A text of ``source`` after some edits, often none."""
    text, seed = draw(source), draw(SEEDS)
    rnd = Random(seed)
    for _ in range(min(most, (0, 0, 1, 2)[seed % 4])):
        at = rnd.randint(0, len(text))
        end = min(len(text), at + rnd.randint(0, 3))
        kind = rnd.choice(["insert", "insert", "cut", "again", "case", "swap"])
        if kind == "insert":
            text = text[:at] + rnd.choice(NASTY) + text[at:]
        elif kind == "cut":
            text = text[:at] + text[end:]
        elif kind == "again":
            text = text[:end] + text[at:]
        elif kind == "case":
            text = text[:at] + text[at:].swapcase()
        else:
            text = text[end:] + text[:at]
    return text


@cache
def card_texts(pack: Pack) -> Texts:
    """One card, in a spelling or nearly."""
    ranks = [*pack.ranks, "10", "6", "D", "V", "H", "12", "rey"]
    suits = [*pack.suits, *pack.suits.lower(), *pack.signs]
    rank, suit = st.sampled_from(ranks), st.sampled_from(suits)
    return st.one_of(
        st.tuples(rank, suit).map("".join),
        st.tuples(suit, rank).map("".join),
        st.tuples(rank, st.just(" de "), st.sampled_from(list(pack.suit_names))).map("".join),
    )


def spelled(rnd: Random, pack: Pack, numbers: list[int]) -> str:
    """Some cards in one of the spellings."""
    cards = [pack.suit_and_rank(number) for number in sorted(numbers, reverse=True)]
    ranks = ["".join(pack.ranks[r] for s, r in cards if s == suit) for suit in range(4)]
    kind = rnd.randint(0, 4)
    if kind == 0:
        return " ".join(pack.ranks[rank] + pack.suits[suit] for suit, rank in cards)
    if kind == 1:
        return " ".join(pack.ranks[rank] + pack.signs[suit] for suit, rank in cards)
    if kind == 2:
        return ".".join(ranks[suit] for suit in pack.order)
    if kind == 3:
        return " ".join(pack.signs[suit] + (ranks[suit] or "-") for suit in pack.order)
    return " ".join(pack.suits[suit].lower() + ranks[suit] for suit in pack.order if ranks[suit])


def exact_hand(game: str, seed: int) -> str:
    """A hand that is right in its game."""
    rnd = Random(seed)
    if game == "cuccu":
        return rnd.choice(cuccu.PRINTED)
    pack = PACKS[game]
    return spelled(rnd, pack, rnd.sample(range(pack.size), rnd.choice(HAND_SIZES[game])))


@cache
def hands(game: str) -> Texts:
    """A hand, nearly; or anything."""
    if game == "cuccu":
        words = [*cuccu.PRINTED, *cuccu.NAMES, "XIV", "la gnaf", "-3", "16", "XVI", "leone"]
        wrong = st.lists(st.sampled_from(words), max_size=3).map(" ".join)
    else:
        wrong = st.lists(card_texts(PACKS[game]), max_size=9).map(" ".join)
    exact = edited(SEEDS.map(partial(exact_hand, game)))
    return st.one_of(exact, exact, edited(wrong), ANY)


def exact_deal(game: str, most: int, seed: int, players: int = 0) -> str:
    """A deal or endgame of hands alike, as ``deal`` prints it or in another spelling."""
    rnd = Random(seed)
    if game == "cuccu":
        return "1:" + " ".join(rnd.choice(cuccu.PRINTED) for _ in range(4))
    pack = PACKS[game]
    players = players or rnd.choice(PLAYERS[game])
    count = rnd.randint(0, min(most, {4: pack.size // 4, 3: 8, 2: 6}[players]))
    cards = rnd.sample(range(pack.size), count * players)
    parts = [cards[seat * count : (seat + 1) * count] for seat in range(players)]
    first = rnd.choice(["", "1:", "N:", "2:", "S: "])
    if rnd.random() < 0.5:
        text = first + " | ".join(spelled(rnd, pack, part) if part else "-" for part in parts)
    else:
        owners = np.full(pack.size, 255, np.uint8)
        for seat, part in enumerate(parts):
            owners[part] = seat
        text = format_deal(owners, pack, players)
    if game == "cuatrola" and count and rnd.random() < 0.7:
        number = rnd.choice(parts[3])
        text += f"  turned={pack.suits[number // 5].lower()}{pack.ranks[number % 5]}"
    return text


@cache
def deals(game: str, most: int = 13) -> Texts:
    """A deal, nearly; or anything."""
    exact = SEEDS.map(partial(exact_deal, game, most))
    tail = st.sampled_from(["", "  second=", "  stock=", " turned=SO", "  turned", " second=/"])
    with_tail = st.tuples(exact, tail, hands(game)).map("".join)
    return st.one_of(edited(exact), edited(exact), edited(with_tail), ANY)


def _lists(words: list[str], most: int = 4, between: str = " ") -> Texts:
    return st.lists(st.sampled_from(words), max_size=most).map(between.join)


CALLS = {
    "cutu": _lists(["pas", "p", "4", "5", "6", "7", "8", "3", "9", "-", "٤"]),
    "cruce": _lists(["pas", "1", "2", "3", "4", "6", "2c1", "3 pe 2", "card 1", "0", "1c9", "c1"]),
    "cuatrola": _lists(["paso", "solo", "cuatro", "quinta", "4", "5", "pas", "6"]),
}
SCORES = st.one_of(
    st.sampled_from(
        ["62-71", "0-0", "-5--12", "8:7", "12-15-9", "90,20,80,85", "100-0", "5", "1-2-3-4-5", "1-",
         "99999999-1", "٣-٣", "0 0", "10 / 9", "−5 – 12", "5" + " " * 2000 + "x"]
    ),
    st.lists(st.integers(-30, 130), min_size=1, max_size=4).map(lambda x: "-".join(map(str, x))),
)  # fmt: skip


@cache
def facts(game: str) -> Texts:
    """Facts for ``--known``."""
    pack = PACKS[game]
    suit = st.sampled_from([*pack.suits, *pack.signs, *pack.suit_names, "X"])
    void = st.tuples(st.sampled_from(["-", "no ", "void ", "- ", "−"]), suit).map("".join)
    what = st.one_of(card_texts(pack), void, _lists(list(pack.ranks)))
    fact = st.tuples(SEATS, st.sampled_from([":", ":", ": ", ""]), what).map("".join)
    return st.lists(fact, max_size=3).map("; ".join)


@cache
def settings_of(game: str) -> Texts:
    """``name=value`` of a house rule, mostly possible."""
    rules = load_game(game).rules.rules()
    good = [f"{key}={show(value)}" for key, rule in rules.items() for value in rule.alternatives()]
    names = st.sampled_from([*rules, "nonsense", "", "Target", "must-overtrump"])
    values = st.sampled_from(
        ["0", "1", "7", "-1", "x", "", "true", "TRUE", "off", "1.0", "1_0", "٣", "10**9",
         "1000000000", "1000000001", "9" * 5000, '"4"', "none", "true false"]
    )  # fmt: skip
    return st.one_of(
        st.sampled_from(good),
        st.sampled_from(good),
        edited(st.sampled_from(good)),
        st.tuples(names, values).map("=".join),
    )


@cache
def toml_files(game: str) -> Texts:
    """A file of house rules, nearly."""
    rules = load_game(game).rules.rules()
    good = [
        f"{key} = " + (f'"{value}"' if isinstance(value, str) else show(value))
        for key, rule in rules.items()
        for value in rule.alternatives()
    ]
    odd = [
        "# ours",
        "",
        "[table]",
        "[[x]]",
        "a.b = 1",
        "target = 1979-05-27",
        "target = 5.0",
        "x = nan",
        "target = 0x10",
        "players = [4]",
        "players = {a = 1}",
        "target = " + "9" * 5000,
        "x = " + "[" * 2000,
        'preset = "whist"',
        'game = "cutu"',
        "target = inf",
        'tie = "\\u0007"',
        "target = '''\n5'''",
        '"target" = 7',
        "target.x = 1",
        "x = '\x1b[31m'",
    ]
    line = st.one_of(st.sampled_from(good), st.sampled_from(good), st.sampled_from(odd))
    return edited(st.lists(line, max_size=5).map("\n".join), most=1)


GAMES = st.sampled_from(
    [*TITLES, *TITLES, *TITLES.values(), "hearts", "CUTU", "cutzu", "bridge", "", " cupe "]
)
