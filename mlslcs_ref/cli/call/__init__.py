"""The words of a call: arguments, options, and the data that they name."""
