"""Statistics of experiments: ranks of methods over data sets, tests of their differences, and intervals.

The procedure is that of Demsar (2006), as in the paper: Friedman's test of the ranks and, where that rejects, Nemenyi's
test of pairs. Nothing here knows where numbers come from.
"""
