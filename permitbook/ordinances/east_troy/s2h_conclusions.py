"""East Troy, section 2 H: the permit is issued unless the Clerk draws one of four conclusions."""

from collections.abc import Mapping

from permitbook.assessment import Determination
from permitbook.ordinances.east_troy.law import law
from permitbook.ordinances.east_troy.s2f_may_deny import size
from permitbook.ordinances.shared import many
from permitbook.verdict import Answer, ask

law.note(
    "ET-2-H.0",
    "Nothing found: the permit issues. H is answered at once by a determination of ET-2-H, found no.",
    says="The Village Clerk shall issue a permit to the applicant subject to the foregoing requirements of this "
    "section, unless the Village Clerk concludes that:",
)


def scale(event_form: str | None, participants: int | None, units: int | None) -> str:
    """The form and size, for a question."""
    return f"{(event_form or 'form not given').capitalize()}, {size(participants, units)}."


@law.issue_unless(
    "ET-2-H-1",
    says="The policing of the usage will require so large a number of persons and vehicles, including ambulances, as "
    "to prevent adequate service of the needs of the rest of the municipality",
)
def strains_policing(participants: int | None, units: int | None, event_form: str | None) -> Answer:
    """Policing would strip the rest of the municipality."""
    return ask(
        "Would policing it, ambulances included, keep the rest of the Village from adequate service?",
        scale(event_form, participants, units),
    )


@law.issue_unless(
    "ET-2-H-2",
    says="The usage will substantially hinder the movement of police and fire and other emergency vehicles so as to "
    "create a substantial risk to persons and property",
)
def hinders_emergency_vehicles(participants: int | None, units: int | None, event_form: str | None) -> Answer:
    """Emergency vehicles would be held up so as to create a substantial risk."""
    return ask(
        "Would it substantially hinder emergency vehicles, so as to create a substantial risk?",
        scale(event_form, participants, units),
    )


@law.issue_unless(
    "ET-2-H-3",
    says="The conduct of the usage will substantially interrupt the safe and orderly movement of other traffic "
    "contiguous to its route",
)
def interrupts_traffic(participants: int | None, units: int | None, event_form: str | None) -> Answer:
    """Traffic beside the route would be substantially interrupted."""
    return ask(
        "Would it substantially interrupt safe and orderly traffic next to its route?",
        scale(event_form, participants, units),
    )


@law.issue_unless(
    "ET-2-H-4",
    says="The usage is so poorly organized that participants are likely to engage in aggressive or destructive "
    "activity",
)
def poorly_organized(marshals: int | None, participants: int | None, units: int | None) -> Answer:
    """Facts of organization only; counsel reviews a finding."""
    staff = "Marshals not stated" if marshals is None else many(marshals, "marshals")
    return ask(
        "Is it so poorly organized that aggressive or destructive conduct is likely? Facts of organization only, never "
        "the message or others' reaction to it.",
        f"{staff}, {size(participants, units)}.",
    )


@law.remarks_when("ET-2-H-4", says="so poorly organized that participants are likely to engage in aggressive")
def poor_organization_to_counsel(determinations: Mapping[str, Determination]) -> str | None:
    """A conclusion that the event is poorly organized goes to counsel before anything is sent."""
    made = determinations.get("ET-2-H-4")
    if made is None or not made.found:
        return None
    return "Counsel must see this conclusion first: it rests on facts of organization alone (Q-ET19)."
