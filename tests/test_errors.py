"""The user's exception and the search for the word they meant."""

from __future__ import annotations

import doctest
import pickle

import pytest

from analyzer import errors
from analyzer.errors import QuestionError, fold, nearest


def test_docstring_examples_hold() -> None:
    assert doctest.testmod(errors).failed == 0


def test_one_string_is_one_problem() -> None:
    assert QuestionError("no such game").problems == ("no such game",)


def test_several_problems_are_one_line_each() -> None:
    error = QuestionError(line for line in ["first\nstill first", "second"])
    assert error.problems == ("first still first", "second")
    assert str(error) == "first still first\nsecond"


def test_is_a_value_error_and_travels_between_processes() -> None:
    error: QuestionError = pickle.loads(pickle.dumps(QuestionError(["a", "b"])))
    assert type(error) is QuestionError
    assert issubclass(QuestionError, ValueError)
    assert error.problems == ("a", "b")


def test_an_error_without_a_problem_is_a_programming_mistake() -> None:
    with pytest.raises(AssertionError):
        QuestionError([])


@pytest.mark.parametrize(
    ("word", "expected"),
    [("cutzu", "cutu"), ("CUŢU", "cutu"), ("Cut\u0326u", "cutu"), ("quatrola", "cuatrola"),
     ("xyz", None), ("", None)],
)  # fmt: skip
def test_nearest_game_name(word: str, expected: str | None) -> None:
    assert nearest(word, ["cutu", "cupe", "cruce", "cuccu", "cuatrola"]) == expected


def test_nearest_returns_the_choice_as_it_is_spelled() -> None:
    assert nearest("pica", ["Pică", "Cupă"]) == "Pică"


def test_fold_reads_cedilla_comma_and_decomposed_alike() -> None:
    assert fold("Cuțu") == fold("Cuţu") == fold("Cut\u0326u") == fold("cut\u0327u") == "cutu"
