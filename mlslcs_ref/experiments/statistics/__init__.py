"""Statistics of experiments: ranks of methods over data sets, tests of their differences, and intervals.

The procedure is that of Demsar (2006), as in the paper: Friedman's test of the ranks and, where that rejects, Nemenyi's
test of pairs. Nothing here knows where numbers come from.
"""

from mlslcs_ref.experiments.statistics.agreement import LEVEL_OF_TESTS, chance_difference, same_share_p_value
from mlslcs_ref.experiments.statistics.comparison import Friedman, RankComparison, compare
from mlslcs_ref.experiments.statistics.difference_diagram import difference_picture
from mlslcs_ref.experiments.statistics.intervals import Estimate, Share, estimate_mean, estimate_share
from mlslcs_ref.experiments.statistics.score_table import Gap, ScoreTable, score_table

__all__ = [
    "LEVEL_OF_TESTS",
    "Estimate",
    "Friedman",
    "Gap",
    "RankComparison",
    "ScoreTable",
    "Share",
    "chance_difference",
    "compare",
    "difference_picture",
    "estimate_mean",
    "estimate_share",
    "same_share_p_value",
    "score_table",
]
