"""The studio at work: runs plans on the threads of this process and keeps what they found."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyzer.estimate import groups, learn
from analyzer.games.base import Game, OddsQuestion, Plan
from analyzer.games.chapters import Number
from analyzer.games.rules import Rules
from analyzer.games.speech import Speech
from analyzer.games.studio import Leaf, PointCount, Studio, Tree, sample_name
from analyzer.kernels.jit import source_digest
from analyzer.report.helped import helped_odds, slow_play
from analyzer.report.odds import Odds
from analyzer.report.pages.store import Store
from analyzer.resources import data_path
from analyzer.run.identity import digest_of
from analyzer.run.rows import collect
from analyzer.run.runs import Progress, Target, Workers, run

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]


class Interrupted(Exception):
    """Ctrl-C was pressed before a result was complete."""


class Desk(Studio):
    """A :class:`Studio`; ``store`` keeps results, ``watcher`` shows them coming."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        play: str,
        deals: int,
        seed: int,
        say: Speech,
        store: Store,
        workers: Workers = None,
    ) -> None:
        self.game, self.rules, self.play = game, rules, play
        self.deals, self.seed, self.say = deals, seed, say
        self.workers = workers
        self.slow_expert = game.layouts > 0
        self._show: Progress | None = None
        self._ticking = False
        self._store = store
        self._sources = sources(game)

    def estimates(self, name: str, plan: Plan, deals: int | None = None) -> pd.DataFrame:
        """Estimates of a plan, computed once."""
        wanted, parts = deals or self.deals, _parts_of(plan)

        def compute() -> pd.DataFrame:
            # Runs whose results are stored are not run again: a name must not depend on others.
            own, target = f"{name}-{digest_of(parts)}", Target(wanted)
            found = run(plan, self.seed, target, self.workers, self.watcher, name=own)
            if found.interrupted:
                raise Interrupted
            return Odds(self.game, self.rules, found.plan, found, self.seed, ()).frame

        return self.keep(name, parts | {"deals": wanted}, compute)

    def odds(
        self,
        name: str,
        hand: str | None = None,
        plays: Sequence[str] = (),
        deals: int | None = None,
        **extras: str,
    ) -> pd.DataFrame:
        """Estimates of a ``bid-odds`` question."""
        levels = self.game.check_plays(tuple(plays) or (self.play,))
        asked = OddsQuestion(hand, levels, extras)
        plan = self.game.odds(self.rules, asked)
        slow = slow_play(self.game, levels, plan)
        if slow is None:
            return self.estimates(name, plan, deals)
        level, wanted, parts = slow, deals or self.deals, _parts_of(plan)

        def compute() -> pd.DataFrame:
            own = f"{name}-{digest_of(parts)}-"
            found = helped_odds(
                self.game, self.rules, asked, level, wanted, self.seed, self.workers,
                self.watcher, own,
            )  # fmt: skip
            if found.run.interrupted or (found.quick is not None and found.quick.interrupted):
                raise Interrupted
            frame = found.frame
            return frame[frame["play"].isin(levels)].reset_index(drop=True)

        return self.keep(name, parts | {"deals": wanted, "helped": True}, compute)

    def sample(self, name: str, plan: Plan, deals: int | None = None) -> pd.DataFrame:
        """A row a deal."""
        wanted = deals or self.deals

        def compute() -> pd.DataFrame:
            import pandas as pd

            found = collect(plan, self.seed, wanted, self.workers, self.watcher)
            if found is None:
                raise Interrupted
            scales = np.array([column.scale for column in plan.columns])
            return pd.DataFrame(found / scales, columns=[sample_name(c) for c in plan.columns])

        return self.keep(name, _parts_of(plan) | {"deals": wanted, "rows": True}, compute)

    def keep(
        self, name: str, parts: Mapping[str, Any], compute: Callable[[], pd.DataFrame]
    ) -> pd.DataFrame:
        """A result computed once."""
        key = {
            "game": self.game.name,
            "rules": self.rules.digest,
            "sources": self._sources,
            "play": self.play,
            "seed": self.seed,
            "name": name,
            "parts": dict(parts),
        }
        found = self._store.get(key)
        if found is None:
            found = compute()
            self._store.put(key, found)
        return found

    def show_with(self, progress: Progress | None) -> None:
        """Show progress with this from now on."""
        self._show, self._ticking = progress, False

    def watcher(self, done: int, wanted: int | None) -> None:
        """Progress of a run; while a chapter ticks by itself its runs say nothing."""
        if self._show is not None and not self._ticking:
            self._show(done, wanted)

    def tick(self, done: int, wanted: int) -> None:
        """Show progress; Ctrl-C between two ticks raises :class:`KeyboardInterrupt` by itself."""
        self._ticking = False
        self.watcher(done, wanted)
        self._ticking = done < wanted

    def mean(self, values: ArrayLike) -> Number:
        """Mean with its interval."""
        return groups.mean_of(values)

    def chance(self, values: ArrayLike) -> Number:
        """Mean of probabilities with its interval."""
        return groups.chance_of(values)

    def rate(self, hits: ArrayLike) -> Number:
        """Share of true values with its interval."""
        return groups.rate_of(hits)

    def groups(
        self,
        frame: pd.DataFrame,
        by: str | Sequence[str],
        value: str,
        percent: bool = False,
        least: int = 30,
    ) -> pd.DataFrame:
        """Mean of a column by groups."""
        keys = [by] if isinstance(by, str) else list(by)
        return groups.group_estimates(frame, keys, value, percent, least)

    def effects(self, frame: pd.DataFrame, features: Sequence[str], value: str) -> pd.DataFrame:
        """What one more of each feature is worth."""
        return groups.effect_estimates(frame, features, value)

    def tree(
        self,
        frame: pd.DataFrame,
        features: Sequence[str],
        scores: Mapping[str, str],
        judges: Mapping[str, str] | None = None,
        leaves: int = 4,
        least: int = 50,
    ) -> Tree:
        """A small tree, with its cross-validated cost."""
        x, choices = frame[list(features)].to_numpy(float), list(scores)
        own, best = _scores(frame, scores, judges)

        def picks(fitted: Floats, fitted_scores: Floats, new: Floats) -> NDArray[np.int64]:
            return learn.tree_picks(learn.fit_tree(fitted, fitted_scores, leaves, least), new)

        nodes = learn.fit_tree(x, own, leaves, least)
        cost = _loss(own, best, learn.held_out(x, own, picks))
        found = [
            Leaf(_ranges(node, features), choices[node.choice], node.rows / len(x))
            for node in nodes
        ]
        return Tree(tuple(found), cost)

    def points(
        self,
        frame: pd.DataFrame,
        features: Sequence[str],
        scores: Mapping[str, str],
        judges: Mapping[str, str] | None = None,
        most: int = 4,
    ) -> PointCount:
        """A point count, with its cross-validated cost."""
        x, (below, above) = frame[list(features)].to_numpy(float), list(scores)
        own, best = _scores(frame, scores, judges)

        def picks(fitted: Floats, fitted_scores: Floats, new: Floats) -> NDArray[np.int64]:
            return learn.points_picks(learn.fit_points(fitted, fitted_scores, most), new)

        count = learn.fit_points(x, own, most)
        cost = _loss(own, best, learn.held_out(x, own, picks))
        weights = {name: int(w) for name, w in zip(features, count.weights, strict=True)}
        return PointCount(weights, count.threshold, above, below, cost)

    def cost(
        self,
        frame: pd.DataFrame,
        picks: Sequence[str],
        scores: Mapping[str, str],
        judges: Mapping[str, str] | None = None,
    ) -> Number:
        """What a rule loses a row."""
        own, best = _scores(frame, scores, judges)
        places = {choice: i for i, choice in enumerate(scores)}
        return _loss(own, best, np.array([places[pick] for pick in picks], np.int64))


