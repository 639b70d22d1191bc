"""Batches of deals on a Dask cluster: ranges of deals travel out, tallies travel back.

The plan travels to each worker once.  A worker that runs another version of the program or of
numba is refused; one that dies has its batches computed by others, one that joins gets its
share.  The numbers are those of threads, bit by bit, since batches are added in order.
"""

from __future__ import annotations

import hashlib
import io
import logging
import signal
import threading
import time
import uuid
from collections import ChainMap
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, suppress
from functools import partial
from importlib.util import find_spec
from typing import Any, ClassVar

from analyzer.errors import QuestionError
from analyzer.games.base import Plan
from analyzer.run.batches import Made, Make, Pending, Pool, Session, compute, default_workers
from analyzer.run.identity import differing, program
from analyzer.run.interrupt import CtrlC

LOCAL = "local"
"""The address that stands for processes of this machine."""
BATCH_SECONDS = 1.0
"""What a batch should take: long against the milliseconds that a task of Dask's costs."""
CONNECT_SECONDS = 10
JOIN_SECONDS = 30
"""How long a cluster may have no worker at all before that is an error at the start, or told."""
MOST_DEATHS = 25
"""Workers that may die over one batch before the batch is taken for the cause."""
_FRESH = 2.0
"""Seconds for which the number of workers is believed."""
_GATHER_SECONDS = 60
"""How long a finished result may take to arrive."""

Warn = Callable[[str], None]


class WrongProgram(Exception):
    """A worker runs another version of the program."""


class Cluster(Pool, AbstractContextManager["Cluster"]):
    """The workers of a Dask scheduler.

    Parameters
    ----------
    address
        Of the scheduler, such as ``tcp://10.0.0.5:8786``; or ``local``: processes of this machine,
        which live as long as this object.
    workers
        Processes of a local cluster; all processors when not given.
    warn
        Told when no worker is left.

    Raises
    ------
    QuestionError
        When dask.distributed is not installed, nothing answers at the address, there is no
        worker, or one runs another version.
    """

    def __init__(
        self, address: str, workers: int | None = None, warn: Warn = lambda text: None
    ) -> None:
        if find_spec("distributed") is None:
            raise QuestionError(
                "--cluster needs dask.distributed: install folk-card-analyzer with its extra "
                "'cluster'"
            )
        # What matters is told in words of our own.
        logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
        self._name = f"--cluster {address}"
        self._warn = warn
        self._local: Any = None
        self.client: Any = None
        self.batch_seconds = BATCH_SECONDS
        self._counted, self._width, self._alone = 0.0, 1, 0.0
        try:
            self._connect(address, workers)
            self._check()
        except BaseException:
            self.close()
            raise

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster; end it when it is local."""
        for part in (self.client, self._local):
            if part is not None:
                with suppress(Exception):
                    part.close(timeout=5)
        self.client = self._local = None

    @property
    def width(self) -> int:
        """Threads of all workers, 1 when there are none now."""
        self.look()
        return max(1, self._width)

    def look(self) -> None:
        """See, now and then, how many workers there are; tell when there are none.

        Raises
        ------
        QuestionError
            When the scheduler is gone.
        """
        now = time.monotonic()
        if now - self._counted <= _FRESH:
            return
        if self.client.status in ("closing", "closed"):
            raise self.gone("the scheduler is gone")
        with suppress(OSError, TimeoutError):
            self._width = sum(self.client.nthreads().values())
        self._counted = now
        self._tell_alone(now)

    def session(self, plan: Plan, seed: int, make: Make, ctrl_c: CtrlC) -> ClusterSession:
        """The workers for one plan."""
        return ClusterSession(self, plan, seed, make)

    def gone(self, reason: object) -> QuestionError:
        """The error for work that this cluster cannot do."""
        return QuestionError(f"{self._name}: {reason}")

    def _connect(self, address: str, workers: int | None) -> None:
        import dask
        import distributed as dd

        if address == LOCAL:
            with dask.config.set({"distributed.scheduler.allowed-failures": MOST_DEATHS}):
                self._local = dd.LocalCluster(  # type: ignore[no-untyped-call]  # as Dask has it
                    n_workers=workers or default_workers(),
                    threads_per_worker=1,
                    # Any free port: the usual one may be taken, of which Dask would warn.
                    dashboard_address="127.0.0.1:0",
                    memory_limit=0,
                    preload=[__name__],
                    silence_logs=logging.CRITICAL + 1,
                )
        else:
            self._check_address(address)
        try:
            self.client = dd.Client(  # type: ignore[no-untyped-call]  # as Dask has it
                self._local or address, timeout=CONNECT_SECONDS, set_as_default=False
            )
        except (OSError, ValueError, TimeoutError) as error:
            text = " ".join(str(error).split())
            raise self.gone(f"no scheduler answers there ({text[:120]})") from None

    def _check_address(self, address: str) -> None:
        """A QuestionError for what is no address; Dask's client would say so in many lines."""
        from distributed.comm.addressing import get_address_host_port

        try:
            get_address_host_port(address)
        except ValueError:
            raise self.gone(
                f"expected {LOCAL}, or a scheduler's address such as tcp://192.168.1.5:8786"
            ) from None

    def _check(self) -> None:
        """A QuestionError unless there are workers, and all of them run this program."""
        try:
            self.client.wait_for_workers(1, timeout=JOIN_SECONDS)
        except TimeoutError:
            raise self.gone("the scheduler has no workers") from None
        for worker, theirs in self.client.run(program, on_error="return").items():
            if isinstance(theirs, BaseException):
                raise self.gone(f"worker {worker} cannot run this program ({theirs})")
            other = differing(program(), theirs)
            if other is not None:
                raise self.gone(_another(worker, other))

    def _tell_alone(self, now: float) -> None:
        """Tell, once each time, when there have been no workers for a while."""
        if self._width:
            self._alone = now
        elif now - self._alone > JOIN_SECONDS:
            self._warn(f"{self._name}: no worker is left; waiting for one to join")
            self._alone = float("inf")


