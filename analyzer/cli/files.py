"""Files of questions; files for results: checked before the work, written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from analyzer.cli.output import write
from analyzer.cli.problems import Problems, shown
from analyzer.errors import QuestionError

STDIN = "-"
"""What names standard input instead of a file."""
PLOTS = (".svg", ".png")


def read_lines(file: str) -> list[tuple[int, str]]:
    """The lines of a file of questions that are neither blank nor a remark, with their numbers.

    ``-`` is standard input, read as UTF-8 whatever the locale, as files are.

    Raises
    ------
    QuestionError
        When the file cannot be read as text.
    """
    try:
        raw = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise QuestionError(f"--file {file}: cannot be read (not UTF-8 text)") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not the name of a file"
        raise QuestionError(f"--file {shown(file)}: cannot be read ({reason})") from None
    return [
        (number, line.strip())
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]


def nameable(text: str) -> bool:
    """Whether a file or folder can have this name at all."""
    try:
        return bool(text.strip()) and b"\0" not in os.fsencode(text)
    except UnicodeError:
        return False


def output_path(
    problems: Problems,
    text: str | None,
    option: str = "--output",
    inputs: Iterable[str | None] = (),
) -> Path | None:
    """The file that an option names; what would stop it from being written is a problem.

    ``inputs`` are the files that the command reads: none of them may be overwritten.
    """
    if text is None:
        return None
    try:
        problem = _obstacle(text, [Path(name) for name in inputs if name])
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not the name of a file"
        problem = f"cannot be written ({reason})"
    if problem:
        problems.found.append(f"{option} {shown(text)}: {problem}")
    return Path(text)


def plot_path(
    problems: Problems, text: str | None, inputs: Iterable[str | None] = ()
) -> Path | None:
    """The file of a plot that ``--plot`` names, as :func:`output_path`."""
    path = output_path(problems, text, "--plot", inputs)
    if path is not None and path.suffix.lower() not in PLOTS:
        problems.found.append(f"--plot {path}: expected a name that ends in .svg or .png")
    return path


def _obstacle(text: str, inputs: list[Path]) -> str | None:
    path = Path(text)
    folder = path.parent
    if not text.strip():
        return "expected the name of a file"
    if path.is_dir() or text.endswith(("/", os.sep)):
        return "is a folder, expected a file"
    if not folder.is_dir():
        return f"there is no folder {folder}: make it first, or choose another"
    if path.exists():
        if any(name.exists() and name.samefile(path) for name in inputs):
            return "is read by this command and would be overwritten: choose another file"
        if not os.access(path, os.W_OK):
            return "cannot be written: expected a writable file"
    if regular(path):
        try:
            # Permissions do not tell all: some file systems refuse new files to everybody.
            with tempfile.TemporaryFile(dir=path.resolve().parent):
                pass
        except OSError as error:
            return f"nothing can be written in folder {folder} ({error.strerror})"
    return None


def regular(path: Path) -> bool:
    """Whether the path is a file or free; a device or pipe is written to, never replaced."""
    return path.is_file() or not path.exists()


def deliver(text: str, path: Path | None) -> None:
    """Print a result, or write it to a file: all of it or, on failure, nothing.

    A result whose file can no longer be written is printed, so that the work is not lost.
    """
    if not text.endswith("\n"):
        text += "\n"
    if path is None:
        write(sys.stdout, text)
        return
    try:
        if regular(path):
            _replace(path.resolve(), text)
        else:
            path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        write(sys.stdout, text)
        raise QuestionError(
            f"--output {path}: cannot be written any more ({error.strerror}); "
            "the result was printed instead"
        ) from None


def _replace(path: Path, text: str) -> None:
    part = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        if path.exists():
            part.chmod(stat.S_IMODE(path.stat().st_mode))
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
