"""Folders of results as a page: the paper's tables and figures beside the paper's, and the verdicts on its claims."""
