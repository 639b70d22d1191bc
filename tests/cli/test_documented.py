"""Every command, option and house rule stands in the documents, which are written from them."""

from __future__ import annotations

import re
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType

import pytest

from analyzer.cli import bid_odds
from analyzer.cli.arguments import COMMANDS, Parser
from analyzer.games import TITLES, load_game
from tests.cli.command import CHECKOUT, good

COMMANDS_PAGE = CHECKOUT / "docs" / "commands.md"
RULES_PAGE = CHECKOUT / "docs" / "house-rules.md"


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    path = CHECKOUT / "scripts" / "write-docs"
    loader = SourceFileLoader("write_docs", str(path))
    spec = spec_from_loader("write_docs", loader)
    assert spec is not None
    module = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(path.parent)
        loader.exec_module(module)
    return module


def test_the_pages_are_current(writer: ModuleType) -> None:
    for path, text in writer.pages().items():
        assert path.read_text(encoding="utf-8") == text, "run scripts/write-docs"


def parser_of(name: str) -> Parser:
    from importlib import import_module

    module = next(command.module for command in COMMANDS if command.name == name)
    parser: Parser = import_module(f"analyzer.cli.{module}").parser()
    return parser


def options_of(parser: Parser) -> list[str]:
    return [option.split()[0] for _, found in parser.described() for option, _ in found]


@pytest.mark.parametrize("name", [command.name for command in COMMANDS])
def test_every_command_and_option_is_documented(name: str) -> None:
    page = COMMANDS_PAGE.read_text(encoding="utf-8")
    section = page.partition(f"\n## {name}")[2].partition("\n## ")[0]
    assert section
    text = good(name, "--help")
    assert text.startswith(f"usage: analyzer {name}")
    assert f"  {name}" in good("--help")
    parser = parser_of(name)
    for _, found in parser.described():
        for option, meaning in found:
            word = option.split()[0]
            assert f"`{word}" in section
            assert word in text
            assert len(meaning) > 8, f"{word} has no help"
    for argument, meaning in parser.arguments.items():
        assert argument in section
        assert argument in text
        assert meaning


@pytest.mark.parametrize("game", TITLES)
def test_every_option_of_one_game_is_documented(game: str) -> None:
    section = COMMANDS_PAGE.read_text(encoding="utf-8").partition(f"\n### bid-odds {game}\n")[2]
    section = section.partition("\n##")[0]
    text = good("bid-odds", game, "--help")
    for option, meaning in load_game(game).odds_options.items():
        assert f"`--{option}" in section
        assert f"--{option}" in text
        assert len(meaning) > 8
    assert load_game(game).odds_examples, "an example for the help"


@pytest.mark.parametrize("game", TITLES)
def test_no_option_of_a_game_hides_a_common_one(game: str) -> None:
    common = options_of(bid_odds.parser())
    own = [f"--{name}" for name in load_game(game).odds_options]
    assert not set(own) & set(common)
    assert options_of(bid_odds.parser(load_game(game))) == [*own, *common]


@pytest.mark.parametrize("game", TITLES)
def test_every_house_rule_is_documented(game: str) -> None:
    page = RULES_PAGE.read_text(encoding="utf-8")
    section = page.partition(f"\n## {TITLES[game]}\n")[2].partition("\n## ")[0]
    listed = good("rules", game)
    rules = load_game(game).rules
    for key, rule in rules.rules().items():
        assert f"| `{key}` |" in section
        assert re.search(rf"^{key} = ", listed, re.MULTILINE)
        assert len(rule.meaning) > 8
        assert rule.origin
    for preset in rules.presets():
        assert f"- {preset}: " in section
        assert f"  {preset}: " in listed


# The keys and presets that rules/options.md lists, which the interface promises.
KEYS = {
    "cutu": "lowest_bid redeal_dealer four_is_free must_trump must_overtrump undertrump "
    "partner_exempt first_lead no_trump_factor cutu_factor overtricks failed_contract "
    "defence_points target",
    "cupe": "exchange exchange_count exchange_high_spades open_with first_trick_points "
    "lead_barred breakers only_barred_left values bonus_card bonus_points no_trick_bonus slam "
    "slam_needs_bonus end_at limit_mode tie winners",
    "cruce": "players deal two_player_hand highest_bid auction all_pass first_speaker trump_by "
    "pe_carte blind_multiplier must_beat announcements announce_trigger announce_needs_trick "
    "double_round double_four_nines double_weak_hand double_cap made_pays target lead_of_two",
    "cuatrola": "target cap solo_value cuatro_value quinta_value overcall tie_normal tie_solo "
    "sweep_points beat_after_ruff cannot_overruff trump_lead beat_what cantes forty_first "
    "contract_lead tute_wins",
    "cuccu": "players lives pack tie single_fool two_fools cat inn cuckoo dealer_draw "
    "mid_round_zero all_zero dealing refuser_turn fool_received",
}
PRESETS = {
    "cutu": "standard whist partner_exempt short",
    "cupe": "standard casa peppa_torino windows openspiel deepcfr omnibus spot",
    "cruce": "standard classic short two three",
    "cuatrola": "standard to21 online",
    "cuccu": "standard lu_stu quick",
}


@pytest.mark.parametrize("game", TITLES)
def test_the_keys_and_presets_are_those_promised(game: str) -> None:
    rules = load_game(game).rules
    assert set(rules.rules()) == set(KEYS[game].split())
    assert set(rules.presets()) == set(PRESETS[game].split())


def test_readme_names_the_commands() -> None:
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    assert "bid-odds cutu" in readme
    for page in (COMMANDS_PAGE, RULES_PAGE):
        assert page.name in readme, f"README.md does not link docs/{page.name}"
