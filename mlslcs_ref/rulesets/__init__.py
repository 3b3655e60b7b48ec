"""Rulesets: immutable snapshots of rules, what they predict, how they read, and how they are kept in files."""

from typing import TYPE_CHECKING

from mlslcs_ref._lazy import lazy

if TYPE_CHECKING:
    from mlslcs_ref.rulesets.checking import Flaw, check_model
    from mlslcs_ref.rulesets.compaction import compacted
    from mlslcs_ref.rulesets.comparison import Agreement, ModelComparison, agreement, compare
    from mlslcs_ref.rulesets.consultation import METHODS, Consultation, Method, RunConsultation
    from mlslcs_ref.rulesets.context import NOTATIONS, Notation
    from mlslcs_ref.rulesets.explanation import Explanation, LabelDecision, MatchingRule, explain
    from mlslcs_ref.rulesets.importance import FeatureImportance, feature_importance
    from mlslcs_ref.rulesets.losses import Worth, worth
    from mlslcs_ref.rulesets.model import Model, RunRecord
    from mlslcs_ref.rulesets.model_file import load_model, model_text, save_model
    from mlslcs_ref.rulesets.notation import chromosome_of
    from mlslcs_ref.rulesets.order import ORDERS, Order
    from mlslcs_ref.rulesets.pass_record import PassRecord
    from mlslcs_ref.rulesets.quality import QualityRemark, quality_remarks
    from mlslcs_ref.rulesets.rule import Rule
    from mlslcs_ref.rulesets.rule_parser import parsed_rule
    from mlslcs_ref.rulesets.ruleset import RuleSet
    from mlslcs_ref.rulesets.sizes import SizeRecord, size_records
    from mlslcs_ref.rulesets.solutions import scs_share
    from mlslcs_ref.rulesets.strategies import STRATEGIES, Compaction, Strategy, compact
else:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            "checking": (
                "Flaw",
                "check_model",
            ),
            "compaction": ("compacted",),
            "comparison": (
                "Agreement",
                "ModelComparison",
                "agreement",
                "compare",
            ),
            "consultation": (
                "METHODS",
                "Consultation",
                "Method",
                "RunConsultation",
            ),
            "context": ("NOTATIONS", "Notation"),
            "explanation": (
                "Explanation",
                "LabelDecision",
                "MatchingRule",
                "explain",
            ),
            "importance": (
                "FeatureImportance",
                "feature_importance",
            ),
            "losses": (
                "Worth",
                "worth",
            ),
            "model": (
                "Model",
                "RunRecord",
            ),
            "model_file": (
                "load_model",
                "model_text",
                "save_model",
            ),
            "notation": ("chromosome_of",),
            "order": ("ORDERS", "Order"),
            "pass_record": ("PassRecord",),
            "quality": ("QualityRemark", "quality_remarks"),
            "rule": ("Rule",),
            "rule_parser": ("parsed_rule",),
            "ruleset": ("RuleSet",),
            "sizes": ("SizeRecord", "size_records"),
            "solutions": ("scs_share",),
            "strategies": (
                "STRATEGIES",
                "Compaction",
                "Strategy",
                "compact",
            ),
        },
    )

__all__ = [
    "METHODS",
    "NOTATIONS",
    "ORDERS",
    "STRATEGIES",
    "Agreement",
    "Compaction",
    "Consultation",
    "Explanation",
    "FeatureImportance",
    "Flaw",
    "LabelDecision",
    "MatchingRule",
    "Method",
    "Model",
    "ModelComparison",
    "Notation",
    "Order",
    "PassRecord",
    "QualityRemark",
    "Rule",
    "RuleSet",
    "RunConsultation",
    "RunRecord",
    "SizeRecord",
    "Strategy",
    "Worth",
    "agreement",
    "check_model",
    "chromosome_of",
    "compact",
    "compacted",
    "compare",
    "explain",
    "feature_importance",
    "load_model",
    "model_text",
    "parsed_rule",
    "quality_remarks",
    "save_model",
    "scs_share",
    "size_records",
    "worth",
]
