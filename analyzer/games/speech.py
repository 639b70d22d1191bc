"""Words and numbers as a language writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil, floor, isfinite, log10

from analyzer.games.chapters import Number
from analyzer.games.digits import decimals, fixed, rounded_up, trimmed

LANGUAGES = ("en", "ro")
_DECIMAL = {"en": ".", "ro": ","}
_THOUSANDS = {"en": ",", "ro": "."}
_PERCENT = {"en": "%", "ro": "\u00a0%"}
_POINTS = "\u00a0pp"
"""After a difference of two rates: percentage points."""
_TO = {"en": "to", "ro": "–"}
_AND = {"en": "and", "ro": "și"}
_OR = {"en": "or", "ro": "sau"}
_MINUS = "−"
_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "ro": "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie "
    "noiembrie decembrie",
}


@dataclass(frozen=True)
class Speech:
    r"""One language: ``say("a text", "un text")`` picks the text of the language.

    Examples
    --------
    >>> from analyzer.games.chapters import Number
    >>> say = Speech("ro")
    >>> say("lives", "vieți"), say.count(12500), say.decimal(-0.5, 2)
    ('vieți', '12.500', '−0,50')
    >>> say.number(Number(0.125, 0.121, 0.129, 10000, percent=True))
    '12,5\xa0% ±0,4'
    """

    lang: str

    def __call__(self, en: str, ro: str) -> str:
        """The text of the language."""
        return {"en": en, "ro": ro}[self.lang]

    def count(self, value: int) -> str:
        """A whole number with its thousands apart."""
        return self._signs(f"{value:,}")

    def decimal(self, value: float, digits: int, signed: bool = False) -> str:
        """A number with so many decimals; ``signed`` with a plus where it is positive."""
        text = fixed(value, digits)
        plus = "+" if signed and float(text) > 0 else ""
        return plus + self._signs(f"{float(text):,.{digits}f}")

    def plain(self, value: float, signed: bool = False) -> str:
        """An exact number: up to four decimals, no more than it has."""
        text = trimmed(value)
        plus = "+" if signed and value > 0 else ""
        return plus + self._signs(text)

    def percent(self, fraction: float, digits: int | None = None) -> str:
        """A probability in percent: all its digits up to four, or so many."""
        value = fraction * 100
        text = self.plain(value) if digits is None else self.decimal(value, digits)
        return text + _PERCENT[self.lang]

    def number(self, x: Number, signed: bool = False) -> str:
        """An estimate as ``61.3% ±1.0``; its digits follow the error.

        A rate that never or always occurred, or is too near to that for a ±, shows limits.  A
        ``signed`` one is a difference: of rates, in percentage points.
        """
        scale, sign = self._unit(x, signed)
        if x.half == 0:
            return self._exact(x.value * scale, signed) + sign
        if not isfinite(x.half):
            return self.plain(x.value * scale, signed) + sign + " ±?"
        if x.percent and not signed and x.low >= 0 and min(x.value, 1 - x.value) < x.half:
            return self._limits(x) + sign
        half = x.half * scale
        digits = decimals(half, 3)
        ends = self.decimal(rounded_up(half, digits), digits)
        return f"{self.decimal(x.value * scale, digits, signed)}{sign} ±{ends}"

    def _exact(self, value: float, signed: bool) -> str:
        """Two decimals, or two digits of a small value: more would be read by nobody."""
        digits = 2 if abs(value) >= 0.1 or value == 0 else 1 - floor(log10(abs(value)))
        text = fixed(value, min(digits, 6)).rstrip("0").rstrip(".")
        plus = "+" if signed and value > 0 else ""
        return plus + self._signs("0" if text in ("-0", "") else text)

    def _limits(self, x: Number) -> str:
        low, high = x.low * 100, x.high * 100
        if x.value <= 0:
            digits = decimals(high, 6)
            return "<" + self.decimal(ceil(high * 10**digits) / 10**digits, digits)
        if x.value >= 1:
            digits = decimals(100 - low, 6)
            return ">" + self.decimal(100 - rounded_up(100 - low, digits), digits)
        digits = decimals(x.half * 100, 3)
        return f"{self.decimal(low, digits)}–{self.decimal(high, digits)}"

    def interval(self, x: Number, signed: bool = False) -> str:
        """An estimate as ``61.3% (60.3 to 62.3)``."""
        scale, sign = self._unit(x, signed)
        if x.half == 0 or not isfinite(x.half):
            return self.number(x, signed)
        digits = decimals(x.half * scale, 3)
        ends = [self.decimal(end * scale, digits, signed) for end in (x.low, x.high)]
        to = _TO[self.lang]
        joined = "".join(ends[:1]) + (f" {to} " if to.isalpha() else to) + ends[1]
        return f"{self.decimal(x.value * scale, digits, signed)}{sign} ({joined})"

    def _unit(self, x: Number, signed: bool) -> tuple[float, str]:
        if not x.percent:
            return 1.0, ""
        return 100.0, _POINTS if signed else _PERCENT[self.lang]

    def all_of(self, words: Sequence[str]) -> str:
        """``a, b and c``."""
        return self._joined(words, _AND[self.lang])

    def one_of(self, words: Sequence[str]) -> str:
        """``a, b or c``."""
        return self._joined(words, _OR[self.lang])

    def date(self, day: date) -> str:
        """A date in words: ``30 November 2026``."""
        return f"{day.day} {_MONTHS[self.lang].split()[day.month - 1]} {day.year}"

    def _joined(self, words: Sequence[str], last: str) -> str:
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {last} {words[-1]}"

    def _signs(self, text: str) -> str:
        """Of a number written as Python does, with commas between thousands."""
        point, thousands = _DECIMAL[self.lang], _THOUSANDS[self.lang]
        return text.translate({ord(","): thousands, ord("."): point, ord("-"): _MINUS})
