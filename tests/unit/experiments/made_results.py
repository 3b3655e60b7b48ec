"""Results that nobody has run, for tests of what is made of results."""

from collections.abc import Callable, Iterable

from mlslcs_ref.experiments.benchmark.published import KINDS_OF_METHODS
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry, Plan
from mlslcs_ref.experiments.grid.results import Failure, Results, UnitResult
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.experiments.methods import Outcome
from mlslcs_ref.experiments.paper.tables import paper
from mlslcs_ref.metrics import Scores

WAYS = ("pcut", "ival", "best")


def made_plan(
    datasets: Iterable[DatasetEntry] | None = None, methods: Iterable[MethodEntry] | None = None, **more: object
) -> Plan:
    """Return a plan of flags in three folds and enron in one, with three methods, one of them in two variants."""
    return Plan(
        name="made",
        datasets=tuple(datasets or (DatasetEntry("flags", n_folds=3), DatasetEntry("enron", scheme="split"))),
        methods=tuple(
            methods
            or (
                MethodEntry("HOMER", "homer", vary={"n_clusters": [2, 3]}, select="test"),
                MethodEntry("BR", "br"),
                MethodEntry("MlS-LCS", "mls-lcs"),
            )
        ),
        **more,  # type: ignore[arg-type]
    )


def made_results(
    plan: Plan,
    accuracy: Callable[[Unit, str], float | None] = lambda _unit, _way: 0.5,
    trained: Callable[[Unit, str], float] = lambda _unit, _way: 0.9,
) -> Results:
    """Return results with these accuracies, and scores that follow from them; None is a failure, NaN a unit not run.

    Parameters
    ----------
    plan : Plan
        The plan.
    accuracy, trained : callable
        Accuracy on test and on training data, by unit and way of deciding.
    """
    kinds = {entry.name: entry.kind for entry in plan.methods}
    found = {}
    for number, unit in enumerate(plan.units()):
        ways = WAYS if kinds[unit.method] == "mls-lcs" else ("labels",)
        values = {way: accuracy(unit, way) for way in ways}
        if any(value is None for value in values.values()):
            failure = Failure("ValueError", "could not read /srv/somewhere/data/x.arff", "rivals.homer, line 3, in fit")
            found[unit] = UnitResult(unit, "", None, failure, 1.0, {"mlslcs_ref": "0.1.0"})
        elif all(value == value for value in values.values()):  # noqa: PLR0124
            scores = {way: Scores(value, value / 2, 1 - value) for way, value in values.items() if value is not None}
            facts = {f"train_accuracy_{way}": trained(unit, way) for way in ways} if len(ways) > 1 else {}
            outcome = Outcome(scores, {"n_rules": 100 + number, **facts})
            found[unit] = UnitResult(unit, "", outcome, None, 2.0, {"mlslcs_ref": "0.1.0", "build": "pure"})
    return Results(plan, found)


def paper_plan(dataset_names: Iterable[str] | None = None) -> Plan:
    """Return a plan of the paper's comparison, its parameters and methods, each without variants."""
    chosen = tuple(dataset_names or paper().datasets)
    datasets = []
    for name in chosen:
        entry = paper().datasets[name]
        datasets.append(
            DatasetEntry(
                entry.title,
                source=name,
                scheme="label_sets" if "fold" in entry.protocol else "split",
                settings=dict(entry.parameters),
            )
        )
    methods = tuple(MethodEntry(name, kind) for name, kind in KINDS_OF_METHODS.items())
    return Plan("benchmark", tuple(datasets), methods, "What the paper says")


def paper_results(plan: Plan) -> Results:
    """Return results that are the paper's numbers in every fold."""
    found = {}
    for unit in plan.units():
        name = plan.dataset(unit.dataset).source
        if unit.method == "MlS-LCS":
            # what is lost of mediamill in Table 4
            ways = {metric: dict.fromkeys(WAYS, 0.5) | dict(rows[name]) for metric, rows in paper().ways_meant.items()}
            scores = {way: Scores(*(ways[metric][way] for metric in Scores._fields)) for way in WAYS}
        else:
            scores = {
                "labels": Scores(*(paper().rivals[metric].values[name][unit.method] for metric in Scores._fields))
            }
        found[unit] = UnitResult(unit, "", Outcome(scores, {"n_rules": 10.0}), None, 3.0, {"mlslcs_ref": "0.1.0"})
    return Results(plan, found)
