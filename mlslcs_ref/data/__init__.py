"""Data sets: schemas, the paper's artificial problems, ARFF files and their labels."""

from mlslcs_ref.data.arff import ArffColumn, ArffTable, read_arff
from mlslcs_ref.data.dataset import (
    UNDECLARED,
    Attribute,
    BinaryAttribute,
    ContinuousAttribute,
    Dataset,
    NominalAttribute,
    Schema,
    nominal,
)
from mlslcs_ref.data.mulan import (
    LabelCount,
    LabelFile,
    LabelNames,
    LabelSpec,
    label_xml_beside,
    load_dataset,
    load_instances,
    parse_labels_option,
    read_label_xml,
)
from mlslcs_ref.data.problems import Problem, mlposition, problem, toy6x4

__all__ = [
    "UNDECLARED",
    "ArffColumn",
    "ArffTable",
    "Attribute",
    "BinaryAttribute",
    "ContinuousAttribute",
    "Dataset",
    "LabelCount",
    "LabelFile",
    "LabelNames",
    "LabelSpec",
    "NominalAttribute",
    "Problem",
    "Schema",
    "label_xml_beside",
    "load_dataset",
    "load_instances",
    "mlposition",
    "nominal",
    "parse_labels_option",
    "problem",
    "read_arff",
    "read_label_xml",
    "toy6x4",
]
