"""Village of Freeport, New York: parades and public assemblies, §§ 155-54 to 155-71.

The Chief of Police issues a permit only when he can make eleven findings. The parts stand in the order of the law: who
needs a permit; how it is applied for; police, findings and the decision; what follows the decision.
"""

from permitbook.ordinances import (
    freeport_54_scope,
    freeport_57_filing,
    freeport_57d_contents,
    freeport_58_findings,
    freeport_61_decision,
    freeport_62_remedies,
    freeport_64_permit,
    freeport_66_conduct,
)
from permitbook.ordinances.freeport_law import law

PARTS = (
    freeport_54_scope,
    freeport_57_filing,
    freeport_57d_contents,
    freeport_58_findings,
    freeport_61_decision,
    freeport_62_remedies,
    freeport_64_permit,
    freeport_66_conduct,
)

__all__ = ["PARTS", "law"]
