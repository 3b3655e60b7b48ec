"""Data sets: schemas, the paper's artificial problems, files and their labels, tables in memory, a catalogue."""

from typing import TYPE_CHECKING

from mlslcs_ref._lazy import lazy

if TYPE_CHECKING:
    from mlslcs_ref.data.catalog import is_at_hand, is_known, known_names, load_known
    from mlslcs_ref.data.dataset import UNDECLARED, Dataset
    from mlslcs_ref.data.files import label_xml_beside, load_file, load_instances
    from mlslcs_ref.data.formats import FORMATS, FileColumn, FileTable, format_names
    from mlslcs_ref.data.formats.arff import read_arff
    from mlslcs_ref.data.formats.arff_writer import arff_text, label_xml_text, save_arff
    from mlslcs_ref.data.label_specs import (
        LabelCount,
        LabelFile,
        LabelNames,
        LabelSpec,
        parse_labels_option,
        read_label_xml,
    )
    from mlslcs_ref.data.loading import load_dataset
    from mlslcs_ref.data.problems import Problem, mlposition, problem, toy6x4
    from mlslcs_ref.data.reading import DATES, Reading
    from mlslcs_ref.data.schema import (
        Attribute,
        BinaryAttribute,
        ContinuousAttribute,
        NominalAttribute,
        Schema,
        nominal,
    )
    from mlslcs_ref.data.table import encoded, from_table, to_frame
    from mlslcs_ref.data.text_lines import TextSource, standard_input
else:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            "catalog": (
                "is_at_hand",
                "is_known",
                "known_names",
                "load_known",
            ),
            "dataset": ("UNDECLARED", "Dataset"),
            "files": ("label_xml_beside", "load_file", "load_instances"),
            "formats": (
                "FORMATS",
                "FileColumn",
                "FileTable",
                "format_names",
            ),
            "formats.arff": ("read_arff",),
            "formats.arff_writer": (
                "arff_text",
                "label_xml_text",
                "save_arff",
            ),
            "label_specs": (
                "LabelCount",
                "LabelFile",
                "LabelNames",
                "LabelSpec",
                "parse_labels_option",
                "read_label_xml",
            ),
            "loading": ("load_dataset",),
            "problems": (
                "Problem",
                "mlposition",
                "problem",
                "toy6x4",
            ),
            "reading": (
                "DATES",
                "Reading",
            ),
            "schema": (
                "Attribute",
                "BinaryAttribute",
                "ContinuousAttribute",
                "NominalAttribute",
                "Schema",
                "nominal",
            ),
            "table": (
                "encoded",
                "from_table",
                "to_frame",
            ),
            "text_lines": (
                "TextSource",
                "standard_input",
            ),
        },
    )

__all__ = [
    "DATES",
    "FORMATS",
    "UNDECLARED",
    "Attribute",
    "BinaryAttribute",
    "ContinuousAttribute",
    "Dataset",
    "FileColumn",
    "FileTable",
    "LabelCount",
    "LabelFile",
    "LabelNames",
    "LabelSpec",
    "NominalAttribute",
    "Problem",
    "Reading",
    "Schema",
    "TextSource",
    "arff_text",
    "encoded",
    "format_names",
    "from_table",
    "is_at_hand",
    "is_known",
    "known_names",
    "label_xml_beside",
    "label_xml_text",
    "load_dataset",
    "load_file",
    "load_instances",
    "load_known",
    "mlposition",
    "nominal",
    "parse_labels_option",
    "problem",
    "read_arff",
    "read_label_xml",
    "save_arff",
    "standard_input",
    "to_frame",
    "toy6x4",
]
