"""Rules for other programs and for papers: tables, documents, and code that predicts as the model does."""

from mlslcs_ref.rulesets.export.formats import FORMATS, PREDICTING, Format, export_text

__all__ = ["FORMATS", "PREDICTING", "Format", "export_text"]
