"""Every deal's outcome as a Parquet dataset: a row a deal, a column for each number of the plan.

A dataset is a folder of files ``deals-<first deal>.parquet``.  What was asked and what the columns
are stands in each as JSON, under the key ``analyzer`` of its metadata; until the dataset is
complete it stands in ``_about.json`` too.  Files are written whole, and before the checkpoint
that counts their deals; what a killed run wrote beyond its checkpoint is taken away when the
work goes on.  So no deal is there twice and none is missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import QuestionError
from analyzer.games.base import Column, Plan
from analyzer.run.atomic import write_whole
from analyzer.run.batches import Made
from analyzer.run.identity import digest_of, program
from analyzer.run.lock import Lock

if TYPE_CHECKING:
    import pyarrow as pa

ABOUT = "_about.json"
"""Gone once all deals are there, since some readers want nothing but Parquet in a folder."""
CHECKPOINT = "_progress"
"""In the folder itself, the name of the checkpoint of a command without an output file."""
_LOCK = "_lock"
_SUITS = str.maketrans("♠♥♦♣", "SHDC")
FORM = "analyzer deals 1"
DEAL, WEIGHT = "deal", "weight"
"""Columns that every dataset has, and that it has where rows stand for several layouts."""
MOST_ROWS = 1 << 20
"""Deals of one file at the most ..."""
MOST_VALUES = 1 << 22
"""... and numbers in it, which are in memory until it is written."""
_PREFIX = "deals-"
_FILE = re.compile(_PREFIX + r"\d{15}\.parquet")


class Saver:
    """Saves the deals of a command's runs below one folder; one with a name in its own.

    Parameters
    ----------
    folder
        Made when it is not there; its parent must be.  It must be empty, or hold what an earlier
        part of the same work saved.
    about
        The question, in JSON's types; what must be the same for a dataset to be continued.

    Raises
    ------
    QuestionError
        When pyarrow is not installed, and for a folder that holds anything else.
    """

    def __init__(self, folder: Path, about: Mapping[str, Any]) -> None:
        if find_spec("pyarrow") is None:
            raise QuestionError(
                "--save-deals needs pyarrow: install folk-card-analyzer with its extra 'deals'"
            )
        self._folder = folder
        self._about = json.loads(json.dumps(about))
        self._sinks: list[Sink] = []
        with _told(folder):
            folder.mkdir(exist_ok=True)
            strangers = [p for p in folder.iterdir() if not _ours(p)]
        if not strangers:
            self._lock = Lock(folder / _LOCK, f"--save-deals {folder}")
        else:
            raise QuestionError(
                f"--save-deals {folder}: holds other files, such as {strangers[0].name}; "
                "expected a new folder"
            )

    def __enter__(self) -> Saver:
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def open(self, name: str, plan: Plan, seed: int, rows: int) -> Sink:
        """Where the deals of a run go, from deal ``rows`` on.

        Raises
        ------
        QuestionError
            When the folder holds the deals of another run, or not those before ``rows``.
        """
        folder = self._folder.joinpath(*[re.sub(r"[^\w.=,+-]", "_", p) for p in name.split("/")])
        about = {
            "form": FORM,
            "program": program(),
            "about": self._about,
            "run": name,
            "seed": seed,
            "unit": plan.unit_of_plan,
        }
        sink = Sink(folder, plan, about, rows)
        self._sinks.append(sink)
        return sink

    def flush(self) -> None:
        """Have all deals so far on the disk."""
        for sink in self._sinks:
            sink.flush()

    def finished(self) -> None:
        """Mark every dataset as complete."""
        self.flush()
        for sink in self._sinks:
            sink.finished()


class Sink:
    """The dataset of one run: deals are added in their order."""

    def __init__(self, folder: Path, plan: Plan, about: Mapping[str, Any], rows: int) -> None:
        self._folder = folder
        self._columns = list(zip(column_names(plan.columns), plan.columns, strict=True))
        self._about = json.loads(json.dumps({**about, "columns": [*self._described()]}))
        self._most = max(1, min(MOST_ROWS, MOST_VALUES // (len(self._columns) + 1)))
        self._first = self._next = self._flushed = rows
        self._parts: list[Made] = []
        with _told(folder):
            folder.mkdir(parents=True, exist_ok=True)
            self._settle(rows)
            self._describe()

    def add(self, made: Made) -> None:
        """Add the next deals."""
        assert made.outcomes is not None
        self._parts.append(made)
        self._next += len(made.outcomes)
        if self._next - self._first >= self._most:
            self.flush()
            self._parts.clear()
            self._first = self._next

    def flush(self) -> None:
        """Write the deals since the last full file; the file of an earlier flush is replaced."""
        if self._flushed == self._next:
            return
        with _told(self._folder):
            self._write(self._first, self._table())
        self._flushed = self._next

    def finished(self) -> None:
        """All deals are there."""
        with _told(self._folder):
            (self._folder / ABOUT).unlink(missing_ok=True)

    def _describe(self) -> None:
        """Say what the files that follow are parts of."""
        text = json.dumps(self._about, indent=1, ensure_ascii=False) + "\n"
        write_whole(self._folder / ABOUT, lambda path: _write_text(path, text))

    def _described(self) -> Iterator[dict[str, Any]]:
        for name, column in self._columns:
            yield {
                "name": name,
                "choice": dict(column.choice),
                "play": column.play,
                "measure": column.measure,
                "rate": column.rate,
                "note": column.note,
            }

    def _table(self) -> pa.Table:
        import pyarrow as pa

        outcomes = np.concatenate([m.outcomes for m in self._parts if m.outcomes is not None])
        weights = [made.weights for made in self._parts if made.weights is not None]
        values: dict[str, NDArray[Any]] = {DEAL: np.arange(self._first, self._next)}
        if weights:
            values[WEIGHT] = np.concatenate(weights)
        for i, (name, column) in enumerate(self._columns):
            values[name] = _in_units(column, outcomes[:, i])
        table = pa.table(values)
        about = json.dumps(self._about, ensure_ascii=False).encode()
        return table.replace_schema_metadata({"analyzer": about})

    def _write(self, first: int, table: pa.Table) -> None:
        import pyarrow.parquet as pq

        path = self._folder / f"{_PREFIX}{first:015d}.parquet"
        write_whole(path, lambda part: pq.write_table(table, part, compression="zstd"))

    def _settle(self, rows: int) -> None:
        """Make the folder hold deals 0 to ``rows - 1`` of this run and nothing else."""
        files = sorted(p for p in self._folder.iterdir() if _FILE.fullmatch(p.name))
        begun = (self._folder / ABOUT).exists()
        if begun or files:
            self._check(_begun_by(self._folder) if begun else _part_of(files[0]), begun, rows)
        for left in self._folder.glob(".*.part"):
            left.unlink()
        end = 0
        for path in files:
            first = int(path.stem.removeprefix(_PREFIX))
            if first >= rows:
                path.unlink()
            elif first == end:
                end = min(rows, first + self._cut(path, first, rows))
        if end != rows:
            raise QuestionError(
                f"--save-deals {self._folder}: holds {end:,} of the {rows:,} deals that the "
                "checkpoint counts; delete both to begin anew"
            )

    def _cut(self, path: Path, first: int, rows: int) -> int:
        """Cut a file that begins with deal ``first`` off at deal ``rows``; its deals before."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            count: int = pq.read_metadata(path).num_rows
            if first + count > rows:
                self._write(first, pq.read_table(path).slice(0, rows - first))
        except pa.ArrowInvalid:
            raise _damaged(path) from None
        return count

    def _check(self, found: object, begun: bool, rows: int) -> None:
        """A QuestionError unless the folder was ``begun`` by this run, or has part of its work."""
        if digest_of(found) != digest_of(self._about):
            raise QuestionError(
                f"--save-deals {self._folder}: holds the deals of another question, seed or "
                "version; expected a new folder"
            )
        if rows == 0 and not begun:
            raise QuestionError(
                f"--save-deals {self._folder}: holds all deals of this question already; "
                "expected a new folder"
            )


