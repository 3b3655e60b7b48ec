"""The system of the paper, one module per noun. This page is the walk through it.

Clause ids such as UPD-3 stand in docstrings; `specs/clauses` defines each, in the file of its letters' chapter, and
`specs/decisions` says what holds where the paper is silent. Nothing in here prints, reads or writes, nothing is random
but through `draws`, and nothing outside the package imports it, so modules list no names: a caller gets frozen rules.

A rule. `genes`: what the bits of an attribute mean; `chromosome`: where they stand, REPAIR, generality, and equality,
which is `Layout.identity` and nothing else (REP). `coverage`: which instances of D a condition matches, as columns
of bits (MAT). `consequent`: decisions, shared by all rules that say the same. `classifier`: num, cs, ts, two counts and

    tp = sum of correctness(cl, l)    msa = sum of msaValue(cl, l)    acc = tp/msa    F = acc^nu

A step, Algorithm 1, is `cycle`, and reads from top to bottom:

1. M is a niche of `population`, which holds P in order, and alone changes num (MAT).
2. `control`, once deletions have begun: of the rules that have seen all of D, those of least coverage are
   cov_level_min; if they are two or more, the least fit loses a micro-classifier, at once (CTL).
3. `sets`: C[l] of every label, its sums, and cs_min of every consequent, the size of the smallest C[l] that its rules
   are in (UPD-3). !C[l], of those that decide l otherwise, is only counted, as `wrong` in `classifier` (CYC-0).
4. `update`, Algorithm 2: UPDATE_FITNESS, and UPDATE_CS: cs += beta*(cs_min - cs) (UPD).
5. `discovery`, label by label: `covering` if C[l] is empty (COV); else `clock` ticks, and if a GA is due, that is, if
   the mean time since the last one exceeds theta_GA (`GaDue`, CYC-2), `genetic` makes two children (GEN), which
   enter P when all labels are done; `authors` has phases in another order (`DiscoveryInPhases`, CYC-3):

       P_sel = num*F_d / sum of num*F_d    F_d = 0 if exp < theta_exp else F    size_chi = size - 2*(|L| - 1)

   A child of zero coverage is dropped; in `authors` it is tested before REPAIR (`RepairAfterTest`), and a covering rule
   of zero coverage leaves P a pass later, in `cycle` (GEN-7). ADD_TO_POPULATION: `subsumption` lets a parent, or else a
   rule of P, absorb it: one general for it with exp > theta_exp and acc > acc0, or else an equal one (SUB).
6. `deletion` while sum(num) > N, after the initialisation too, by a wheel of num*d, as `roulette` is for parents (DEL):

       d = exp(1/F) if exp < theta_del else exp(cs - 1)/F

A run. `learner` presents D pass after pass, and tells observers in the words of `events`; `clustering` fills P before
(INI). `assembly` makes the parts of a run of settings; but for the length of a run, it alone knows their names and
values. What the authors' program does otherwise is chosen there, an object or an argument whose docstring says so.

`building` tells the compiler: all modules but it, `events` and this one are compiled (decision 0006).
"""
