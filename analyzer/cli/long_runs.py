"""Runs that take long: a checkpoint beside the output, deals that are saved, a cluster."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cli.files import nameable, regular
from analyzer.cli.output import note
from analyzer.cli.problems import Problems, shown

if TYPE_CHECKING:
    from analyzer.run.service import Service

_NEEDED = {
    "--cluster": ("distributed", "cluster"),
    "--save-deals": ("pyarrow", "deals"),
}


def add_long(parser: ArgumentParser, save: bool = True) -> None:
    """Options of long runs; ``save`` says whether the command can save its deals."""
    group = parser.add_argument_group("long runs")
    group.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="compute on a Dask cluster: the scheduler's address, or local for processes of this "
        "machine, --workers of them",
    )
    if save:
        group.add_argument(
            "--save-deals",
            metavar="FOLDER",
            help="write the outcome of every deal to a folder, as a Parquet dataset",
        )


@dataclass(frozen=True)
class LongRun:
    """What the options of long runs say; ``output`` is what the checkpoint stands beside."""

    workers: int | None
    cluster: str | None
    folder: Path | None
    output: Path | None
    quiet: bool

    @contextmanager
    def carried(self, about: Mapping[str, Any], seed: int | None) -> Iterator[Carried]:
        """Workers, checkpoint and saved deals, for as long as the block lasts.

        Parameters
        ----------
        about
            What is asked, in JSON's types: command, game, house rules, question, levels.  What
            may change when the command is given again (the amount of work) is no part of it.
        seed
            As given; without one that of the checkpoint is taken, or one is drawn.

        Raises
        ------
        QuestionError
            When another run writes to the same place, for a checkpoint or saved deals of another
            question, and when the cluster cannot be used.
        """
        from analyzer.api import check_seed
        from analyzer.run.checkpoint import SUFFIX, Keeper
        from analyzer.run.saved import CHECKPOINT, Saver
        from analyzer.run.service import Service

        with ExitStack() as stack:
            keeper = saver = None
            if self.folder is not None:
                saver = stack.enter_context(Saver(self.folder, about))
            beside = self._beside()
            if beside is not None or self.folder is not None:
                path = beside or Path(str(self.folder)) / CHECKPOINT
                path = path.with_name(path.name + SUFFIX)
                what = f"--output {self.output}" if beside else f"--save-deals {self.folder}"
                keeper = stack.enter_context(
                    Keeper(path, about, seed, lambda: check_seed(None), self._tell, what)
                )
                if saver is not None:
                    keeper.before_writing = saver.flush
                if keeper.resumed:
                    self._tell(f"going on after {keeper.resumed:,} deals, from {path}")
            pool = self._pool(stack)
            seed = check_seed(seed) if keeper is None else keeper.seed
            carried = Carried(Service(pool, keeper, saver), seed)
            yield carried
            if carried.complete:
                if saver is not None:
                    saver.finished()
                if keeper is not None:
                    keeper.finished()
            elif keeper is not None and keeper.path.exists():
                self._tell(f"the same command goes on from {keeper.path}")

    def _beside(self) -> Path | None:
        """The output, where a checkpoint can stand beside it: a link's where it leads."""
        if self.output is None or not regular(self.output):
            return None
        return self.output.resolve() if self.output.is_symlink() else self.output

    def _pool(self, stack: ExitStack) -> Any:
        from analyzer.run.batches import Threads

        if self.cluster is None:
            return Threads(self.workers)
        from analyzer.run.cluster import Cluster

        return stack.enter_context(Cluster(self.cluster, self.workers, self._tell))

    def _tell(self, text: str) -> None:
        note(text, self.quiet)


@dataclass
class Carried:
    """How the work is carried out: the ``service`` for its runs, and its ``seed``.

    ``complete`` is set once the whole answer is where it belongs: then the checkpoint goes.
    """

    service: Service
    seed: int
    complete: bool = False

    def ended(self, status: int) -> int:
        """Note the exit status of the command: 0 says that all is done."""
        self.complete = status == 0
        return status


def read_long(problems: Problems, args: Namespace, output: Path | None) -> LongRun:
    """Read and check ``--workers`` and the options of long runs."""
    workers = problems.whole("--workers", args.workers, 1, 1024)
    cluster: str | None = args.cluster
    folder: str | None = getattr(args, "save_deals", None)
    for option, value in (("--cluster", cluster), ("--save-deals", folder)):
        library, extra = _NEEDED[option]
        if value is not None and find_spec(library) is None:
            problems.found.append(
                f"{option} needs {library}: install folk-card-analyzer with its extra '{extra}'"
            )
    if cluster is not None:
        cluster = cluster.strip()
        if not cluster:
            problems.found.append("--cluster '': expected the address of a scheduler, or local")
        elif cluster != "local" and workers is not None:
            problems.found.append(
                f"--workers {workers}: the cluster at {shown(cluster)} has its own"
            )
    if folder is not None:
        _check_folder(problems, folder, output)
    return LongRun(workers, cluster, None if folder is None else Path(folder), output, args.quiet)


def _check_folder(problems: Problems, text: str, output: Path | None) -> None:
    path = Path(text)
    problem = None
    try:
        if not nameable(text):
            problem = "expected the name of a folder"
        elif path.exists() and not path.is_dir():
            problem = "is a file, expected a folder"
        elif not path.parent.is_dir():
            problem = f"there is no folder {path.parent}: make it first, or choose another"
        elif output is not None and path.is_dir() and output.parent.resolve() == path.resolve():
            problem = "holds the file of --output: choose another folder"
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not the name of a folder"
        problem = f"cannot be used ({reason})"
    if problem:
        problems.found.append(f"--save-deals {shown(text)}: {problem}")
