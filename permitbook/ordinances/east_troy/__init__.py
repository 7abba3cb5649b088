"""Village of East Troy, Wisconsin: processions, parades, runs, walks, marathons, bicycle races.

The Village Clerk must deny on the grounds of Subsection G, may deny on those of F, and issues unless one of the four
conclusions of H is drawn. The parts stand in the order of the law: who needs a permit; how it is applied for; the
grounds; the decision; what follows it; what the article leaves unsaid.
"""

from permitbook.ordinances.east_troy import (
    s1_scope,
    s2c_filing,
    s2d_contents,
    s2f_may_deny,
    s2g_must_deny,
    s2h_conclusions,
    s2i_decision,
    s2j_permit,
    s2p_insurance,
    silences,
)
from permitbook.ordinances.east_troy.law import law

PARTS = (
    s1_scope,
    s2c_filing,
    s2d_contents,
    s2f_may_deny,
    s2g_must_deny,
    s2h_conclusions,
    s2i_decision,
    s2j_permit,
    s2p_insurance,
    silences,
)

__all__ = ["PARTS", "law"]
