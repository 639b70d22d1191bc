"""How runs are carried out: who computes the batches, and what is kept on the way."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from analyzer.run.batches import Pool, Threads
from analyzer.run.checkpoint import Keeper
from analyzer.run.saved import Saver


@dataclass(frozen=True)
class Service:
    """The workers of a command's runs, its checkpoint, and where its deals are saved.

    ``keeper`` and ``saver`` are ``None`` where nothing is kept.  ``name`` is the part of the
    command that runs under this service, when it has several: see :meth:`under`.
    """

    pool: Pool = field(default_factory=Threads)
    keeper: Keeper | None = None
    saver: Saver | None = None
    name: str = ""

    @classmethod
    def of(cls, workers: Workers) -> Service:
        """A service as it is; threads for a number of them, or for ``None``."""
        return workers if isinstance(workers, Service) else cls(Threads(workers))

    def under(self, name: str) -> Service:
        """The same service for one part of a command; the names of nested parts are joined."""
        return replace(self, name=self.named(name))

    def named(self, run: str) -> str:
        """The full name of a run of this part."""
        return "/".join(part for part in (self.name, run) if part)


Workers: TypeAlias = int | Service | None
"""What computes: a number of threads, all processors (``None``), or a service."""
