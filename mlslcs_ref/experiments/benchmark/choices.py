"""By what data a plan lets variants, and ways of deciding, be chosen."""

from __future__ import annotations

from mlslcs_ref.experiments.benchmark.measured import Chooser
from mlslcs_ref.experiments.grid import Plan
from mlslcs_ref.experiments.grid.plan import MLS_LCS

__all__ = ["choice_text", "chooser_of"]


def chooser_of(plan: Plan) -> Chooser:
    """Return what data choose among the ways of MlS-LCS: those its entry names, and test data if it names none."""
    said = [entry.select for entry in plan.methods if entry.kind == MLS_LCS]
    return "training" if "training" in said else "test"


def choice_text(plan: Plan) -> str:
    """Return in words what is chosen by which data; empty if nothing is chosen."""
    chosen: dict[str, list[str]] = {"test": [], "training": []}
    for entry in plan.methods:
        if entry.select != "none" and entry.vary:
            chosen[entry.select].append(f"the variant of {entry.name}")
        if entry.kind == MLS_LCS:
            chosen[chooser_of(plan)].append(f"the way of deciding of {entry.name}")
    sentences = []
    if chosen["test"]:
        sentences.append(
            "Chosen by accuracy on test data, as in the paper, which flatters whatever has many variants: "
            f"{', '.join(chosen['test'])}."
        )
    if chosen["training"]:
        sentences.append(f"Chosen by training data alone: {', '.join(chosen['training'])}.")
    return " ".join(sentences)
