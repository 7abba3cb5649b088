"""Which facts of a row lie behind the names that rules use, and which no rule may read."""

from permitbook.application import Application

FACTS = frozenset(Application.__struct_fields__)

BEHIND: dict[str, tuple[str, ...]] = {
    "received_on": ("received_at",),
    "event_start": ("event_date", "start_time"),
    "event_end": ("event_date", "start_time", "end_time"),
    "slots": ("event_date", "more_dates", "assembly_time", "start_time", "end_time"),
    "over_at": ("event_date",),
    "days": ("event_date", "more_dates"),
    "days_applied_for": ("event_date", "more_dates"),
    "time_applied_for": ("event_date", "start_time"),
    "lead_days": ("received_at", "event_date"),
    "moves": ("event_form", "route"),
    "conflicts": ("event_date", "route", "start_time"),
    "neighbours": ("event_date", "start_time"),
    "outside_events": ("event_date", "start_time"),
    "municipal_street": ("route",),
    "peak_streets": ("route", "event_date", "start_time"),
    "closed_streets": ("route", "event_date"),
    "parking_near": ("route",),
    "transit_affected": ("route",),
}
"""Names that a case works out from facts, with those facts."""

SAYS_NONE = frozenset({"more_dates", "assembly_time"})
"""Facts whose blank is an answer, so that no clause waits for them."""

BLIND = frozenset(
    {
        "applicant_name",
        "applicant_address",
        "applicant_phone",
        "applicant_email",
        "organization_name",
        "organization_address",
        "organization_phone",
        "organization_heads",
        "chair_name",
        "chair_address",
        "chair_phone",
        "chair_email",
        "chair_fax",
        "on_behalf_of",
        "event_name",
        "activities",
        "signs_and_devices",
        "sound_equipment",
        "public_facilities",
        "vehicle_description",
        "animal_kinds",
        "marshal_duties",
        "notes",
    }
)
"""Facts of which a rule may know only whether they are filled in: who asks, for whom, and what is said."""


def fields_behind(name: str) -> tuple[str, ...]:
    """The facts of the row behind a name that a rule uses; none for tables, settings and the like."""
    if name in FACTS:
        return (name,)
    return BEHIND.get(name, ())
