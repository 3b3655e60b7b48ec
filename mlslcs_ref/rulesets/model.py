"""A trained model: a ruleset, its thresholds, and where it came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import listed_given, require_given, truth, whole
from mlslcs_ref.atomic import require_writable, write_text
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.errors import DataError
from mlslcs_ref.extension.settings import MAX_RULES, AutoOptions
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.inference.votes import Votes
from mlslcs_ref.metrics import Metric
from mlslcs_ref.parts import Parts
from mlslcs_ref.rulesets.arguments import dataset_of, instances_of
from mlslcs_ref.rulesets.consultation import Consultation, Method, known_method, warn_of_votes
from mlslcs_ref.rulesets.evaluation import Evaluation, evaluated
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.shortening import reselected, selected_rules
from mlslcs_ref.rulesets.showing import model_blocks, notebook_html
from mlslcs_ref.rulesets.sizes import SIZES, SizeRecord, size_records
from mlslcs_ref.rulesets.strategies import Strategy, compact
from mlslcs_ref.rulesets.unlike import warn_of_unlike

if TYPE_CHECKING:
    from mlslcs_ref.rulesets.comparison import ModelComparison
    from mlslcs_ref.rulesets.explanation import Explanation

UNCOMPACTED: Final = "none"
"""The compaction of a model that holds all rules of its run."""


@dataclass(frozen=True)
class RunRecord:
    """Facts of a run, apart from its settings."""

    data: str
    """Name of the training data."""
    profile: str
    """The profile that the settings started from."""
    stream: str
    """`pcg64` or `java`."""
    seed: int
    """The seed of the stream; of several runs, of the first."""
    steps: int
    draws: int
    """`steps`, `draws`: Steps done, and numbers drawn; of several runs, by all of them."""
    crc32: str
    """CRC-32 of the final population as ASCII text, eight hexadecimal digits: for each rule in population order its
    bits, num, exp and ts with a blank between, and a line feed; of several runs, of all in their order."""
    n_centroids: int
    n_unmatched_centroids: int
    """`n_centroids`, `n_unmatched_centroids`: Centroids that the initialisation found, and those whose rule matches
    nothing (INI-3); 0 if it was off."""
    compaction: str = UNCOMPACTED
    """The strategy by which the rules were compacted, or `none`."""
    metric: Metric = "accuracy"
    """The metric that IVAL's threshold maximises on the training data."""
    parts: tuple[str, ...] = ()
    """Mechanisms that were not this package's own, each as `deletion: module.Class`."""
    steps_left: int = 0
    """Steps that a signal or the caller kept it from; 0 if it came to its end, also by `patience` or a callback."""

    @property
    def told_steps(self) -> str:
        """How many steps it was, and whether it was cut short, for people."""
        cut = f", stopped {self.steps_left} steps before its end" if self.steps_left else ""
        return f"{self.steps} steps{cut}"


