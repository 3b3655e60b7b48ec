"""From data to a model: a run of the learner, its thresholds and its record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from mlslcs_ref._given import brief, choice, listed_given, require_given, whole
from mlslcs_ref._signals import held_back
from mlslcs_ref.core.assembly import Ranges
from mlslcs_ref.core.building import unheard
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.clustering import Told
from mlslcs_ref.core.draws import BlockDraws, JavaDraws, PcgDraws
from mlslcs_ref.core.events import Observer
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.data.dataset import Dataset, require_dataset
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.extension.informed import Informed, InformedAssembly
from mlslcs_ref.extension.steps import stepped_ranges
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.learning.snapshot import Snapshot, resume, snapshot_of
from mlslcs_ref.metrics import METRICS, Metric
from mlslcs_ref.parts import Parts
from mlslcs_ref.rulesets.bridge import classifier_of, rules_of
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.continuation import continued
from mlslcs_ref.rulesets.model import Model, RunRecord
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.settings import AUTO, RUN_PROFILES, Settings

Stream: TypeAlias = Literal["pcg64", "java"]
T = TypeVar("T")
STREAMS: Final[tuple[Stream, ...]] = get_args(Stream)
CHUNK: Final = 64


def artificial_settings(name: str) -> dict[str, Any]:
    """Return the settings of the paper for an artificial problem that differ from the profile (PAR-2, INI-1).

    The command line applies them to artificial problems; `train` and `Training` do not.

    Parameters
    ----------
    name : str
        `toy6x4`, or `mlposition` and a number; any other name counts as the latter.

    Returns
    -------
    dict of str to object
        Arguments for `Settings.paper` or `Settings.authors`.
    """
    require_given("name", name, str, "the name of an artificial problem")
    return {
        "population_size": 10_000,
        "p_hash": 0.33,
        "p_label_hash": 0.5 if name == "toy6x4" else 0.2,
        "passes": 1500,
        "clustering": False,
    }


class Kept(NamedTuple):
    """The result of a run at some moment."""

    ruleset: RuleSet
    """The rules that are evaluated (FIN-1)."""
    steps: int
    draws: int
    """`steps`, `draws`: Steps done, and numbers drawn."""
    crc32: str
    """See `RunRecord`."""


class Training:
    """A run in progress.

    `advance` stops at the end of the run. `learner.step()` does not: beyond `learner.n_steps` it makes steps that only
    update, and `model` counts them too.

    Parameters
    ----------
    dataset : Dataset
        D.
    settings : Settings
        The settings.
    seed : int
        The seed; not negative for `pcg64`, a signed 64-bit integer for `java`.
    profile : str
        The profile that the settings started from, for the record. A run of `auto` has listed steps of bounds (EXT-7)
        and no initialisation; `train` makes a short ruleset from such runs.
    stream : str
        `pcg64`, the default, or `java`, java.util.Random as in the authors' program.
    observer : callable, optional
        Called with every event of the run.
    init : RuleSet, optional
        Rules to start from, in place of those made by the clustering; see `continued`. The run counts its steps, passes
        and GA time from 0.
    parts : Parts, optional
        Mechanisms of your own in place of the paper's; the model names them, and is loaded with them.
    resumed : callable, optional
        Given the context of the rules, returns the snapshot of a run with the same data, settings, seed, stream and
        `init`. This run continues from there and ends as if it had never been interrupted. The caller must make sure
        that all of these are the same.
    clustered : callable, optional
        Called repeatedly during the clustering, with the number of instances that are done and the current round of the
        next clusters.
    informed : Informed, optional
        What covering knows about the attributes in the profile `auto`; by default computed from the data.

    Raises
    ------
    DataError
        If the data cannot be learned from, or have other attributes or labels than `init`.
    SettingsError
        If the seed or a name is out of range.
    """

    def __init__(
        self,
        dataset: Dataset,
        settings: Settings,
        seed: int,
        *,
        profile: str = "paper",
        stream: Stream = "pcg64",
        observer: Observer | None = None,
        init: RuleSet | None = None,
        parts: Parts | None = None,
        resumed: Callable[[RuleContext], Snapshot] | None = None,
        clustered: Told = unheard,
        informed: Informed | None = None,
    ) -> None:
        if parts is not None:
            require_given("parts", parts, Parts, "Parts, such as Parts(deletion=...)")
        require_dataset(dataset)
        require_given("settings", settings, Settings, "Settings, such as Settings.paper()")
        for name, function in (("observer", observer), ("resumed", resumed)):
            if function is not None and not callable(function):
                raise SettingsError(name, "a function of one argument", brief(function))
        if init is not None and not isinstance(init, RuleSet):
            raise DataError(
                f"expected a RuleSet, such as `ruleset` of a model, found a value of type {type(init).__name__}",
                argument="init",
            )
        self.dataset = dataset
        self.settings = settings
        self._seed = whole("seed", seed)
        self._profile = choice("profile", profile, RUN_PROFILES)
        self._stream = choice("stream", stream, STREAMS)
        self._parts = () if parts is None else parts.names
        ranges: Ranges = dataset.ranges()
        rules: list[Classifier] | None = None
        if init is not None:
            further = continued(init, dataset, settings)
            ranges, rules = further.ranges, [classifier_of(rule, further.context) for rule in further]
        elif profile == AUTO:
            ranges, rules = stepped_ranges(dataset, settings.precision_bits), []
        try:
            self._context = RuleContext.of(dataset, ranges, settings)
            if profile == AUTO and informed is None:
                informed = Informed(dataset)
            made = partial(InformedAssembly if parts is None else parts.assembly, informed)
            draws = _draws(stream, self._seed)
            snapshot = None if resumed is None else resumed(self._context)
            if snapshot is not None:
                draws.go_to(snapshot.draws)
                rules = []
            self.learner = Learner(dataset, settings, draws, observer, ranges, rules, made, clustered)
            if snapshot is not None:
                resume(self.learner, snapshot)
        except DataError as error:
            # what stands below knows the values, not where they come from
            error.file = error.file or dataset.name
            raise

    def advance(self, n_steps: int = CHUNK) -> bool:
        """Do at most `n_steps` steps, and return whether the run is over.

        Signals (Ctrl-C, a notebook's stop button, SIGTERM, SIGHUP) take effect after the current step. So P is complete
        after a KeyboardInterrupt, `model` has the steps so far, and the run can continue to the same end. Outside of
        the main thread no signal takes effect. Do not continue a run whose observer raised an error, or that was
        interrupted during construction.

        Raises
        ------
        SettingsError
            If `n_steps` is not a whole number from 0.
        """
        n = whole("n_steps", n_steps)
        if n < 0:
            raise SettingsError("n_steps", "a whole number from 0", str(n))
        last = self.learner.steps + n
        with held_back() as came:
            while self.learner.steps < last and not came and self.learner.advance(1):
                pass
        return self.learner.steps >= self.learner.n_steps

    def passes(self) -> Iterator[int]:
        """Do the rest of the run; yield after each pass how many are done, including update-only passes."""
        learner, n_instances = self.learner, self.dataset.n_instances
        while learner.steps < learner.n_steps:
            self.advance(min(CHUNK, n_instances - learner.steps % n_instances))
            if learner.steps % n_instances == 0:
                yield learner.steps // n_instances

    def complete(self, progress: Callable[[Training], None] | None = None, metric: Metric = "accuracy") -> Model:
        """Do the rest of the run and return the model.

        Parameters
        ----------
        progress : callable, optional
            Called with this object repeatedly between steps.
        metric : str
            The metric that IVAL maximises.
        """
        if progress is not None and not callable(progress):
            raise SettingsError("progress", "a function of the run", brief(progress))
        while not self.advance():
            if progress is not None:
                progress(self)
        return self.model(metric)

    def ruleset(self) -> RuleSet:
        """Return the current rules."""
        return self._copied(self.learner.population.rules())

    def _copied(self, rules: Any) -> RuleSet:
        return RuleSet(self._context, rules_of(rules, self._context))

    @property
    def context(self) -> RuleContext:
        """The meaning of the bits and counts of its rules."""
        return self._context

    def snapshot(self) -> Snapshot:
        """Return the state of the run, so that it can be resumed."""
        return snapshot_of(self.learner)

    def kept(self) -> Kept:
        """Return the result of the run so far."""
        learner = self.learner
        return Kept(self._copied(learner.final_rules()), learner.steps, learner.draws.count, learner.digest())

    def model(self, metric: Metric = "accuracy", history: Iterable[PassRecord] = (), kept: Kept | None = None) -> Model:
        """Return the current model of the run, with thresholds chosen on the training data.

        Parameters
        ----------
        metric : str
            The metric that IVAL maximises.
        history : iterable of PassRecord
            Records of the passes so far, for the model.
        kept : Kept, optional
            The result at an earlier moment, to use in place of the current one.
        """
        choice("metric", metric, METRICS)
        if kept is not None:
            require_given("kept", kept, Kept, "what `kept` of a run returns")
        found = self.kept() if kept is None else kept
        thresholds: Thresholds = Consultation(found.ruleset, self.dataset.matrix).thresholds(self.dataset.Y, metric)
        initialisation = self.learner.initialisation
        record = RunRecord(
            data=self.dataset.name,
            profile=self._profile,
            stream=self._stream,
            seed=self._seed,
            steps=found.steps,
            draws=found.draws,
            crc32=found.crc32,
            n_centroids=initialisation.n_centroids if initialisation else 0,
            n_unmatched_centroids=initialisation.n_zero_coverage if initialisation else 0,
            metric=metric,
            parts=self._parts,
            steps_left=max(self.learner.n_steps - self.learner.steps, 0),
        )
        reading = {} if self.dataset.reading is None else self.dataset.reading.to_dict()
        return Model(
            found.ruleset,
            thresholds,
            record,
            history=listed_given("history", history, PassRecord, "records of passes"),
            reading=reading,
        )


def require_seed(stream: Stream, seed: int) -> None:
    """Refuse a seed that a stream of draws does not have."""
    if stream == "java" and not -(1 << 63) <= seed < 1 << 63:
        raise SettingsError("seed", "a signed 64-bit integer for the java stream", str(seed))
    if stream != "java" and seed < 0:
        raise SettingsError("seed", "a whole number from 0", str(seed))


def _draws(stream: Stream, seed: int) -> BlockDraws:
    require_seed(stream, seed)
    return JavaDraws(seed) if stream == "java" else PcgDraws(seed)