def _another(worker: str, other: str) -> str:
    return f"worker {worker} runs another version of the program ({other})"


class ClusterSession(Session, AbstractContextManager["ClusterSession"]):
    """One plan on a cluster."""

    def __init__(self, cluster: Cluster, plan: Plan, seed: int, make: Make) -> None:
        self.cluster = cluster
        self._plan, self._make, self._seed = plan, make, seed
        self._digest = ""
        self._sent: Any = None
        self._pending: set[_Pending] = set()

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):
            self.cluster.client.cancel([p.future for p in self._pending], force=True)
        self._pending.clear()
        self._sent = None

    def submit(self, first: int, count: int) -> Pending:
        """Have a batch computed by any worker."""
        pending = _Pending(self, first, count)
        self._pending.add(pending)
        return pending

    def send(self, first: int, count: int) -> Any:
        """Dask's future of a batch."""
        client = self.cluster.client
        if self._sent is None:
            text = _pickled((self._plan, self._make))
            self._digest = hashlib.sha256(text).hexdigest()
            # As a task, and not as data sent ahead: should its worker die, it is made again.
            self._sent = client.submit(bytes, text, key=f"plan-{self._digest}")
        return client.submit(
            compute_there,
            *(program(), self._digest, self._sent, self._seed, first, count),
            key=f"deals-{first}-{count}-{uuid.uuid4().hex}",
        )

    def arrived(self, pending: _Pending) -> None:
        """A batch is done with."""
        self._pending.discard(pending)


def _pickled(value: object) -> bytes:
    """The value as bytes; functions go with their code, and a lock becomes a free one."""
    import cloudpickle

    class Pickler(cloudpickle.Pickler):  # type: ignore[misc]  # untyped, as all of its module
        dispatch_table: ClassVar[Any] = ChainMap(
            {type(threading.Lock()): lambda lock: (threading.Lock, ())},
            cloudpickle.Pickler.dispatch_table,
        )

    file = io.BytesIO()
    Pickler(file).dump(value)
    return file.getvalue()


class _Pending:
    """A batch on a cluster, sent again when the worker it was on is gone for good."""

    def __init__(self, session: ClusterSession, first: int, count: int) -> None:
        self._session, self._first, self._count = session, first, count
        self._deaths = 0
        self.future: Any = None
        self._send()

    def _send(self) -> None:
        # Waiting for an event, since Dask's own waits are not made for short timeouts.
        self._done = threading.Event()
        self.future = self._session.send(self._first, self._count)
        self.future.add_done_callback(partial(_set, self._done))

    def result(self, timeout: float) -> Made:
        """What was made of the batch."""
        from distributed import KilledWorker

        cluster = self._session.cluster
        if not self._done.wait(timeout):
            cluster.look()
            raise TimeoutError
        try:
            made: Made = self.future.result(timeout=_GATHER_SECONDS)
        except TimeoutError:
            # Its worker died before the result was here; Dask has it made again.
            raise
        except KilledWorker:
            self._deaths += 1
            if self._deaths > MOST_DEATHS:
                last = self._first + self._count - 1
                raise cluster.gone(f"workers die over deals {self._first} to {last}") from None
            self._send()
            raise TimeoutError from None
        except WrongProgram as error:
            raise cluster.gone(error) from None
        except (ImportError, AttributeError) as error:
            raise cluster.gone(f"a worker cannot run this program ({error})") from None
        except (CancelledError, OSError) as error:
            raise cluster.gone(f"the scheduler is gone ({error})") from None
        self._session.arrived(self)
        return made


def _set(event: threading.Event, future: object) -> None:
    event.set()


def dask_setup(worker: object) -> None:
    """Called in every process of a local cluster: Ctrl-C is for the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


_plans: dict[str, tuple[Plan, Make, threading.local]] = {}
_plans_lock = threading.Lock()
_MOST_PLANS = 4
"""Plans that a worker keeps ready, with their scratch memory."""


def compute_there(
    wanted: Mapping[str, str], digest: str, text: bytes, seed: int, first: int, count: int
) -> Made:
    """Compute a batch on a worker.

    Raises
    ------
    WrongProgram
        When the worker's program is not the one that is ``wanted``.
    """
    other = differing(wanted, program())
    if other is not None:
        from distributed import get_worker

        raise WrongProgram(_another(get_worker().address, other))
    plan, make, local = _ready(digest, text)
    if not hasattr(local, "workspace"):
        local.workspace = plan.workspace()
    return compute(plan, make, seed, first, count, local.workspace)


def _ready(digest: str, text: bytes) -> tuple[Plan, Make, threading.local]:
    import cloudpickle

    with _plans_lock:
        found = _plans.pop(digest, None)
        if found is None:
            plan, make = cloudpickle.loads(text)
            found = plan, make, threading.local()
        # The one used last stands last: the first is the one to go.
        _plans[digest] = found
        while len(_plans) > _MOST_PLANS:
            del _plans[next(iter(_plans))]
    return found
