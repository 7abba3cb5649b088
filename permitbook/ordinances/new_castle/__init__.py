"""Town of New Castle, New York: assisted events, §§ 92-1 to 92-12.

The Town Police Chief issues a permit, one for each day, unless one of the nine findings of § 92-4 is made. The parts
stand in the order of the law: who needs a permit; how it is applied for; the findings; the decision and appeals; what
follows.
"""

from permitbook.ordinances.new_castle import (
    s1_scope,
    s3_filing,
    s3b_contents,
    s3c_papers,
    s4_findings,
    s5_decision,
    s6_appeals,
    s7_permit,
    s9_conduct,
)
from permitbook.ordinances.new_castle.law import law

PARTS = (
    s1_scope,
    s3_filing,
    s3b_contents,
    s3c_papers,
    s4_findings,
    s5_decision,
    s6_appeals,
    s7_permit,
    s9_conduct,
)

__all__ = ["PARTS", "law"]
