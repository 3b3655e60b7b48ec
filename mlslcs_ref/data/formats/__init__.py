"""Formats of files, each a module; `registry` lists them."""
