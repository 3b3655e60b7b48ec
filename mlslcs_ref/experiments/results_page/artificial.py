"""The study of omega as blocks of a page: Figures 1 and 2, and its numbers beside the paper's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mlslcs_ref.documents.document import Block, Figure
from mlslcs_ref.documents.drawing import svg_text
from mlslcs_ref.experiments.artificial.summary import compared_rows, study_rows
from mlslcs_ref.experiments.artificial.tables import CHOSEN_OMEGA, beside_table, omega_table, study_picture
from mlslcs_ref.experiments.grid.plan import DatasetEntry, Variant
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.paper.evidence import Runs
from mlslcs_ref.learning.training import artificial_settings
from mlslcs_ref.rulesets.consultation import METHODS, Method

WAY: Final[Method] = "best"
PERCENT: Final = 100.0


def artificial_blocks(results: Results, anchor: str) -> Iterator[Block]:
    """Yield figures and tables of a study.

    Names of pictures begin with `anchor`.
    """
    rows = study_rows(results)
    compared = compared_rows(rows)
    for study in dict.fromkeys(row.study for row in rows):
        own = [row for row in rows if row.study == study]
        problem, passes = own[0].problem, own[0].passes
        name = f"{anchor}-{study}"
        title = f"{problem}, {passes:,} passes"
        figure = 1 if problem == "toy6x4" else 2
        caption = (
            f"As the paper's Figure {figure}: means over the runs, a line for each omega, thick for {CHOSEN_OMEGA:g}, "
            f"of the share of the shortest complete solution in P and of the accuracy of {WAY.upper()}. A dotted "
            f"line marks the end of training: the passes after it only update."
        )
        spoken = f"{title}. " + ", ".join(
            f"omega {row.omega:g}: {PERCENT * row.scs.mean:.1f}% SCS, accuracy {PERCENT * row.accuracy[WAY].mean:.1f}%"
            for row in own
        )
        yield Figure(name, title, caption, svg_text(study_picture(results, study, WAY), name, spoken))
        yield omega_table(f"{title}: by omega", own, METHODS)
        beside = [one for one in compared if one.study == study]
        if beside:
            yield beside_table(f"{title}: beside the paper", beside)


def artificial_runs(results: Results) -> dict[str, dict[float, Runs]]:
    """Return the results of every run by problem and omega, for the paper's claims; of repeated problems the first.

    Those with other settings than the paper's are left out, see `other_settings`.
    """
    found: dict[str, dict[float, Runs]] = {}
    studies: dict[str, str] = {}
    for entry in results.plan.datasets:
        for method in results.plan.methods:
            for variant in method.variants(entry):
                if other_settings(entry, variant):
                    continue
                runs = [
                    one
                    for one in results
                    if (one.unit.dataset, one.unit.method, one.unit.variant) == (entry.name, method.name, variant.name)
                ]
                complete = all(one.status == "done" for one in runs)
                if complete and studies.setdefault(entry.source, entry.name) == entry.name:
                    omega = float(variant.options["settings"]["omega"])
                    facts = [one.facts for one in runs]
                    found.setdefault(entry.source, {})[omega] = Runs(
                        tuple(fact["scs"] for fact in facts),
                        tuple(fact[f"train_accuracy_{WAY}"] for fact in facts),
                        tuple(fact["n_rules"] for fact in facts),
                        tuple(fact["n_compacted"] for fact in facts),
                    )
    return found


def other_settings(entry: DatasetEntry, variant: Variant) -> tuple[str, ...]:
    """Return in words which settings other than omega differ from Section 4.1."""
    settings = {name: value for name, value in variant.options["settings"].items() if name != "omega"}
    expected = artificial_settings(entry.source)
    return tuple(
        f"{name} {settings.get(name, 'as in the profile')}, not {expected.get(name, 'as in the profile')}"
        for name in {**expected, **settings}
        if settings.get(name) != expected.get(name)
    )


def left_out_studies(results: Results) -> Iterator[str]:
    """Yield the problems that were run, but are no evidence, each with the reason."""
    for entry in results.plan.datasets:
        reasons = {other_settings(entry, one) for method in results.plan.methods for one in method.variants(entry)}
        yield from (f"{entry.name}: {'; '.join(reason)}" for reason in sorted(reasons) if reason)
