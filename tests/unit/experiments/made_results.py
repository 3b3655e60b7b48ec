"""Results that nobody has run, for tests of what is made of results."""

from collections.abc import Callable, Iterable

from mlslcs_ref.experiments.grid import DatasetEntry, Failure, MethodEntry, Plan, Results, Unit, UnitResult
from mlslcs_ref.experiments.methods import Outcome
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
