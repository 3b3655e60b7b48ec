"""Experiments: folds, grids of runs, rivals, statistics and the paper's claims. Needs the extra `experiments`."""
