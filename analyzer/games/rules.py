"""House rules: declared once per game, and everything else is derived from that.

A game's rules are a frozen dataclass whose fields are made with :func:`switch`,
:func:`choice` and :func:`number`.  Validation, the ``rules`` command, the documentation,
the digest and the packed array that kernels read all come from these declarations; a rule
exists in no other place.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError, nearest
from analyzer.resources import data_path

Value = bool | int | str

_LARGEST = 10**9
"""The end of a whole number that has no other."""

STANDARD = "standard"
"""The preset that every game has: all defaults."""


@dataclass(frozen=True)
class Rule:
    """What is known of one house rule besides its name.

    ``choices`` lists the possible values, default first; it is empty for a whole number
    from ``low`` to ``high`` (``None``: no upper end).  ``origin`` says where the default and
    the other values come from.  ``inert`` tells under which other rules this one cannot
    matter: a predicate over the rules, with the words for it.
    """

    default: Value
    choices: tuple[Value, ...]
    meaning: str
    origin: str
    low: int = 0
    high: int | None = None
    inert: tuple[str, Callable[[Any], bool]] | None = None

    def expected(self) -> str:
        """What a value must be, in words."""
        if self.choices:
            return " or ".join(
                [", ".join(show(value) for value in self.choices[:-1]), show(self.choices[-1])]
                if len(self.choices) > 1
                else [show(self.choices[0])]
            )
        if self.high is None:
            return f"a whole number from {self.low}"
        return f"a whole number from {self.low} to {self.high}"

    def accepts(self, value: object) -> bool:
        """Whether ``value`` has the right type and is possible (``True`` is not 1)."""
        if self.choices:
            return any(type(value) is type(own) and value == own for own in self.choices)
        if type(value) is not int:
            return False
        return self.low <= value <= (_LARGEST if self.high is None else self.high)

    def alternatives(self) -> tuple[Value, ...]:
        """Values worth comparing: every choice, or half and twice the default of a number."""
        if self.choices:
            return self.choices
        assert isinstance(self.default, int)
        around = (max(self.low, self.default // 2), self.default, self.default * 2)
        return tuple(dict.fromkeys(v for v in around if self.accepts(v)))

    def code(self, value: Value) -> int:
        """The whole number that stands for ``value`` in the packed array."""
        if isinstance(value, str):
            return self.choices.index(value)
        return int(value)


def switch(default: bool, meaning: str, origin: str, inert: Any = None) -> Any:
    """A house rule that is on or off."""
    return _field(Rule(default, (default, not default), meaning, origin, inert=inert))


def choice(*values: int | str, meaning: str, origin: str, inert: Any = None) -> Any:
    """A house rule with a few named values, the default first."""
    return _field(Rule(values[0], values, meaning, origin, inert=inert))


def number(
    default: int,
    *,
    low: int,
    high: int | None = None,
    meaning: str,
    origin: str,
    inert: Any = None,
) -> Any:
    """A house rule that is a whole number from ``low`` to ``high``, ends included."""
    return _field(Rule(default, (), meaning, origin, low, high, inert))


def _field(rule: Rule) -> Any:
    return field(default=rule.default, metadata={"rule": rule})


def show(value: Value) -> str:
    """A value as it is written in TOML files and after ``--set``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read(text: str) -> Value:
    """The value written as ``text``: true, false, a whole number, or a word."""
    word = text.strip()
    if word.lower() in ("true", "false"):
        return word.lower() == "true"
    try:
        return int(word)
    except ValueError:
        return word


