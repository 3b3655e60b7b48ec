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
# # From your own CSV to rules
#
# A shop has data on 900 customers: how long they have been customers, how many tickets they wrote, their plan, and
# whether they pay by invoice. There are two labels: did the customer leave (`churn`), and did they answer a call
# (`call`)? We make the file here, so we know what can be found: customers with many tickets leave, unless their plan
# is `pro`, and customers who pay by invoice answer. One row in ten is different.

# %%
import csv
import random
from pathlib import Path

chance = random.Random(4)  # noqa: S311 - no secret


def customer() -> list[int | str]:
    """Return what the shop knows of one customer."""
    tickets, plan, invoice = chance.randrange(9), chance.choice(["free", "basic", "pro"]), chance.choice(["yes", "no"])
    churn, call = tickets >= 5 and plan != "pro", invoice == "yes"
    wrong = [chance.random() < 0.1 for _ in range(2)]
    return [chance.randrange(1, 60), tickets, plan, invoice, int(churn != wrong[0]), int(call != wrong[1])]


for name, n_rows in (("shop.csv", 900), ("later.csv", 300)):
    with Path(name).open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["months", "tickets", "plan", "invoice", "churn", "call"])
        table.writerows(customer() for _ in range(n_rows))

# %% [markdown]
# The second argument says which columns are labels: their names, or how many of the last (`-2`) or the first (`2`). The
# data set shows how each attribute was read.

# %%
from mlslcs_ref import load_dataset, train

dataset = load_dataset("shop.csv", -2)
dataset  # noqa: B018 - a notebook shows it

# %%
model = train(dataset, profile="auto", seed=1)
for rule in model.ruleset[:6]:
    print(rule)

# %% [markdown]
# A rule shows its evidence: how often each label applies in the rows that it matches, how many rows these are, and how
# often the label applies in all rows. The model has found both facts about the shop, without useless tests. New rows
# show how good it is; they are read with the schema of the first file.

# %%
later = load_dataset("later.csv", -2, schema=dataset.schema)
accuracy = model.evaluate(later)["posterior"].accuracy
print(round(accuracy, 3))
assert accuracy > 0.8

# %% [markdown]
# `sizes` shows how good fewer rules would be, `where` selects rules, and `explain` says why a row gets its labels.

# %%
for size in model.sizes(dataset, held_out=later, sizes=(1, 3, 5, 10)):
    print(size.n_rules, round(size.scores.accuracy, 3), size.evidence)

# %%
churners = model.ruleset.where(label="churn", attribute="tickets")
for rule in churners.best(3):
    print(rule)
assert len(churners) > 0

# %%
model.explain({"months": 7, "tickets": 8, "plan": "free", "invoice": "no"})

# %%
model.plot.sizes(dataset)

# %% [markdown]
# The model is one JSON file. Exported as Python code it makes the same predictions without this package:

# %%
from mlslcs_ref import load_model

model.save("shop.json")
assert load_model("shop.json").ruleset == model.ruleset
model.export("python", "shop_rules.py")
print(Path("shop_rules.py").read_text(encoding="utf-8")[:600])
