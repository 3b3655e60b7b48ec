PAPER_METHODS=("HOMER","RAkEL","ECC","CC","MLkNN","BR","MlS-LCS")
def paper_score(entry,metric,method): return 61.5 if entry.name=="flags" and method in PAPER_METHODS else None
def paper_way_score(entry,metric,way): return 61.5 if entry.name=="flags" else None
