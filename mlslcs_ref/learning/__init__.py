"""From data to a model: a run, what accompanies it, and the profile `auto`, which makes a short model of runs."""
