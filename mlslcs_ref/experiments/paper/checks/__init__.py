"""How claims are checked: one function each, called with the evidence, the paper and the arguments of the claim."""
