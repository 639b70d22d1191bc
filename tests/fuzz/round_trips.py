"""What is printed can be read, and is printed the same again."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

import analyzer
from analyzer.cards import cuccu, format_hand, format_seat, format_trump, parse_seat, parse_trump
from analyzer.cards import parse_hand as read_hand
from analyzer.errors import QuestionError
from analyzer.games import TITLES, load_game
from analyzer.games.known import parse_known
from analyzer.games.levels import check_level
from analyzer.games.rules import Rules, parse_changes, show
from tests.fuzz.texts import CALLS, LEVELS, PACKS, SCORES, edited, facts

Draw = st.DrawFn


@cache
def _rules(game: str, players: int = 0) -> Rules:
    return analyzer.load_rules(game, **({"players": players} if players else {}))


def printed_hand(case: tuple[str, frozenset[int]]) -> None:
    """A hand, with signs and with letters."""
    game, numbers = case
    if game == "cuccu":
        text = cuccu.format_cards(sorted(n % 20 for n in numbers))
        assert cuccu.format_cards(cuccu.parse_cards(text)) == text
        return
    pack = PACKS[game]
    cards = pack.card_set(n for n in numbers if n < pack.size)
    for unicode in (True, False):
        text = format_hand(cards, pack, unicode)
        if cards:
            assert format_hand(read_hand(text, pack), pack, unicode) == text


def hand_cases() -> st.SearchStrategy[tuple[str, frozenset[int]]]:
    """A game and card numbers."""
    return st.tuples(
        st.sampled_from([*TITLES]), st.frozensets(st.integers(0, 39), min_size=1, max_size=14)
    )


def printed_deal(case: tuple[str, int, int, int]) -> None:
    """A deal with all that stands beside it, as ``deal`` prints it and ``solve`` reads it."""
    game, players, seed, number = case
    rules = _rules(game, players)
    deals = analyzer.deal(rules, 1, seed, number)
    kind = load_game(game)
    for unicode in (True, False):
        shown = kind.show_deal(rules, deals, 0, unicode)
        if game == "cuccu":
            shown = {"deal": shown["deal"]}
        text = "  ".join(name * (name != "deal") + "=" * (name != "deal") + str(value)
                         for name, value in shown.items())  # fmt: skip
        again = kind.show_deal(rules, kind.read_deal(rules, text), 0, unicode)
        assert again == shown, (again, shown)


@st.composite
def deal_cases(draw: Draw) -> tuple[str, int, int, int]:
    """A game, its players (0: the usual), a seed and a number."""
    game = draw(st.sampled_from([*TITLES]))
    choices = {"cruce": [2, 3, 4], "cuccu": [2, 4, 9, 20]}.get(game, [0])
    seed = draw(st.integers(0, 2**64 - 1))
    return game, draw(st.sampled_from(choices)), seed, draw(st.integers(0, 2**40))


def printed_calls(case: tuple[str, str]) -> None:
    """Calls in canonical form."""
    from analyzer.games.cruce.calls import parse_calls as cruce_calls
    from analyzer.games.cuatrola.calls import parse_calls as cuatrola_calls
    from analyzer.games.cutu.calls import parse_calls as cutu_calls

    game, text = case
    read = {
        "cutu": lambda t: cutu_calls(t, _rules("cutu")),
        "cruce": lambda t: cruce_calls(t, _rules("cruce")),
        "cuatrola": lambda t: cuatrola_calls(t, _rules("cuatrola"), None),
    }[game]
    try:
        found = read(text)
    except QuestionError:
        return
    assert read(str(found)) == found
    assert str(read(str(found))) == str(found)


def call_cases() -> st.SearchStrategy[tuple[str, str]]:
    """A game and calls as text."""
    return st.one_of(*(st.tuples(st.just(game), edited(CALLS[game])) for game in CALLS))


def printed_rules(case: tuple[str, tuple[tuple[str, object], ...]]) -> None:
    """House rules as TOML, as ``--set`` and as JSON."""
    game, changes = case
    rules = load_game(game).rules
    try:
        made = rules.make(dict(changes))
    except QuestionError:
        return
    values = made.settings()
    lines = (f"{k} = {json.dumps(v) if isinstance(v, str) else show(v)}" for k, v in values.items())
    file = Path("printed.toml")
    file.write_text("\n".join(lines), encoding="utf-8")
    assert rules.load("./printed.toml") == made
    assert rules.make(parse_changes([f"{k}={show(v)}" for k, v in values.items()])) == made
    assert rules.make(json.loads(json.dumps(values))).digest == made.digest


@st.composite
def rules_cases(draw: Draw) -> tuple[str, tuple[tuple[str, object], ...]]:
    """A game and changes of its house rules."""
    game = draw(st.sampled_from([*TITLES]))
    known = load_game(game).rules.rules()
    keys = draw(st.lists(st.sampled_from([*known]), unique=True, max_size=6))
    return game, tuple((key, draw(st.sampled_from(known[key].alternatives()))) for key in keys)


def printed_facts(case: tuple[str, str]) -> None:
    """What ``--known`` was understood as."""
    game, text = case

    def read(text: str) -> object:
        return parse_known(text, PACKS[game], 4, 0, [])

    try:
        found = parse_known(text, PACKS[game], 4, 0, [])
    except QuestionError:
        return
    assert found.text.isprintable(), f"shown as {found.text!a}"
    assert read(found.text) == found


def fact_cases() -> st.SearchStrategy[tuple[str, str]]:
    """A game and facts as text."""
    return st.one_of(*(st.tuples(st.just(game), edited(facts(game))) for game in PACKS))


def printed_words(text: str) -> None:
    """Levels, seats, trumps and scores."""
    from analyzer.games.typed import parse_scores

    for check, printed in (
        (lambda t: check_level(t, 20), str),
        (lambda t: parse_seat(t, 4), format_seat),
        (lambda t: (parse_trump(t, PACKS["cutu"]),), lambda x: format_trump(x[0], PACKS["cutu"])),
        (lambda t: parse_scores(t, 2, "two"), lambda x: "{}-{}".format(*x)),
        (lambda t: parse_scores(t, 3, "three"), lambda x: "-".join(map(str, x))),
    ):
        try:
            found = check(text)
        except QuestionError:
            continue
        again = printed(found)
        assert check(again) == found


def word_cases() -> st.SearchStrategy[str]:
    """Short texts."""
    return st.one_of(edited(LEVELS), edited(SCORES), st.sampled_from([*"NESW1234SHDC", "NT", "fa"]))
