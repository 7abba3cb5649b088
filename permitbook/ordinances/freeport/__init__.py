"""Village of Freeport, New York: parades and public assemblies, §§ 155-54 to 155-71.

The Chief of Police issues a permit only when he can make eleven findings. The parts stand in the order of the law: who
needs a permit; how it is applied for; police, findings and the decision; what follows the decision.
"""

from permitbook.ordinances.freeport import (
    s54_scope,
    s57_filing,
    s57_late,
    s57d_contents,
    s58_police,
    s59_findings,
    s61_decision,
    s61_notice,
    s62_alternates,
    s63_appeals,
    s64_permit,
    s66_conduct,
)
from permitbook.ordinances.freeport.law import law

PARTS = (
    s54_scope,
    s57_filing,
    s57_late,
    s57d_contents,
    s58_police,
    s59_findings,
    s61_decision,
    s61_notice,
    s62_alternates,
    s63_appeals,
    s64_permit,
    s66_conduct,
)

__all__ = ["PARTS", "law"]
