"""A model as a page with pictures."""