@dataclass(frozen=True, repr=False)
class Model:
    """A ruleset that predicts.

    Parameters
    ----------
    ruleset : RuleSet
        The rules that predict.
    thresholds : Thresholds
        Chosen on the training data.
    record : RunRecord
        The facts of its run.
    history : tuple of PassRecord
        The records of the passes, if there are any.
    reading : mapping of str to object
        How the file of its training data was read: plain values, as JSON has them.
    extension : AutoOptions, optional
        Settings that the paper does not have, in the profile `auto`.
    populations : tuple of RuleSet
        The rules of each run, if `ruleset` is a short one made from them; a further run continues from these.
    edited : bool
        Whether its file was edited after it was written.
    """

    ruleset: RuleSet
    thresholds: Thresholds
    record: RunRecord
    history: tuple[PassRecord, ...] = ()
    reading: Mapping[str, Any] = field(default_factory=dict)
    extension: AutoOptions | None = None
    populations: tuple[RuleSet, ...] = ()
    edited: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse what is no ruleset, and what its facts are not."""
        require_given("ruleset", self.ruleset, RuleSet, "a RuleSet")
        require_given("thresholds", self.thresholds, Thresholds, "the thresholds of a model")
        require_given("record", self.record, RunRecord, "the record of a run")
        require_given("reading", self.reading, Mapping, "how a file was read, by names")
        if self.extension is not None:
            require_given("extension", self.extension, AutoOptions, "AutoOptions")
        listed_given("populations", self.populations, RuleSet, "rulesets")
        listed_given("history", self.history, PassRecord, "records of passes")

    def __repr__(self) -> str:
        return f"<Model of {self.record.data}: {len(self.ruleset)} rules, profile {self.record.profile}>"

    def _repr_html_(self) -> str:
        return notebook_html(model_blocks(self))

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules, in population order."""
        return self.ruleset.rules

    def predict(self, data: Any, method: Method | None = None) -> npt.NDArray[np.bool_]:
        """Return the labels of instances, of shape (n_instances, n_labels).

        Parameters
        ----------
        data : Dataset, DataFrame, ndarray, sparse matrix, sequence of rows, or path of a file
            The instances in the schema's own values. Texts of a table in memory are read as those of the training file
            (`reading`): dates, numbers with its decimals, and what it has for a missing value.
        method : {"ival", "pcut", "best", "posterior"}, optional
            How labels are decided; by default `posterior` in the profile `auto`, which alone has it, else `ival`.

        Warns
        -----
        ModelWarning
            If short rules are asked for votes, for which they are not made.
        DataWarning
            If ten rows or more are unlike the training data: an attribute has no value, or numbers far from those of
            nearly all training rows.

        Raises
        ------
        DataError
            If they are not instances of the schema.
        SettingsError
            If the model does not have this method.
        """
        warn_of_votes(self.ruleset, known_method(self.ruleset, method))
        return self._asked(data).predicted(method, self.thresholds)

    def votes(self, data: Any) -> Votes:
        """Return the normalised votes on instances, of shape (n_instances, n_labels), each in [0, 1] (INF-2)."""
        return self._asked(data).votes()

    def estimates(self, data: Any) -> npt.NDArray[np.float64]:
        """Return how likely each label is on instances, of shape (n_instances, n_labels); profile `auto` (EXT-1)."""
        return self._asked(data).estimates()

    def _asked(self, data: Any) -> Consultation:
        instances = instances_of(data, self.ruleset.schema, Reading.from_dict(self.reading))
        warn_of_unlike(self.ruleset, instances)
        return Consultation(self.ruleset, instances)

    def explain(self, row: Any, threshold: Method | float | None = None) -> Explanation:
        """Explain how the labels of one instance are decided; see `explain`."""
        found: Explanation = import_module("mlslcs_ref.rulesets.explaining").explain(self, row, threshold)
        return found

    def compact(self, data: Any, strategy: Strategy | None = None, max_rules: int = MAX_RULES) -> Model:
        """Return a model with fewer rules, and thresholds chosen again.

        Parameters
        ----------
        data : Dataset, DataFrame, path of a file, name of a data set, or pair (X, Y) of tables
            The training data, or all rows of which the run held out a share.
        strategy : str, optional
            One of `STRATEGIES`; see `compact`. By default `select` in the profile `auto`, else `paper`.
        max_rules : int
            The largest number of rules of `select`. It makes a short model from any; the short model keeps the rules it
            was made from.

        Raises
        ------
        DataError
            If they are not the training data.
        """
        dataset = self._training(data)
        chosen = ("select" if self.ruleset.is_short else "paper") if strategy is None else strategy
        ruleset = compact(self.ruleset, dataset, chosen, max_rules).ruleset
        thresholds = Consultation(ruleset, dataset.matrix).thresholds(dataset.Y, self.record.metric)
        small = replace(self, ruleset=ruleset, thresholds=thresholds, record=replace(self.record, compaction=chosen))
        if chosen != "select":
            return small
        options = replace(self.extension or AutoOptions(), max_rules=max_rules)
        return replace(small, extension=options, populations=self.populations or (self.ruleset,))

    def sizes(self, data: Any, held_out: Any = None, sizes: tuple[int, ...] = SIZES) -> tuple[SizeRecord, ...]:
        """Return how good fewer rules, or more, would be by `posterior`, to choose `max_rules`.

        Parameters
        ----------
        data : Dataset, DataFrame, path of a file, name of a data set, or pair (X, Y) of tables
            The training data, or all rows of which the run held out a share.
        held_out : Dataset, DataFrame, path of a file, name of a data set, or pair (X, Y) of tables, optional
            Other rows; by default the training rows, each predicted without itself.
        sizes : tuple of int
            Numbers of rules.

        Raises
        ------
        DataError
            If `data` are not the training data.
        """
        sizes = tuple(whole("sizes", size, 0) for size in listed_given("sizes", sizes, object, "numbers of rules"))
        training = self._training(data)
        schema, reading = self.ruleset.schema, Reading.from_dict(self.reading)
        other = None if held_out is None else dataset_of(held_out, schema, reading, partly=True)
        most = max(sizes, default=0)
        options, n_rules = self.extension, len(self.ruleset)
        if options is not None and self.populations and options.most_rules == n_rules < most:
            # the limit cut rules off, which are selected after those that it left
            chosen = reselected(self.populations, training, most, options.max_tests)
        else:
            chosen = selected_rules(self.ruleset, training, most)
        return size_records(chosen, training, other, sizes)

    def _training(self, data: Any) -> Dataset:
        """Return the training data, by which rules were counted; no others say anything of these counts."""
        checking = import_module("mlslcs_ref.rulesets.checking")
        given = dataset_of(data, self.ruleset.schema, Reading.from_dict(self.reading))
        dataset: Dataset = checking.learned_rows(self, given)
        findings = checking.data_findings(self.ruleset, dataset)
        if findings:
            first = findings[0]
            rule = "" if first.place is None else f"rule {first.place + 1}: "
            raise DataError(
                f"expected the training data ({self.record.data}), but {dataset.name} has other rows: {rule}"
                f"{first.message}"
            )
        return dataset

    def compare(self, other: Any) -> ModelComparison:
        """Compare this model with another; see `compare`."""
        found: ModelComparison = import_module("mlslcs_ref.rulesets.comparison").compare(self, other)
        return found

    def save(self, path: str | Path) -> None:
        """Write the model to a file; see `save_model`."""
        import_module("mlslcs_ref.rulesets.model_file").save_model(self, path)

    @classmethod
    def load(cls, path: str | Path, parts: Parts | None = None) -> Model:
        """Read a model from a file; see `load_model`."""
        found: Model = import_module("mlslcs_ref.rulesets.model_file").load_model(path, parts)
        return found

    def export(
        self,
        target: str,
        path: str | Path | None = None,
        method: Method | None = None,
        *,
        ids: Sequence[str] = (),
        estimates: bool = False,
    ) -> str:
        """Return the model in another format, and write it to a file if one is given.

        Parameters
        ----------
        target : str
            `json`, `csv`, `tsv`, `markdown`, `latex`, `dot`, or code that predicts as the model does: `python`, `sql`.
        path : str or Path, optional
            The file, written whole or not at all.
        method : str, optional
            How the code decides labels; by default as the model does.
        ids : sequence of str
            The columns of its table by which the answer of `sql` tells a row; by default the attributes.
        estimates : bool
            Whether the answer of `sql` says how likely each label is, too.

        Raises
        ------
        OutputError
            If the file cannot be written.
        SettingsError
            If an argument is of a wrong type.
        UsageError
            If there is no such format or method.
        """
        if path is not None:
            require_writable(path)
        export_text = import_module("mlslcs_ref.rulesets.export.formats").export_text
        text: str = export_text(self, target, method, ids=ids, estimates=estimates)
        if path is not None:
            write_text(path, text)
        return text

    def evaluate(self, data: Any, every_method: bool = False) -> Evaluation:
        """Return the metrics on labelled data, and how well each label is predicted.

        Parameters
        ----------
        data : Dataset, DataFrame, path of a file, name of a data set, or pair (X, Y) of tables
            Labelled instances in the schema's own values. If a file lacks labels, the others are measured.
        every_method : bool
            In the profile `auto` also by PCUT, IVAL and BEST, which do not decide; by default only by `posterior`. The
            other profiles are always measured by the three.

        Raises
        ------
        DataError
            If they are not labelled instances of the schema.
        SettingsError
            If `every_method` is no truth: labels stand in a pair with their instances.
        """
        truth("every_method", every_method)
        dataset = dataset_of(data, self.ruleset.schema, Reading.from_dict(self.reading), partly=True)
        warn_of_unlike(self.ruleset, dataset.matrix)
        return evaluated(self.ruleset, self.thresholds, dataset, every_method)

    @property
    def plot(self) -> Any:
        """Pictures as methods: `curve()`, `importance()`, `coverage()`, `votes(row)`; they return Axes.

        They need the extra `experiments`; see `mlslcs_ref.rulesets.page.plots.Plots`.
        """
        # pictures know models, so that models do not know pictures until one is asked for
        return import_module("mlslcs_ref.rulesets.page.plots").Plots(self)

    def report(self, path: str | Path, data: Any = None, pictures: bool = True) -> None:
        """Write a web page about the model.

        Parameters
        ----------
        path : str or Path
            The file, such as `model.html`; it is written whole or not at all.
        data : Dataset, DataFrame, path of a file, name of a data set, or pair (X, Y) of tables, optional
            Labelled instances: how well the model predicts them, and the votes on the first.
        pictures : bool
            Whether it has pictures; they need the extra `experiments`.

        Raises
        ------
        DataError
            If the data are not labelled instances of the schema.
        OutputError
            If the file cannot be written.
        SettingsError
            If `pictures` is no truth.
        """
        require_writable(path)
        truth("pictures", pictures)
        page = import_module("mlslcs_ref.rulesets.page.model_page")
        schema, reading = self.ruleset.schema, Reading.from_dict(self.reading)
        dataset = None if data is None else dataset_of(data, schema, reading, partly=True)
        figures = page.pictures_of(self, dataset) if pictures else ()
        write_text(path, page.html_report(self, figures, dataset))


def model_of(given: Any) -> Model:
    """Return a model, or that of a fitted estimator."""
    found = getattr(given, "model_", given)
    if isinstance(found, Model):
        return found
    raise DataError(f"expected a Model or a fitted estimator, found a value of type {type(given).__name__}")
