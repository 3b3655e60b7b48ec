"""Section 4.1 of the paper repeated: the effect of omega on two artificial problems."""
