"""Village of East Troy, Wisconsin: processions, parades, runs, walks, marathons, bicycle races.

The Village Clerk must deny on the grounds of Subsection G, may deny on those of F, and issues unless one of the four
conclusions of H is drawn. The parts stand in the order of the law: who needs a permit; how it is applied for; the
grounds; the decision; what follows it; what the article leaves unsaid.
"""

from permitbook.ordinances import (
    east_troy_1_scope,
    east_troy_2c_filing,
    east_troy_2d_contents,
    east_troy_2f_may_deny,
    east_troy_2g_must_deny,
    east_troy_2h_conclusions,
    east_troy_2i_decision,
    east_troy_2j_permit,
    east_troy_2p_insurance,
    east_troy_z_silences,
)
from permitbook.ordinances.east_troy_law import law

PARTS = (
    east_troy_1_scope,
    east_troy_2c_filing,
    east_troy_2d_contents,
    east_troy_2f_may_deny,
    east_troy_2g_must_deny,
    east_troy_2h_conclusions,
    east_troy_2i_decision,
    east_troy_2j_permit,
    east_troy_2p_insurance,
    east_troy_z_silences,
)

__all__ = ["PARTS", "law"]
