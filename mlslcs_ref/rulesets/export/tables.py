r"""Rules as tables: CSV, TSV, Markdown and LaTeX, the best first.

A rule's text never begins with a character that a spreadsheet takes for a formula, and never has a line feed or a tab
in it: names that are more than one plain word stand in quotes, with escapes as in JSON.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Final

from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.order import Order

COLUMNS: Final = ("id", "num", "F", "acc", "exp", "coverage", "rule")
SHORT_COLUMNS: Final = ("id", "coverage", "adds", "rule")
TEXTS: Final = ("adds", "rule")
REALS: Final = ("F", "acc")
Row = tuple[int | float | str, ...]

_LATEX: Final = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "#": r"\#",
        "$": r"\$",
        "%": r"\%",
        "&": r"\&",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"{\char34}",
        "'": r"{\char39}",
        "`": r"{\char96}",
        # no dashes out of hyphens
        "-": "{-}",
    }
)


def _rows(model: Model, order: Order) -> Iterator[Row]:
    ruleset = model.ruleset
    for place in ruleset.places(order):
        rule = ruleset.rules[place]
        if ruleset.is_short:
            yield place + 1, rule.coverage, rule.adds(), rule.told()
        else:
            yield place + 1, rule.num, rule.fitness, rule.acc, rule.exp, rule.coverage, rule.text


def _columns(model: Model) -> tuple[str, ...]:
    return SHORT_COLUMNS if model.ruleset.is_short else COLUMNS


def _rounded(name: str) -> str:
    """Return the head of a column in a table that people read, where reals have four decimals."""
    return f"{name} (rounded)" if name in REALS else name


def csv_text(model: Model, order: Order) -> str:
    """Return one rule a line, with all digits, below the names of the columns."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(_columns(model))
    writer.writerows(_rows(model, order))
    return target.getvalue()


def tsv_text(model: Model, order: Order) -> str:
    """Return what `csv_text` does, separated by tabs and without quotes around cells, which need none."""
    return "".join("\t".join(map(str, row)) + "\n" for row in (_columns(model), *_rows(model, order)))


def markdown_text(model: Model, order: Order) -> str:
    """Return a table in GitHub's Markdown, rules as code."""
    columns = [_rounded(name) for name in _columns(model)]
    sides = "".join(":---|" if name in TEXTS else "---:|" for name in columns)
    lines = [f"| {' | '.join(columns)} |", f"|{sides}"]
    for row in _rows(model, order):
        cells = (_code(value) if isinstance(value, str) else _number(value) for value in row)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _number(value: float | str) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _code(text: str) -> str:
    """Return text as a code span in a cell: fenced by more backticks than it holds, with | escaped."""
    longest = run = 0
    for character in text:
        run = run + 1 if character == "`" else 0
        longest = max(longest, run)
    fence = "`" * (longest + 1)
    space = " " if "`" in text else ""
    return f"{fence}{space}{text}{space}{fence}".replace("|", "\\|")


def latex_text(model: Model, order: Order) -> str:
    """Return a longtable with the lines of booktabs."""
    ternary = model.ruleset.context.notation == "ternary"
    columns = _columns(model)
    head = " & ".join(_rounded(name).replace("F", "$F$") for name in columns) + r" \\"
    widths = (r"p{0.2\linewidth}", r"p{0.5\linewidth}") if model.ruleset.is_short else (r"p{0.55\linewidth}",)
    lines = [
        r"% \usepackage{booktabs,longtable}",
        rf"\begin{{longtable}}{{@{{}}{'r' * (len(columns) - len(widths))}{''.join(widths)}@{{}}}}",
        r"\toprule",
        head,
        r"\midrule",
        r"\endhead",
    ]
    for row in _rows(model, order):
        *cells, rule = (value.translate(_LATEX) if isinstance(value, str) else _number(value) for value in row)
        rule = rf"\texttt{{{rule}}}" if ternary else rule
        lines.append(" & ".join([*cells, rule]) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{longtable}"]) + "\n"
