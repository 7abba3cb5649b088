"""Town of New Castle, New York: assisted events, §§ 92-1 to 92-12.

The Town Police Chief issues a permit, one for each day, unless one of the nine findings of § 92-4 is made. The parts
stand in the order of the law: who needs a permit; how it is applied for; the findings; the decision and appeals; what
follows.
"""

from permitbook.ordinances import (
    new_castle_1_scope,
    new_castle_3_filing,
    new_castle_3b_contents,
    new_castle_3c_papers,
    new_castle_4_findings,
    new_castle_5_decision,
    new_castle_7_permit,
    new_castle_9_conduct,
)
from permitbook.ordinances.new_castle_law import law

PARTS = (
    new_castle_1_scope,
    new_castle_3_filing,
    new_castle_3b_contents,
    new_castle_3c_papers,
    new_castle_4_findings,
    new_castle_5_decision,
    new_castle_7_permit,
    new_castle_9_conduct,
)

__all__ = ["PARTS", "law"]