@dataclass(frozen=True)
class Rules:
    """House rules of one game; a subclass declares them as fields.

    ``preset`` names where they started from and takes no part in comparisons.
    """

    game: ClassVar[str]
    preset: str = field(default=STANDARD, kw_only=True, compare=False)

    @classmethod
    def rules(cls) -> dict[str, Rule]:
        """Every house rule of the game by its key, in the order of declaration."""
        return {f.name: f.metadata["rule"] for f in fields(cls) if "rule" in f.metadata}

    @classmethod
    def index(cls, key: str) -> int:
        """Position of a rule in the packed array."""
        return list(cls.rules()).index(key)

    @classmethod
    def code(cls, key: str, value: Value) -> int:
        """The whole number that stands for a rule's value in the packed array."""
        rule = cls.rules()[key]
        if not rule.accepts(value):
            raise ValueError(f"{key} cannot be {value!r}")
        return rule.code(value)

    @classmethod
    def conflicts(cls, values: Mapping[str, Value]) -> Iterator[str]:
        """Problems of values that are possible alone but cannot go together."""
        return iter(())

    @classmethod
    def make(cls, values: Mapping[str, object], preset: str = STANDARD, source: str = "") -> Self:
        """Rules with the given values, all others at their defaults.

        Raises
        ------
        QuestionError
            With one line for every unknown key, impossible value and conflict.
        """
        known = cls.rules()
        where = f"{source}: " if source else ""
        problems = []
        for key, value in values.items():
            if key not in known:
                guess = nearest(key, known)
                hint = f"did you mean {guess}?" if guess else "expected one of " + ", ".join(known)
                problems.append(f"{where}no house rule {key!r} in {cls.game}: {hint}")
            elif not known[key].accepts(value):
                given = show(value) if isinstance(value, bool | int | str) else repr(value)
                problems.append(f"{where}{key} = {given}: expected {known[key].expected()}")
        if not problems:
            full: dict[str, Any] = {key: rule.default for key, rule in known.items()}
            problems += [where + problem for problem in cls.conflicts(full | dict(values))]
        if problems:
            raise QuestionError(problems)
        return cls(**dict(values), preset=preset)

    @classmethod
    def presets(cls) -> list[str]:
        """Names of the game's presets, ``standard`` first."""
        names = sorted(path.stem for path in data_path("rules", cls.game).glob("*.toml"))
        return sorted(names, key=lambda name: name != STANDARD)

    @classmethod
    def load(cls, source: str = STANDARD, changes: Mapping[str, object] | None = None) -> Self:
        """Rules of a preset or of a TOML file (a name with a dot or a slash), then changed.

        Raises
        ------
        QuestionError
            When the preset or file does not exist or does not parse, or for bad values.
        """
        is_file = is_rules_file(source)
        path = Path(source) if is_file else data_path("rules", cls.game) / f"{source}.toml"
        if not is_file and source not in cls.presets():
            guess = nearest(source, cls.presets())
            hint = f"did you mean {guess}?" if guess else "expected " + ", ".join(cls.presets())
            raise QuestionError(
                f"no preset {source!r} for {cls.game}: {hint} (or the path of a .toml file)"
            )
        values = read_toml(path)
        preset = STANDARD if is_file else source
        if is_file:
            cls.make(values, preset, source=str(path))
        return cls.make(values | dict(changes or {}), preset)

    def named(self) -> dict[str, Any]:
        """What names these rules in JSON: ``preset``, ``changed`` values, ``digest``."""
        return {"preset": self.preset, "changed": self.changed(), "digest": self.digest}

    def settings(self) -> dict[str, Value]:
        """Every rule's value by key."""
        return {key: getattr(self, key) for key in self.rules()}

    def changed(self) -> dict[str, Value]:
        """The values that differ from the preset the rules started from."""
        start = type(self).load(self.preset).settings()
        return {key: value for key, value in self.settings().items() if value != start[key]}

    def changed_from_default(self) -> dict[str, Value]:
        """The values that differ from the defaults."""
        return {k: v for k, v in self.settings().items() if v != self.rules()[k].default}

    def with_changes(self, **changes: object) -> Self:
        """The same rules with some values changed; raises as :meth:`make`."""
        return self.make(self.settings() | changes, self.preset)

    def packed(self) -> NDArray[np.int64]:
        """The rules as kernels read them, int64 [rules]: see :meth:`index`, :meth:`code`."""
        return np.array(
            [rule.code(getattr(self, key)) for key, rule in self.rules().items()], np.int64
        )

    @property
    def digest(self) -> str:
        """Twelve hex digits that name these values of these rules of this game."""
        text = "\n".join([self.game, *(f"{k}={show(v)}" for k, v in self.settings().items())])
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def inert(self) -> dict[str, str]:
        """Rules that cannot matter under the others, with the reason."""
        return {
            key: rule.inert[0]
            for key, rule in self.rules().items()
            if rule.inert is not None and rule.inert[1](self)
        }


def is_rules_file(source: str) -> bool:
    """Whether ``source`` names a file of rules and not a preset."""
    return source.endswith(".toml") or "/" in source or "\\" in source


def read_toml(path: Path) -> dict[str, object]:
    """Keys and values of a rules file; a QuestionError says why it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise QuestionError(f"rules file {path}: no such file") from None
    except OSError as error:
        raise QuestionError(f"rules file {path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise QuestionError(f"rules file {path}: cannot be read (not UTF-8 text)") from None
    except RecursionError:
        raise QuestionError(f"rules file {path}: nested too deeply, expected key = value") from None
    except ValueError as error:
        raise QuestionError(f"rules file {path}: not valid TOML ({error})") from None


def parse_changes(settings: Sequence[str]) -> dict[str, Value]:
    """Read ``name=value`` settings; several may stand in one, separated by commas."""
    changes: dict[str, Value] = {}
    problems = []
    for part in (part for setting in settings for part in setting.split(",")):
        name, equals, value = part.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name or not value.strip():
            problems.append(f"setting {part.strip()!r}: expected name=value")
        elif name in changes and changes[name] != read(value):
            problems.append(f"setting {name} is given twice, with different values")
        else:
            changes[name] = read(value)
    if problems:
        raise QuestionError(problems)
    return changes
