"""Data sets: schemas, the paper's artificial problems, files and their labels, tables in memory, a catalogue."""
