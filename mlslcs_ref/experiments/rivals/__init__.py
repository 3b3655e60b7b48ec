"""The methods that the paper compares MlS-LCS with, and BOOMER as a rule learner of today.

Each is written from its paper on top of scikit-learn, which learns single labels and classes. `features` turns a data
set into numbers, `base_learners` gives the trees and support vector machines, and one module holds one method:
`binary_relevance`, `chains` (CC, ECC), `label_powerset`, `rakel`, `mlknn`, `homer` (on `balanced_kmeans`), `boomer`.
`chosen` picks among variants of a method on training data alone. Needs the extra `experiments`.
"""
