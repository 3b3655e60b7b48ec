# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Test your own implementation
#
# You write MlS-LCS in another language, and want to know where it goes wrong. Your program does not need this package.
# You write an *executor*: it reads cases from standard input, one JSON object a line, and writes the answers of your
# implementation to standard output. `conform` runs it, compares, and names the clause that is most likely wrong.
#
# The executor here is in Python, so that the page runs anywhere. `tools/executors` has the same frame in C and
# JavaScript, of 60 lines each.

# %%
from pathlib import Path
from tempfile import mkdtemp

folder = Path(mkdtemp())
FRAME = """
import json, sys

{operator}

def answer(case):
    if case["format"] == "echo":
        return case["in"]
    return {{"out": roulette(case["in"]["weights"], case["settings"], case["draws"])}}

for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "stop":
        break
    if request["cmd"] == "start":
        reply = {{
            "protocol": 1,
            "implementation": {{"name": "mine", "version": "0", "language": "Python"}},
            "supports": {{"formats": ["roulette"], "profiles": ["paper", "authors"]}},
        }}
    else:
        reply = {{"seq": request["seq"], **answer(request["case"])}}
    print(json.dumps(reply), flush=True)
"""


# %% [markdown]
# The first operator is the roulette wheel that selects parents. It looks right.

# %%
first = """
def roulette(weights, settings, draws):
    total = sum(weights)
    running = 0.0
    for place, weight in enumerate(weights):
        running += weight
        if running >= draws[0] * total:
            return {"chosen": place}
"""
executor = folder / "executor.py"
executor.write_text(FRAME.format(operator=first))

# %% [markdown]
# `conform smoke` tests the wire. It needs no operator.

# %%
import subprocess
import sys


def conform(*words: str) -> int:
    """Run a conform command and print what it prints."""
    command = [sys.executable, "-m", "mlslcs_ref", "conform", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print(done.stdout)
    return done.returncode


status = conform("smoke", "--executor", f"{sys.executable} {executor}")
assert status == 0

# %% [markdown]
# Then the vectors. Cases of formats that the executor does not support are skipped.

# %%
status = conform("run", "--executor", f"{sys.executable} {executor}", "--select", "roulette", "--quiet")
assert status == 1

# %% [markdown]
# Some fail, and the report names the clause. Its text says what is missing:

# %%
status = conform("show", "GEN-3")
assert status == 0

# %% [markdown]
# A rule without weight must never win, not even with a draw of 0. The authors' program has no such test; this is the
# setting `roulette_zero_weights`. And sums go from left to right, which Python's `sum` no longer does for floats
# from 3.12 on.

# %%
second = """
def roulette(weights, settings, draws):
    skip = settings.get("roulette_zero_weights", "allow" if settings["profile"] == "authors" else "skip") == "skip"
    total = 0.0
    for weight in weights:
        total += weight
    running = 0.0
    for place, weight in enumerate(weights):
        running += weight
        if running >= draws[0] * total and (weight > 0 or not skip):
            return {"chosen": place}
"""
executor.write_text(FRAME.format(operator=second))
status = conform("run", "--executor", f"{sys.executable} {executor}", "--select", "roulette", "--quiet")
assert status == 0

# %% [markdown]
# That is one format of about forty. [The specification](../specs/README.md) has a page for each, in an order in which
# they can be built. Whole runs are compared event by event with [traces](../specs/traces.md).