def _begun_by(folder: Path) -> object:
    """What an unfinished dataset says it is."""
    try:
        return json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    except ValueError:
        raise _damaged(folder / ABOUT) from None


def _part_of(path: Path) -> object:
    """What a file of a dataset says it is part of."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return json.loads(pq.read_schema(path).metadata[b"analyzer"])
    except (pa.ArrowInvalid, ValueError, KeyError, TypeError):
        raise _damaged(path) from None


def _damaged(path: Path) -> QuestionError:
    return QuestionError(
        f"--save-deals {path}: the file is damaged; delete the folder and the checkpoint to begin "
        "anew"
    )


def column_names(columns: tuple[Column, ...]) -> list[str]:
    """A name for every column, in ASCII letters, digits and lines: ``bid_5_trump_S_open_score``.

    They are those of the choice, the level of play and the measure, and each is there once.
    """
    names: list[str] = []
    seen: dict[str, int] = {DEAL: 1, WEIGHT: 1}
    for column in columns:
        parts = [str(part) for item in column.choice.items() for part in item]
        text = "_".join(part for part in (*parts, column.play, column.measure) if part)
        plain = re.sub(r"[\W_]+", "_", text.translate(_SUITS), flags=re.ASCII)
        name = plain.strip("_") or "value"
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return names


def _in_units(column: Column, outcomes: NDArray[np.int32]) -> NDArray[Any]:
    """Outcomes as they are read: 0 and 1, whole numbers, or parts of a unit as doubles."""
    if column.scale != 1:
        return outcomes / column.scale
    return outcomes.astype(np.int8) if column.rate else outcomes


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Turns what stops the block from reading or writing into a line for the user."""
    try:
        yield
    except OSError as error:
        raise QuestionError(
            f"--save-deals {folder}: the deals cannot be saved ({error.strerror or error}); mend "
            "it and give the same command again, which goes on from the last checkpoint"
        ) from None


def _ours(path: Path) -> bool:
    """Whether a path in a folder of datasets may be what an earlier part of the work left."""
    name = path.name
    if path.is_dir():
        return all(_ours(part) for part in path.iterdir())
    return (
        _FILE.fullmatch(name) is not None
        or name == ABOUT
        or name.startswith((CHECKPOINT, _LOCK))
        or (name.startswith(".") and name.endswith(".part"))
    )


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
