"""Questions whose words fit together, with one of them edited now and then.

Most of what is nearly right has several faults, and is refused before a game looks at it; these
come further.  Each is made of one seed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from hypothesis import strategies as st

from analyzer.cards import cuccu, format_card
from analyzer.games import TITLES, load_game
from analyzer.games.rules import show
from tests.fuzz import texts
from tests.fuzz.commands import QUESTIONS
from tests.fuzz.harness import Case
from tests.fuzz.texts import NASTY, PACKS, PLAYERS

Maker = Callable[[Random], str]


def _one_of(*choices: str) -> Maker:
    return lambda rnd: rnd.choice(choices)


def _cards(game: str, most: int = 1) -> Maker:
    pack = PACKS[game]
    return lambda rnd: texts.spelled(rnd, pack, rnd.sample(range(pack.size), rnd.randint(1, most)))


def _facts(game: str) -> Maker:
    pack = PACKS[game]

    def facts(rnd: Random) -> str:
        found = []
        for _ in range(rnd.randint(1, 3)):
            seat = rnd.choice("234" if game != "cruce" else "23")
            if rnd.random() < 0.5:
                found.append(f"{seat}:-{rnd.choice(pack.suits)}")
            else:
                found.append(f"{seat}:{format_card(rnd.randrange(pack.size), pack, False)}")
        return "; ".join(found)

    return facts


def _scores(most: int, count: int = 2, between: str = "-") -> Maker:
    return lambda rnd: between.join(str(rnd.randint(0, most)) for _ in range(count))


def _shown(rnd: Random) -> str:
    cards = ["horse", "cat", "hunter", "cuckoo", "fool", "inn stayed", "inn covered", "inn"]
    return ", ".join(f"{rnd.randint(1, 4)} {rnd.choice(cards)}" for _ in range(rnd.randint(1, 2)))


SEATS = _one_of("1", "2", "3", "4", "N", "W")
LEVELS = _one_of("random", "simple", "open", "expert", "expert:3", "random,simple", "open,simple")

ODDS: dict[str, dict[str, Maker]] = {
    "cutu": {
        "--calls": _one_of("pas", "pas 5", "4", "pas pas", "4 5 6", "pas,pas,pas", ""),
        "--bids": _one_of("5", "5,6", "8", "6 7", "4"),
        "--seat": SEATS,
        "--known": _facts("cutu"),
        "--score": _scores(110),
        "--play": LEVELS,
    },
    "cupe": {
        "--give": _cards("cupe", 4),
        "--direction": _one_of("left", "right", "across"),
        "--budget": _one_of("1000", "150,000", "2_000_000"),
        "--gave": _cards("cupe", 3),
        "--received": _cards("cupe", 3),
        "--score": _scores(90, 4, ","),
        "--known": _facts("cupe"),
        "--seat": SEATS,
        "--play": LEVELS,
    },
    "cruce": {
        "--calls": _one_of("pas", "pas 2", "1", "2c1", "pas pas pas", "2 pas pas pas",
                           "1 2 3 4", "6"),
        "--bids": _one_of("2", "2,3", "6", "1"),
        "--known": _facts("cruce"),
        "--score": _one_of("12-15", "0-0", "20-20", "-3-5", "1-2-3", "21-20"),
        "--players": _one_of("2", "3", "4"),
        "--play": LEVELS,
    },
    "cuccu": {
        "--seat": SEATS,
        "--lives": _one_of("3,3,2,1", "1,1,1,1", "0,0,1,1", "3,0,3,0", "3,3", "2,2,2,2,2,2,2"),
        "--asked": _one_of("1", "1,2", "2", "3", "1,3"),
        "--shown": _shown,
        "--gave": lambda rnd: rnd.choice(cuccu.PRINTED),
        "--players": _one_of("2", "4", "7", "20"),
        "--play": LEVELS,
    },
    "cuatrola": {
        "--seat": SEATS,
        "--turned": _cards("cuatrola"),
        "--calls": _one_of("paso", "paso solo", "solo", "paso paso paso", "cuatro", "quinta"),
        "--score": _scores(11),
        "--known": _facts("cuatrola"),
        "--play": LEVELS,
    },
}  # fmt: skip
FLAGS = {"cutu": ["--ignore-calls"], "cupe": ["--after-exchange"], "cuatrola": ["--sample"]}


def solve_options(game: str) -> dict[str, Maker]:
    """Options of ``solve`` that the game has."""
    suits = [*PACKS[game].suits]
    found = {"--leader": SEATS, "--at-least": _one_of("0", "1", "3", "-5", "200")}
    if game != "cupe":
        found["--trump"] = _one_of(*suits, "NT")
    if game in ("cuatrola", "cupe"):
        found["--declarer"] = SEATS
    if game == "cuatrola":
        found["--contract"] = _one_of("normal", "solo", "cuatro", "quinta")
        found["--sung"] = _one_of(*suits, ",".join(suits[:2]))
    if game == "cruce":
        found["--announced"] = _one_of(*suits, " ".join(suits[:3]))
    found["--trick"] = _cards(game, 3)
    return found


def _settings(rnd: Random, game: str) -> list[str]:
    rules = load_game(game).rules.rules()
    words = []
    for key in rnd.sample([*rules], rnd.choice([0, 0, 1, 2])):
        words += ["--set", f"{key}={show(rnd.choice(rules[key].alternatives()))}"]
    return words


def _options(rnd: Random, makers: dict[str, Maker], most: int = 3) -> list[str]:
    chosen = rnd.sample([*makers], min(len(makers), rnd.randint(0, most)))
    return [f"{name}={makers[name](rnd)}" for name in chosen]


def _edited(rnd: Random, words: list[str]) -> tuple[str, ...]:
    """The words, often with a change in one of them."""
    if rnd.random() < 0.4:
        place = rnd.randrange(len(words))
        word, at = words[place], rnd.randint(0, len(words[place]))
        cut = rnd.choice([0, 0, 1])
        words[place] = word[:at] + rnd.choice(["", *NASTY]) + word[at + cut :]
    return tuple(words)


def odds_case(seed: int) -> Case:
    """``bid-odds`` with a hand, what is known beside it, and house rules; or ``deal`` for it."""
    rnd = Random(seed)
    game = rnd.choice([*TITLES])
    words = [*_options(rnd, ODDS[game]), *_settings(rnd, game)]
    words += [flag for flag in FLAGS.get(game, ()) if rnd.random() < 0.2]
    if game == "cuatrola" and not any(word.startswith("--turned") for word in words):
        words.append(f"--turned={ODDS[game]['--turned'](rnd)}")
    hand = [texts.exact_hand(game, rnd.randrange(2**32))] if rnd.random() < 0.9 else []
    command = "bid-odds"
    if rnd.random() < 0.15 and not any(word.startswith("--play") for word in words):
        command = "deal"
    return Case((command, game, *_edited(rnd, [*words, *hand] or ["--quiet"])))


def solve_case(seed: int) -> Case:
    """``solve`` with a deal and what is asked of it."""
    rnd = Random(seed)
    game = rnd.choice([*PACKS])
    makers, players = solve_options(game), rnd.choice(PLAYERS[game])
    words = _settings(rnd, game)
    if game == "cruce":
        words = [word for word in words if "players=" not in word and word != "--set"]
        words = [part for word in words for part in ("--set", word)] + [f"--players={players}"]
    if rnd.random() < 0.3:
        # One play is shown of one question only.
        words += [rnd.choice(["--leads", "--line"]), f"--leader={rnd.randint(1, players)}"]
        words += [
            f"{name}={makers[name](rnd)}" for name in ("--trump", "--declarer") if name in makers
        ]
    else:
        words += _options(rnd, makers, most=3)
    deal = texts.exact_deal(game, rnd.choice([1, 2, 13]), rnd.randrange(2**32), players)
    return Case(("solve", game, *_edited(rnd, [*words, deal])))


def file_case(seed: int) -> Case:
    """A file of questions that fit."""
    rnd = Random(seed)
    game = rnd.choice([*TITLES])
    makers = {k: v for k, v in ODDS[game].items() if k not in ("--play", "--players")}
    lines = []
    if rnd.random() < 0.5:
        for _ in range(rnd.randint(1, 4)):
            options = [f'{option.replace("=", " ", 1).replace(" ", chr(32) + chr(34), 1)}"'
                       for option in _options(rnd, makers, most=2)]  # fmt: skip
            lines.append(" ".join([texts.exact_hand(game, rnd.randrange(2**32)), *options]))
    else:
        names = rnd.sample([*makers], rnd.randint(0, min(3, len(makers))))
        lines.append(",".join(["hand", *(name[2:] for name in names)]))
        for _ in range(rnd.randint(1, 4)):
            cells = [texts.exact_hand(game, rnd.randrange(2**32))]
            cells += [makers[name](rnd) if rnd.random() < 0.7 else "" for name in names]
            lines.append(",".join(f'"{cell}"' for cell in cells))
    extra = [f"--turned={ODDS[game]['--turned'](rnd)}"] if game == "cuatrola" else []
    content = "\n".join(_edited(rnd, lines))
    return Case(("bid-odds", game, *extra, "--file", QUESTIONS), ((QUESTIONS, content),))


def cases(make: Callable[[int], Case]) -> st.SearchStrategy[Case]:
    """The cases of a maker."""
    return texts.SEEDS.map(partial(make))
