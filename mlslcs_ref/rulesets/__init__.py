"""Rulesets: immutable snapshots of rules, what they predict, how they read, and how they are kept in files."""
