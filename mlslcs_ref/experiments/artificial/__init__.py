"""Section 4.1 of the paper repeated: how omega decides what is learned of two artificial problems."""
