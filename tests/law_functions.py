"""Everything an ordinance asks of the facts, for tests of what its rules may read and say."""

from permitbook.ordinance import Ordinance
from permitbook.provisions import Encoded


def functions_of(law: Ordinance) -> list[Encoded]:
    """Its scopes, exemptions, rules, clocks with their ends and branches, remarks, statements and recipients."""
    found = [*law.scopes, *law.exemptions, *(each for each, _ in law.fee_exemptions)]
    found += [each.encoded for each in law.rules] + [each.encoded for each in law.clocks]
    found += [each.encoded for each in law.remarks] + [each.encoded for each in law.statements]
    found += [each.done for each in law.clocks]
    found += [each.when for each in law.clocks if each.when]
    return found + [each.each for each in law.recipients if each.each]
