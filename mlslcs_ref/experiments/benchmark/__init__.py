"""The comparison with other methods of the paper's Sections 4.2 to 4.4: its plan, and its tables from results."""
