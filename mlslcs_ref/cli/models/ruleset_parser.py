"""The options of the commands that look at saved models."""

from __future__ import annotations

from typing import Any, Final

from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.arguments import examples
from mlslcs_ref.cli.call.numbers import count, integer, natural, share
from mlslcs_ref.cli.call.options import add_list, add_reading
from mlslcs_ref.extension.settings import MAX_RULES
from mlslcs_ref.metrics import METRICS
from mlslcs_ref.rulesets.consultation import METHODS, POSTERIOR
from mlslcs_ref.rulesets.context import NOTATIONS
from mlslcs_ref.rulesets.export.formats import FORMATS
from mlslcs_ref.rulesets.order import ORDERS
from mlslcs_ref.rulesets.strategies import STRATEGIES

INSTANCES: Final = "an ARFF or CSV file with the model's attributes, or the name of a problem or data set, as for `run`"
MODEL: Final = "a model that `run --save` has written"
ALL: Final = "show everything, and each rule in full (always so if output is not a terminal)"


def _add_model(parser: Any) -> None:
    parser.add_argument("model", type=names.file, metavar="MODEL.json", help=MODEL)


def _add_method(parser: Any, purpose: str) -> None:
    parser.add_argument(
        "--method",
        choices=(POSTERIOR, *METHODS),
        help=f"{purpose} (posterior for a model of the profile auto, and only for such a model; else ival)",
    )


def _add_data(parser: Any, purpose: str) -> None:
    data = parser.add_argument_group("data")
    data.add_argument(
        "--data", type=names.data, metavar="FILE", help=f"{purpose}; not needed for models of artificial problems"
    )
    add_reading(parser)


def add_order(parser: Any) -> None:
    """Add `--order`."""
    parser.add_argument(
        "--order",
        choices=ORDERS,
        default="best",
        help="order: the most useful first (best: in the profile auto as they were selected, else accuracy), by "
        "accuracy with support (accuracy), num*F (weight), F, num, acc, exp or coverage, the largest first, or "
        "population order (population); by best, accuracy, weight and F, rules that were never updated come last",
    )


def add_every_method(parser: Any) -> None:
    """Add `--every-method`."""
    parser.add_argument(
        "--every-method",
        action="store_true",
        help="in the profile auto also how good PCUT, IVAL and BEST would be, which do not decide there",
    )


def add_notation(parser: Any) -> None:
    """Add `--notation`."""
    parser.add_argument(
        "--notation",
        choices=NOTATIONS,
        help="how rules are written: 01#### -> 10## (ternary), or by the names of attributes and labels (name); "
        "default: ternary only on the paper's problems, whose attributes are called a1, a2, ...",
    )


def rules_options(parser: Any) -> None:
    """Add the options of `rules`."""
    parser.epilog = examples("rules toy.json --order coverage --limit 10", "rules flags.json --label red --min-acc 0.8")
    _add_model(parser)
    parser.add_argument("--all", action="store_true", help=ALL)
    add_order(parser)
    add_notation(parser)
    parser.add_argument("--limit", type=natural, metavar="N", help="at most N rules")
    filters = parser.add_argument_group("filters")
    add_list(filters, "--label", "only rules that decide this label")
    add_list(filters, "--attribute", "only rules that test this attribute")
    filters.add_argument("--min-acc", type=share, default=0.0, metavar="X", help="only rules with acc of at least X")
    filters.add_argument("--min-exp", type=natural, default=0, metavar="N", help="only rules with exp of at least N")
    filters.add_argument("--covers", type=integer, metavar="ROW", help="only rules that match this row, counted from 1")
    _add_data(parser, "the data of the row of --covers")


def explain_options(parser: Any) -> None:
    """Add the options of `explain`."""
    parser.epilog = examples("explain toy.json toy6x4 --row 5", "explain flags.json new-flags.arff --row 1")
    _add_model(parser)
    parser.add_argument("file", type=names.data, metavar="FILE", help=INSTANCES)
    parser.add_argument("--row", type=integer, required=True, metavar="N", help="which row, counted from 1")
    _add_method(parser, "how rules decide")
    add_notation(parser)
    parser.add_argument("--all", action="store_true", help=ALL)
    add_reading(parser)


