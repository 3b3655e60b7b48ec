"""Experiments as a grid: data sets x folds x seeds x methods, run unit by unit and kept in a folder of results."""
