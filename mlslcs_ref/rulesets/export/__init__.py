"""Rules for other programs and for papers: tables, documents, and code that predicts as the model does."""
