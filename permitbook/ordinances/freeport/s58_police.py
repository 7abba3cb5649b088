"""Freeport, § 155-58: additional police protection, and who pays for it."""

from datetime import datetime
from decimal import Decimal

from permitbook.ordinances.freeport.law import law
from permitbook.ordinances.shared import many

law.records(
    "FP-58.1",
    "police_officers",
    "police_hours",
    says="shall determine whether and to what extent additional police protection is reasonably necessary",
)
law.prints(
    "FP-58.2",
    "Whether additional police protection is necessary depends upon the size, location, duration, time and date of the "
    "event, the number of streets and intersections blocked, and the need to detour or preempt citizen travel. What "
    "the application sets out of that is listed below.",
    on=("police",),
    says="shall base this decision on the size, location, duration, time and date of the event, the number of streets "
    "and intersections blocked and the need to detour or preempt citizen travel",
)
law.note(
    "FP-58.2",
    "Officers follow from six neutral facts; the expected reaction of others is none of them.",
    says="shall base this decision on the size, location, duration, time and date of the event, the number of streets "
    "and intersections blocked and the need to detour or preempt citizen travel",
)
law.prints(
    "FP-58.3",
    "Officers who are regularly on duty police the event where that is possible; they are not counted here.",
    on=("police",),
    says="If possible, without disruption of ordinary police services or compromise of public safety, regularly "
    "scheduled on-duty personnel will police the event.",
)
law.note(
    "FP-58.3",
    "Extra Officers counts only those beyond the regular on-duty staff.",
    says="If possible, without disruption of ordinary police services or compromise of public safety, regularly "
    "scheduled on-duty personnel will police the event.",
)
law.prints(
    "FP-58.4",
    "The Chief of Police has found additional police protection to be necessary for the event, as set out below.",
    on=("police",),
    says="If additional police protection for the public assembly is deemed necessary by the Chief of Police, he shall "
    "so inform the applicant for the permit.",
)
law.prints(
    "FP-58.5",
    "The applicant reimburses the Village of Freeport for the actual cost of the additional police protection, from "
    "records after the event; the amount shown before is an estimate.",
    on=("police", "invoice"),
    says="The applicant then shall have the duty to reimburse the Village of Freeport for the actual cost of the "
    "additional police protection",
)

law.prints(
    "FP-59-A-8",
    "The permit waits for the undertaking at the end of this notice. A signed one is enough; no deposit is asked.",
    on=("police",),
    says="The applicant has secured the police protection, if any, required under § 155-58.",
)


@law.permit_states("FP-58.5", "Additional police", says="at the sole expense of the applicant")
def extra_police(police_officers: int | None, police_hours: float | None) -> str | None:
    """The officers whose actual cost the applicant repays, where there are any."""
    if not police_officers:
        return None
    for_hours = f", {many(police_hours, 'officer-hours')}" if police_hours else ""
    officers = many(police_officers, "additional officers")
    return f"{officers}{for_hours}; the applicant repays the actual cost after the event."


@law.remarks_when("FP-58.5")
def police_cost_open(
    police_officers: int,
    police_cost_actual: Decimal | None,
    police_cost_paid: Decimal | None,
    over_at: datetime,
    as_of: datetime,
) -> str | None:
    """After the event: the actual cost is to be entered, or to be repaid."""
    if police_officers == 0 or over_at > as_of:
        return None
    if police_cost_actual is None:
        return "The event is over: enter the actual cost of the additional police from records."
    owed = police_cost_actual - (police_cost_paid or Decimal(0))
    return f"To be repaid for additional police: ${owed:,.2f}." if owed > 0 else None
