"""`experiment`: the paper's experiments, and others like them."""
