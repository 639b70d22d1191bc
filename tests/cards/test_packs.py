"""Packs: sizes from the rule books, and the three numberings of a card."""

from __future__ import annotations

import subprocess
import sys

import pytest

from analyzer.cards import PACK_20, PACK_24, PACK_32, PACK_52, Pack

PACKS = [PACK_20, PACK_24, PACK_32, PACK_52]


@pytest.mark.parametrize(
    ("pack", "size", "weakest", "strongest"),
    [
        (PACK_20, 20, "S", "A"),  # rulebook of Cuatrola, section 2: as, tres, rey, caballo, sota
        (PACK_24, 24, "9", "A"),  # rulebook of Cruce, section 2: A 10 K Q J 9
        (PACK_32, 32, "7", "A"),  # rulebook of Cuțu, section 2
        (PACK_52, 52, "2", "A"),
    ],
)
def test_sizes_and_ends(pack: Pack, size: int, weakest: str, strongest: str) -> None:
    assert pack.size == size == pack.full.bit_count()
    assert (pack.ranks[0], pack.ranks[-1]) == (weakest, strongest)


def test_strength_where_it_differs_from_the_usual_order() -> None:
    assert PACK_24.ranks[::-1] == "ATKQJ9"
    assert PACK_20.ranks[::-1] == "A3RCS"


def test_suit_numbers() -> None:
    """Clubs, diamonds, hearts, spades and oros, copas, espadas, bastos are 0 to 3."""
    assert PACK_32.suits == "CDHS"
    assert PACK_20.suits == "OCEB"


@pytest.mark.parametrize("pack", PACKS)
def test_numbers_bits_and_suits_agree(pack: Pack) -> None:
    for number in range(pack.size):
        suit, rank = pack.suit_and_rank(number)
        assert number == suit * len(pack.ranks) + rank == pack.number(suit, rank)
        assert pack.bit(number) == 16 * suit + rank
        assert pack.number_at(pack.bit(number)) == number
        assert pack.numbers(1 << (16 * suit + rank)) == [number]
    assert pack.numbers(pack.full) == list(range(pack.size))
    assert pack.card_set(pack.numbers(pack.full)) == pack.full


@pytest.mark.parametrize("wrong", [-1, 32, 1000])
def test_card_numbers_outside_the_pack_are_refused(wrong: int) -> None:
    with pytest.raises(ValueError, match="0 to 31"):
        PACK_32.suit_and_rank(wrong)


@pytest.mark.parametrize("bit", [8, 15, 64, -1])
def test_bits_outside_the_pack_are_refused(bit: int) -> None:
    with pytest.raises(ValueError, match="no card of the 32-card pack"):
        PACK_32.number_at(bit)


def test_import_is_light() -> None:
    """Help must answer at once, so notation may not bring in NumPy or the compiler."""
    code = "import sys, analyzer.cards.cuccu; print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