def sources(game: Game) -> str:
    """Digest of the program that computes a game's results, and of its models."""
    import sys

    digest = hashlib.sha256()
    for module in (type(game).__module__, __name__):
        digest.update(source_digest(Path(sys.modules[module].__file__ or "")).encode())
    for path in sorted(data_path("models", game.name).glob("*")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _parts_of(plan: Plan) -> dict[str, Any]:
    """What tells a plan from others of the same rules."""
    return {
        "plan": type(plan).__qualname__,
        "question": dict(plan.question),
        "columns": [(dict(c.choice), c.play, c.measure, c.scale) for c in plan.columns],
    }


def _scores(
    frame: pd.DataFrame, scores: Mapping[str, str], judges: Mapping[str, str] | None
) -> tuple[Floats, NDArray[np.int64]]:
    """Scores float64 [rows, choices], and the choice of the full calculation for each row."""
    own = frame[list(scores.values())].to_numpy(float)
    judged = own if judges is None else frame[[judges[c] for c in scores]].to_numpy(float)
    return own, np.argmax(judged, axis=1)


def _loss(own: Floats, best: NDArray[np.int64], picks: NDArray[np.int64]) -> Number:
    rows = np.arange(len(own))
    losses = own[rows, best] - own[rows, picks]
    cost = groups.mean_of(losses)
    if losses.min() < 0:
        return cost
    # Against the best of exact scores nothing can be gained.
    return Number(cost.value, max(0.0, cost.low), cost.high, cost.n)


def _ranges(
    node: learn.Node, features: Sequence[str]
) -> dict[str, tuple[float | None, float | None]]:
    found: dict[str, tuple[float | None, float | None]] = {}
    for f, name in enumerate(features):
        low, high = node.bounds[f]
        if np.isfinite(low) or np.isfinite(high):
            first = float(node.first[f]) if np.isfinite(low) else None
            found[name] = (first, float(high) if np.isfinite(high) else None)
    return found
