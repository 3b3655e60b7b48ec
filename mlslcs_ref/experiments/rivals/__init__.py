"""The methods that the paper compares MlS-LCS with, and BOOMER as a rule learner of today.

Each is written from its paper on top of scikit-learn, which learns single labels and classes. `rival` turns a data set
into numbers, draws what is left to chance, and measures; `base_learners` gives the trees and support vector machines;
and one module holds one method, or two that are alike: `chains` (BR, CC, ECC), `rakel`, `mlknn`, `homer`, `boomer`.
`best_variant` picks among variants of a method on training data alone. Needs the extra `experiments`.
"""