def compact_options(parser: Any) -> None:
    """Add the options of `compact`."""
    parser.epilog = examples(
        "compact toy.json --strategy greedy --save small.json",
        "compact flags.json --data flags-train.arff --max-rules 10 --save short.json",
    )
    _add_model(parser)
    parser.add_argument(
        "--strategy",
        choices=STRATEGIES,
        help="the paper's (paper), greedy cover by num*F (greedy), removal of subsumed rules (subsumed), Wilson's CRA "
        "(cra), Fu and Davis's first approach (fu1), or few short rules (select); specs/compaction.md defines them; "
        "default: select for a model of the profile auto, else paper",
    )
    parser.add_argument(
        "--max-rules", type=count, metavar="N", help=f"largest number of rules of the strategy select ({MAX_RULES})"
    )
    parser.add_argument("--save", type=names.file, metavar="FILE", help="write the compacted model to a JSON file")
    parser.add_argument("--metric", choices=METRICS, default="accuracy", help="metric that IVAL's threshold maximises")
    add_notation(parser)
    add_order(parser)
    parser.add_argument("--all", action="store_true", help=ALL)
    _add_data(parser, "the training data")


def compare_options(parser: Any) -> None:
    """Add the options of `compare`."""
    parser.epilog = examples("compare toy.json small.json", "compare toy.json small.json --data toy6x4 --rules-only")
    parser.add_argument("first", type=names.file, metavar="A.json", help=MODEL)
    parser.add_argument("second", type=names.file, metavar="B.json", help="a model with the same attributes and labels")
    parser.add_argument("--rules-only", action="store_true", help="rules count as equal whatever their statistics")
    add_notation(parser)
    parser.add_argument("--all", action="store_true", help=ALL)
    _add_data(parser, "labelled data, to compare predictions")


def check_options(parser: Any) -> None:
    """Add the options of `check`."""
    parser.epilog = examples("check toy.json", "check flags.json --data flags-train.arff")
    _add_model(parser)
    parser.add_argument("--all", action="store_true", help="every finding")
    _add_data(parser, "the training data, to check coverage")


def export_options(parser: Any) -> None:
    """Add the options of `export`."""
    parser.epilog = examples(
        "export small.json python --out rules.py",
        "export flags.json sql --table flags --id name --out flags.sql",
    )
    _add_model(parser)
    parser.add_argument("format", choices=FORMATS, metavar="FORMAT", help=f"{', '.join(FORMATS)}; `report` writes HTML")
    parser.add_argument("--out", type=names.output, metavar="FILE", help="write to this file, not to standard output")
    _add_method(parser, "way of deciding of python and sql")
    parser.add_argument("--table", type=names.text, metavar="NAME", help="name of the table that sql reads (instances)")
    add_list(parser, "--id", "column of that table by which the answer of sql tells a row, in place of the attributes")
    parser.add_argument(
        "--estimates", action="store_true", help="sql also says how likely each label is, or its share of the votes"
    )
    add_order(parser)
    add_notation(parser)


def report_options(parser: Any) -> None:
    """Add the options of `report`."""
    parser.epilog = examples(
        "report toy.json --no-pictures --out toy.html",
        "report flags.json --data flags-test.arff --out flags.html",
    )
    _add_model(parser)
    parser.add_argument(
        "--out", type=names.file, required=True, metavar="FILE.html|DIR", help="the page, or a folder for index.html"
    )
    parser.add_argument("--row", type=integer, metavar="N", help="draw the votes of this row of the data (1)")
    parser.add_argument("--no-pictures", action="store_true", help="leave out the pictures")
    add_notation(parser)
    _add_data(parser, "labelled data, for metrics and votes")


def evaluate_options(parser: Any) -> None:
    """Add the options of `evaluate`."""
    parser.epilog = examples("evaluate toy.json toy6x4", "evaluate flags.json flags-test.arff --json")
    _add_model(parser)
    parser.add_argument("file", type=names.data, metavar="FILE", help=INSTANCES)
    add_reading(parser)
    add_every_method(parser)
    parser.add_argument("--json", action="store_true", help="print everything as one JSON document")


def predict_options(parser: Any) -> None:
    """Add the options of `predict`."""
    parser.epilog = examples(
        "predict flags.json new-flags.arff --out labels.csv",
        "predict flags.json new-flags.arff --id name --estimates",
    )
    _add_model(parser)
    parser.add_argument("file", type=names.data, metavar="FILE", help=INSTANCES)
    _add_method(parser, "how rules decide")
    parser.add_argument(
        "--estimates",
        action="store_true",
        help="write how likely each label is instead of 0 and 1; by methods other than posterior, its share of the "
        "votes",
    )
    what = "write this column of the file first, as an identifier of the row, whether rules know it or not"
    add_list(parser, "--id", what)
    parser.add_argument(
        "--out", type=names.output, metavar="FILE", help="write the CSV to this file, not to standard output"
    )
    add_reading(parser)
    parser.add_argument("--quiet", action="store_true", help="no remarks")
