"""What tuning has come to, as a page and as a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.cli.call.arguments import command, option_words
from mlslcs_ref.cli.call.options import reading_words
from mlslcs_ref.cli.call.setting_options import option_name
from mlslcs_ref.documents.document import Block, Column, Command, Heading, Paragraph, Table, Value
from mlslcs_ref.documents.look import Look
from mlslcs_ref.experiments.tuning import Decision, Growth, Request, Tuning
from mlslcs_ref.experiments.tuning.search_file import Search
from mlslcs_ref.metrics import Scores
from mlslcs_ref.settings import setting_infos

__all__ = ["settings_text", "tuning_document", "tuning_page"]

FORMAT: Final = "mlslcs_ref.tuning"
VERSION: Final = 1
TAKEN: Final = "taken"


def tuning_page(
    search: Search,
    tuning: Tuning,
    tested: Mapping[str, Scores] | None,
    folder: Path,
    look: Look,
) -> list[Block]:
    """Return the page.

    Parameters
    ----------
    search : Search
        What was asked for.
    tuning : Tuning
        What was found.
    tested : mapping of str to Scores, optional
        The scores on test data by way of deciding.
    folder : Path
        Where everything is.
    look : Look
        A terminal gets accuracies in percent; a pipe gets plain numbers.
    """
    request = search.request
    runs = f"{len(request.seeds)} run{'s' if len(request.seeds) > 1 else ''} each"
    page: list[Block] = [Heading(f"tuning {request.dataset.name}, profile {request.profile}: {runs}")]
    for number, decision in enumerate(tuning.decisions, start=1):
        page += _step(number, decision, look)
    page += _growth(len(tuning.decisions) + 1, tuning.growth, request, look)
    if tested is not None and search.test is not None:
        page.append(Heading(f"on {Path(search.test).name}, trained on all of {request.dataset.name}"))
        columns = (Column("by", "text"), Column("accuracy"), Column("exact match"), Column("Hamming loss"))
        rows = tuple((way.upper(), *(_share(value, look) for value in scores)) for way, scores in tested.items())
        page.append(Table(columns, rows))
    found = {**request.settings, **tuning.settings}
    page += [
        Heading("what was found"),
        Command("as a line of a plan", settings_text(found)),
        Command("train with it", _run_command(search, found)),
        Paragraph(f"written: {folder / 'tuning.json'}, {folder / 'tuned.toml'}"),
    ]
    return page


def _step(number: int, decision: Decision, look: Look) -> Iterator[Block]:
    yield Heading(f"{number}. {decision.setting} = {_number(decision.chosen)}")
    if len(decision.candidates) == 1:
        yield Paragraph("the only candidate, taken as it is")
        return
    yield Paragraph(f"by {decision.criterion}, then the first")
    measures = next(candidate.measures for candidate in decision.candidates if candidate.measures)
    columns = (Column("value"), *map(Column, measures), Column("choice", "text"))
    rows: list[tuple[Value, ...]] = []
    for candidate in decision.candidates:
        found = candidate.measures
        cells = [_cell(name, found[name], look) if found else "" for name in measures]
        remark = f"{candidate.n_failed} failed" if candidate.n_failed else ""
        rows.append((_number(candidate.value), *cells, TAKEN if candidate.value == decision.chosen else remark))
    yield Table(columns, tuple(rows))


def _growth(number: int, growth: Growth, request: Request, look: Look) -> Iterator[Block]:
    yield Heading(f"{number}. passes = {growth.passes}")
    baseline = _share(growth.baseline, look)
    if growth.reached:
        said = "exceeded by"
    else:
        said = f"not exceeded within {request.most_passes} passes, so that the best look is taken; exceeded by"
    yield Paragraph(
        f"by accuracy ({request.method.upper()}) on the part of the training data that was held back, {baseline} with "
        f"BR: {said} {growth.n_reached} of {growth.n_runs} runs"
    )
    columns = (Column("passes"), Column("accuracy held back"), Column("runs"), Column("choice", "text"))
    rows = [
        (passes, _share(accuracy, look), n_runs, TAKEN if passes == growth.passes else "")
        for passes, accuracy, n_runs in growth.curve
    ]
    yield Table(columns, tuple(rows))


def _cell(name: str, value: float, look: Look) -> Value:
    return _share(value, look) if name.endswith("accuracy") else _number(value)


def _share(value: float, look: Look) -> Value:
    return f"{100.0 * value:.2f}%" if look.terminal else value


def _number(value: float) -> str:
    return f"{value:.10g}"


def _run_command(search: Search, found: Mapping[str, Any]) -> str:
    request = search.request
    data = request.dataset
    # on a command line they are text
    words = option_words("--labels", data.labels) if isinstance(data.labels, str) else []
    words += reading_words(data.reading)
    if search.test is not None:
        words += option_words("--test", search.test)
    if request.profile != "paper":
        words += option_words("--profile", request.profile)
    words += option_words("--seed", str(request.seeds[0]))
    for name, value in _ordered(found).items():
        if isinstance(value, bool):
            words.append(option_name(name) if value else option_name(name).replace("--", "--no-", 1))
        else:
            words += option_words(option_name(name), str(value))
    return command("run", *words, names=[data.file or data.source])


def settings_text(found: Mapping[str, Any]) -> str:
    """Return settings as the line of a plan."""
    values = {name: _toml(value) for name, value in _ordered(found).items()}
    return "settings = { " + ", ".join(f"{name} = {value}" for name, value in values.items()) + " }"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    # choices are plain words
    return f'"{value}"' if isinstance(value, str) else str(value)


def _ordered(found: Mapping[str, Any]) -> dict[str, Any]:
    return {info.name: found[info.name] for info in setting_infos() if info.name in found}


def tuning_document(request: Request, tuning: Tuning, tested: Mapping[str, Scores] | None) -> dict[str, Any]:
    """Return everything as one JSON document."""
    growth = tuning.growth
    return {
        "format": FORMAT,
        "version": VERSION,
        "data": request.dataset.name,
        "profile": request.profile,
        "seeds": list(request.seeds),
        "method": request.method,
        "settings": _ordered({**request.settings, **tuning.settings}),
        "steps": [
            {
                "setting": decision.setting,
                "criterion": decision.criterion,
                "chosen": decision.chosen,
                "candidates": [
                    {"value": one.value, "measures": dict(one.measures), "failed": one.n_failed}
                    for one in decision.candidates
                ],
            }
            for decision in tuning.decisions
        ],
        "passes": {
            "baseline": growth.baseline,
            "reached": growth.n_reached,
            "runs": growth.n_runs,
            "chosen": growth.passes,
            "curve": [
                {"passes": passes, "accuracy": accuracy, "runs": n_runs} for passes, accuracy, n_runs in growth.curve
            ],
        },
        "test": None if tested is None else {way: scores._asdict() for way, scores in tested.items()},
    }
