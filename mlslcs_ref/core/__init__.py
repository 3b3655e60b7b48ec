"""The system of the paper, one module per noun; start reading at `cycle`.

Nothing in here prints, reads or writes, and nothing is random but through `draws`.
"""
