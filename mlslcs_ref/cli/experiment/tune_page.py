"""The result of tuning as a page, and the commands that use it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mlslcs_ref.cli.call.arguments import command, option_words
from mlslcs_ref.cli.call.options import reading_words
from mlslcs_ref.cli.call.setting_options import option_name
from mlslcs_ref.documents.document import Block, Command, Heading, Paragraph
from mlslcs_ref.experiments.tuning.document import TUNING, ordered, tuning_blocks
from mlslcs_ref.experiments.tuning.search import Request
from mlslcs_ref.origin import Origin
from mlslcs_ref.untrusted import Untrusted


def tuning_page(request: Request, document: Mapping[str, Any], found: Mapping[str, Any], folder: Path) -> list[Block]:
    """Return the page.

    `found` has all settings that were given or found.
    """
    return [
        Heading(f"tuning {request.dataset.name}"),
        *tuning_blocks(Untrusted(document, "", Origin(str(folder / TUNING)))),
        Heading("what was found"),
        Command("as a line of a plan", settings_text(found)),
        Command("train with it", _run_command(request, found)),
        Paragraph(f"written: {folder / TUNING}, {folder / 'tuned.toml'}"),
    ]


def _run_command(request: Request, found: Mapping[str, Any]) -> str:
    data = request.dataset
    # on a command line they are text
    words = option_words("--labels", data.labels) if isinstance(data.labels, str) else []
    words += reading_words(data.reading)
    if request.test is not None:
        words += option_words("--test", request.test)
    if request.profile != "paper":
        words += option_words("--profile", request.profile)
    words += option_words("--seed", str(request.seeds[0]))
    for name, value in ordered(found).items():
        if isinstance(value, bool):
            words.append(option_name(name) if value else option_name(name).replace("--", "--no-", 1))
        else:
            words += option_words(option_name(name), str(value))
    return command("run", *words, names=[data.file or data.source])


def settings_text(found: Mapping[str, Any]) -> str:
    """Return settings as the line of a plan."""
    values = {name: _toml(value) for name, value in ordered(found).items()}
    return "settings = { " + ", ".join(f"{name} = {value}" for name, value in values.items()) + " }"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    # choices are plain words
    return f'"{value}"' if isinstance(value, str) else str(value)
