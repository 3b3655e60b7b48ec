"""The scikit-learn face of MlS-LCS; needs the extra `sklearn`."""

try:
    import sklearn  # noqa: F401
except ImportError as error:
    raise ImportError("the estimator needs scikit-learn: pip install 'mlslcs_ref[sklearn]'") from error


from mlslcs_ref.estimator.classifier import MlsLcsClassifier

__all__ = ["MlsLcsClassifier"]
