"""One application: the only list of the facts a row holds.

Blank is None, for every kind of fact, and is never a no. The order is that of the workbook's columns.
"""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal

from permitbook.places import Route
from permitbook.schema import Record, column

Names = tuple[str, ...]
Dates = tuple[date, ...]
ClauseId = str


class Application(Record, frozen=True):
    """The facts of one row, as the applicant gave them and as the office recorded its acts."""

    application_no: str | None = column(
        "Application No",
        "The log's key; given by the program when left empty: ET-2027-001, FP-2027-001, NC-2027-001 by year of filing; "
        "never reused.",
    )
    received_at: datetime | None = column(
        "Received", "Stamp of actual arrival, date and minute.", clauses="ET-2-C.4 FP-57-B.1 NC-3-A.1"
    )
    received_how: str | None = column(
        "Received How",
        choices=("in person", "mail", "e-mail", "online", "fax", "referred by a board"),
        clauses="ET-2-C.5 NC-3.0.3",
    )
    presented_in_person_on: date | None = column(
        "Presented In Person On",
        "When an application of 15 to 44 days came another way and was then handed in.",
        of="E",
        clauses="ET-2-C.5",
    )
    board_received_at: datetime | None = column(
        "Received By A Board", "First filing anywhere in Town, when a board referred it.", of="N", clauses="NC-3.0.3"
    )
    received_by: str | None = column(
        "Received By", "Officer or employee who took it in.", clauses="ET-2-C.3 FP-57-A.1 NC-3.0.1"
    )
    on_official_form: bool | None = column("On Official Form", clauses="ET-2-C.3 FP-57-A.2 NC-3.0.2")
    sworn_on: date | None = column("Sworn On", "Date of the applicant's oath.", of="F", clauses="FP-57-A.3")
    applicant_name: str | None = column("Applicant", clauses="ET-2-D-1.a FP-57-D-1 NC-3-B-1")
    applicant_role: str | None = column(
        "Applicant Role", choices=("organizer", "officer", "other"), of="E", clauses="ET-2-C.2"
    )
    applicant_address: str | None = column("Applicant Address", clauses="ET-2-D-1.b FP-57-D-1 NC-3-B-1")
    applicant_phone: str | None = column(
        "Applicant Phone",
        "Kept as typed; a number cell is shown without a decimal point.",
        clauses="ET-2-D-1.c FP-57-D-1 NC-3-B-1",
    )
    applicant_email: str | None = column("Applicant E-mail")
    sponsor_kind: str | None = column(
        "Sponsor Kind",
        choices=(
            "person",
            "organization",
            "business",
            "school",
            "the municipality",
            "county",
            "state agency",
            "federal agency",
            "other government",
        ),
        clauses="ET-2-B.3 ET-2-J.3 FP-56-C NC-2-B-1.a",
    )
    sponsor_in_capacity: bool | None = column(
        "Acting Within Its Authority",
        "Asked only of a government or school sponsor.",
        clauses="ET-2-B.3 FP-56-C NC-2-B-1.b",
    )
    sponsor_runs_safety: bool | None = column(
        "Sponsor Runs Public Safety",
        "It takes and actually exercises primary responsibility for safety.",
        of="N",
        clauses="NC-2-B-1.c",
    )
    organization_name: str | None = column(
        "Organization",
        "An organization is named: its address, phone and heads become required.",
        clauses="ET-2-D-2.a FP-57-D-2.a NC-3-B-2.a",
    )
    organization_address: str | None = column("Organization Address", clauses="ET-2-D-2.a FP-57-D-2.a NC-3-B-2.a")
    organization_phone: str | None = column("Organization Phone", clauses="ET-2-D-2.a FP-57-D-2.a NC-3-B-2.a")
    organization_heads: str | None = column(
        "Organization Heads", "Names, addresses, telephones; one per line.", clauses="ET-2-D-2.b FP-57-D-2.b NC-3-B-2.b"
    )
    chair_name: str | None = column(
        "Person in Charge", "Required by East Troy and New Castle.", clauses="ET-2-D-3 NC-3-B-3.a"
    )
    chair_address: str | None = column("Person in Charge Address", clauses="ET-2-D-3 NC-3-B-3.a")
    chair_phone: str | None = column("Person in Charge Phone", clauses="ET-2-D-3 NC-3-B-3.a")
    chair_email: str | None = column("Person in Charge E-mail", clauses="NC-3-B-3.b")
    chair_fax: str | None = column("Person in Charge Fax", of="N", clauses="NC-3-B-3.b")
    on_behalf_of: str | None = column(
        "On Behalf Of",
        "Another person for whom it is held; empty when for the applicant itself.",
        clauses="ET-2-D-7 FP-57-D-11 NC-3-B-9",
    )
    authorization_on_file: bool | None = column("Authorization On File", clauses="ET-2-D-7 FP-57-D-11 NC-3-B-9")
    event_name: str | None = column("Event", "Title only; no rule reads it.")
    event_form: str | None = column(
        "Event Form",
        choices=(
            "parade",
            "procession",
            "march",
            "run",
            "walk",
            "marathon",
            "bicycle race",
            "motorcade",
            "demonstration",
            "rally",
            "meeting",
            "picket line",
            "gathering",
            "funeral procession",
            "military convoy",
            "student group",
            "vehicle procession",
            "other",
        ),
        clauses="ET-1-B.2 FP-54-PARADE.a FP-54-ASSEMBLY.a NC-1-PARADE.a",
    )
    planned: bool | None = column(
        "Planned Beforehand",
        "For a common purpose, as a result of prior planning.",
        of="FN",
        clauses="FP-54-ASSEMBLY.c NC-1-ASSEMBLY.b",
    )
    affects_traffic: bool | None = column(
        "Affects Traffic",
        "Interferes with the normal flow of traffic.",
        of="EF",
        clauses="ET-1-A.2 FP-54-PARADE.e FP-54-ASSEMBLY.d",
    )
    seeks_attention: bool | None = column("Seeks Public Attention", of="F", clauses="FP-54-PARADE.d")
    supervised_by_school: bool | None = column(
        "Supervised By School",
        "Students to or from class, or an educational activity under school direction.",
        of="F",
        clauses="FP-56-B",
    )
    other_permission: str | None = column(
        "Other Permission",
        "Reference of the permission given under another Town provision.",
        of="N",
        clauses="NC-2-B-3",
    )
    obeys_traffic_rules: bool | None = column(
        "Obeys Traffic Rules", "Vehicles travel within traffic regulations and signals.", of="N", clauses="NC-2-B-2"
    )
    venue: str | None = column(
        "Venue",
        choices=("street, sidewalk or parking lot", "other public property", "private property"),
        of="FN",
        clauses="NC-1-PARADE.c NC-1-ASSEMBLY.c FP-54-PARADE.c",
    )
    town_safety: bool | None = column("Town Has Primary Safety", of="N", clauses="NC-1-ASSEMBLY.c NC-1-PARADE.c")
    event_date: date | None = column("Event Date", "First day.", clauses="ET-2-D-4.a FP-57-D-3 NC-3-B-4")
    more_dates: Dates | None = column(
        "More Dates",
        "Further days of the same event; an import column end_date is read as the range from event_date.",
        unit="dates parted by ; and ranges (2026-09-12 to 2026-09-14)",
        clauses="FP-57-C.1 NC-2-A.2",
    )
    recurring: bool | None = column(
        "Recurring", "Regular or recurring at one place, asked for as one application.", of="F", clauses="FP-57-C.1"
    )
    assembly_time: time | None = column("Assembly Time", clauses="FP-57-D-9 NC-3-B-8")
    start_time: time | None = column("Start", clauses="ET-2-D-4.b FP-57-D-6 NC-3-B-7")
    end_time: time | None = column(
        "End", "An end earlier than the start is on the next day.", clauses="ET-2-D-4.b FP-57-D-6 NC-3-B-7"
    )
    news_date: date | None = column(
        "News Date", "Day on which the news behind a spontaneous event became public.", of="F", clauses="FP-56-D.2"
    )
    notice_given_at: datetime | None = column("Spontaneous Notice Given", of="F", clauses="FP-56-D.3 FP-56-D.4")
    assembly_area: Names | None = column(
        "Assembly Area", unit="parted by ;", clauses="ET-2-D-5.a ET-2-G-6.a FP-57-D-8 NC-3-B-5.a NC-3-B-8"
    )
    starting_point: str | None = column("Starting Point", clauses="ET-2-D-5.b FP-57-D-4 NC-3-B-5.b")
    route: Route | None = column(
        "Route",
        "Also read: between ... and ....",
        unit="segments parted by ; each STREET or STREET from CROSS to CROSS",
        clauses="ET-2-D-5.c FP-57-D-4 NC-3-B-5.b",
    )
    termination_point: str | None = column("Termination Point", clauses="ET-2-D-5.d FP-57-D-4 NC-3-B-5.b")
    dispersal_area: Names | None = column(
        "Dispersal Area",
        "Empty means the termination point, one area.",
        unit="parted by ;",
        of="E",
        clauses="ET-2-G-6.b",
    )
    street_width: str | None = column("Street Width", choices=("all", "part"), of="F", clauses="FP-57-D-7")
    participants: int | None = column(
        "Participants",
        "Spectators are not participants.",
        unit="people",
        clauses="ET-2-D-6 FP-57-D-14 NC-3-B-6.a NC-1-PARADE.a",
    )
    units: int | None = column("Units", unit="units", of="E", clauses="ET-2-D-6")
    vehicles: int | None = column("Vehicles", unit="vehicles", of="FN", clauses="FP-57-D-5.a NC-3-B-6.a")
    vehicle_description: str | None = column(
        "Vehicle Description", "Required when vehicles > 0.", of="FN", clauses="FP-57-D-5.b NC-3-B-6.b"
    )
    animals: int | None = column("Animals", unit="animals", of="F", clauses="FP-57-D-5.a")
    animal_kinds: str | None = column("Animal Kinds", "Required when animals > 0.", of="F", clauses="FP-57-D-5.b")
    spectators: int | None = column("Spectators", unit="people", of="FN", clauses="FP-57-D-15 NC-3-B-12")
    unit_interval_ft: float | None = column("Unit Interval", unit="feet", of="F", clauses="FP-57-D-10")
    activities: str | None = column(
        "Planned Activities", "Logistics only; no rule reads it.", of="F", clauses="FP-57-D-12"
    )
    sound_equipment: str | None = column(
        "Sound Equipment",
        "'none' is an answer; Freeport: recording equipment too.",
        of="FN",
        clauses="FP-57-D-13 NC-3-B-10",
    )
    signs_and_devices: str | None = column(
        "Signs and Devices", "Physical description only; 'none' is an answer.", of="F", clauses="FP-57-D-13"
    )
    public_facilities: str | None = column(
        "Public Facilities", "'none' is an answer.", of="FN", clauses="FP-57-D-16 NC-3-B-13"
    )
    marshals: int | None = column("Marshals", unit="people", of="EN", clauses="ET-2-F-3 NC-3-B-11.a")
    marshal_duties: str | None = column("Marshal Duties", "Required when marshals > 0.", of="N", clauses="NC-3-B-11.b")
    structures: bool | None = column("Structures on the Way", of="F", clauses="FP-59-B")
    structures_approved_on: date | None = column(
        "Structures Approved On", "Board of Trustees' advance approval.", of="F", clauses="FP-59-B"
    )
    commercial_gain: bool | None = column("Primarily for Gain", of="E", clauses="ET-2-G-2")
    on_state_highway: bool | None = column("Uses State Highway", of="E", clauses="ET-2-G-7")
    state_permit: str | None = column(
        "State Highway Permit", choices=("not needed", "applied", "received", "refused"), of="E", clauses="ET-2-G-7"
    )
    insurer: str | None = column("Insurer", of="EN", clauses="ET-2-P.1 NC-3-D.2")
    insured_per_person: Decimal | None = column(
        "Insured Per Person",
        "Each-occurrence amount may be put in both.",
        unit="US dollars",
        of="E",
        clauses="ET-2-P.2",
    )
    insured_per_accident: Decimal | None = column("Insured Per Accident", unit="US dollars", of="E", clauses="ET-2-P.3")
    insured_from: date | None = column("Insured From", of="E", clauses="ET-2-P.4")
    insured_to: date | None = column("Insured To", of="E", clauses="ET-2-P.4")
    certificate_on_file: bool | None = column("Certificate On File", of="EN", clauses="ET-2-P.5 NC-3-D.2")
    municipality_insured: str | None = column(
        "Municipality Insured As",
        choices=("named insured", "additional insured", "none"),
        of="EN",
        clauses="ET-2-P.6 NC-3-D.3",
    )
    customarily_insured: bool | None = column("Customarily Insured", of="N", clauses="NC-3-D.1")
    cancellation_notice_days: int | None = column("Cancellation Notice", unit="days", of="N", clauses="NC-3-D.4")
    indemnity_signed_on: date | None = column("Indemnity Signed", of="N", clauses="NC-3-E.1")
    fee_paid: Decimal | None = column("Fee Paid", unit="US dollars", of="EN", clauses="ET-2-J.1 NC-3-F.1")
    fee_paid_on: date | None = column("Fee Paid On", of="EN", clauses="ET-2-J.1 NC-3-F.1")
    fee_waived_reason: str | None = column(
        "Fee Waived Because", "Only where the board's resolution allows it.", of="EN"
    )
    referred_on: date | None = column(
        "Referred On",
        "Copies of the application sent, or the Administrator consulted.",
        of="EN",
        clauses="ET-2-E.1 ET-2-E.2 NC-4.0.1",
    )
    police_officers: int | None = column("Extra Officers", unit="officers", of="F", clauses="FP-58.1")
    police_hours: float | None = column("Extra Police Hours", unit="officer-hours", of="F", clauses="FP-58.1")
    police_cost_agreed_on: date | None = column("Police Cost Undertaking", of="F", clauses="FP-59-A-8")
    police_cost_actual: Decimal | None = column(
        "Actual Police Cost", "From records after the event.", unit="US dollars", of="F", clauses="FP-58.5"
    )
    police_cost_paid: Decimal | None = column("Police Cost Paid", unit="US dollars", of="F", clauses="FP-58.5")
    extra_cost: Decimal | None = column("Extra Municipal Cost", unit="US dollars", of="E", clauses="ET-2-K.2")
    extra_cost_paid: Decimal | None = column("Extra Cost Paid", unit="US dollars", of="E", clauses="ET-2-K.2")
    waiver_granted_on: date | None = column(
        "Late Filing Allowed On", of="FN", clauses="FP-56-D.5 FP-57-B.3 FP-57-C.5 NC-3-C.1"
    )
    waiver_reason: str | None = column("Late Filing Reason", of="FN", clauses="FP-56-D.5 FP-57-B.4 NC-3-C.1")
    action: str | None = column(
        "Action",
        "The official's act; empty while pending.",
        choices=("granted", "denied", "withdrawn", "no permit needed"),
        clauses="ET-2-I-1.a FP-61.1 NC-5.1",
    )
    event_change: str | None = column(
        "Event Change",
        "Told by the applicant; the event no longer holds its time and place.",
        choices=("cancelled", "postponed"),
    )
    event_change_on: date | None = column("Event Change On")
    acted_at: datetime | None = column("Acted At", clauses="ET-2-I-1.d FP-61.3 NC-5.1")
    acted_by: str | None = column("Acted By")
    notified_at: datetime | None = column("Applicant Notified At", clauses="ET-2-I-1.g FP-61.6 NC-5.3")
    notified_how: str | None = column(
        "Notified How",
        choices=("in person", "telephone", "e-mail", "fax", "mail", "certified mail"),
        clauses="ET-2-I-1.h FP-61.5 NC-5.2",
    )
    notice_mailed_on: date | None = column("Notice Mailed On", of="FN", clauses="NC-5.4")
    notice_received_on: date | None = column(
        "Notice Received On", "Day the applicant received the written denial.", clauses="FP-63-A.2 NC-6.3"
    )
    alternate_date: date | None = column("Alternate Date", clauses="ET-2-I-2.b FP-62-A.1 NC-7.1")
    alternate_start: time | None = column("Alternate Start", clauses="ET-2-I-2.b FP-62-A.1 NC-7.1")
    alternate_end: time | None = column("Alternate End", clauses="ET-2-I-2.b FP-62-A.1 NC-7.1")
    alternate_route: Route | None = column("Alternate Route", clauses="ET-2-I-2.c FP-62-A.1 NC-7.1")
    alternate_area: Names | None = column(
        "Alternate Assembly Area", unit="parted by ;", clauses="ET-2-I-2.a FP-62-A.1 NC-7.1"
    )
    alternate_dispersal: Names | None = column(
        "Alternate Dispersal Area", unit="parted by ;", of="E", clauses="ET-2-I-2.a"
    )
    alternate_offered_on: date | None = column(
        "Alternate Offered On", "Day the applicant was told.", clauses="FP-62-A.2 NC-7.3"
    )
    alternate_accepted_on: date | None = column("Alternate Accepted On", clauses="ET-2-I-2.e FP-62-A.2 NC-7.3")
    appeal_received_on: date | None = column(
        "Appeal Received On", "First of the two filings.", clauses="FP-63-A.3 NC-6.2 ET-2-Z.1"
    )
    appeal_copy_received_on: date | None = column(
        "Appeal Copy Received On", "Second filing (Village Clerk; Town Clerk).", of="FN", clauses="FP-63-A.4 NC-6.2"
    )
    appeal_decided_on: date | None = column("Appeal Decided On", clauses="FP-63-A.5 NC-6.4 ET-2-Z.1")
    appeal_outcome: str | None = column(
        "Appeal Outcome", "Upheld: the denial stands.", choices=("upheld", "reversed", "modified"), clauses="ET-2-Z.1"
    )
    issued_at: datetime | None = column(
        "Permit Issued At", "Set when the permit is made.", clauses="ET-2-A.2 ET-2-N.0 FP-64.0"
    )
    permit_no: str | None = column("Permit No", "Given when issued; New Castle: one for each day.")
    min_speed_mph: float | None = column("Minimum Speed", unit="miles per hour", of="F", clauses="FP-65-B")
    max_speed_mph: float | None = column("Maximum Speed", unit="miles per hour", of="F", clauses="FP-65-C")
    max_interval_ft: float | None = column("Maximum Interval", unit="feet", of="F", clauses="FP-65-D")
    street_portions: str | None = column("Portions of Streets", of="FN", clauses="FP-65-E NC-8-B.2")
    max_length_miles: float | None = column("Maximum Length", unit="miles", of="FN", clauses="FP-65-F NC-8-C")
    animals_authorized: bool | None = column("Animals Authorized", of="F", clauses="FP-67-G")
    conditions: str | None = column(
        "Conditions",
        "Pick one or type your own; one per line (Alt+Enter begins a new line).",
        clauses="ET-2-O-1.a FP-65-G NC-9-A.1",
    )
    revoked_at: datetime | None = column("Revoked At", clauses="ET-2-L.1 FP-69.1 NC-11")
    revoked_by: str | None = column("Revoked By", clauses="ET-2-L.1 FP-69.1 NC-11")
    revocation_ground: ClauseId | None = column(
        "Revocation Ground", "Id of the clause relied on.", clauses="ET-2-L.2 FP-69.1 NC-11"
    )
    revocation_facts: str | None = column("Revocation Facts", clauses="ET-2-L.4 FP-69.1 NC-11")
    surety_required: Decimal | None = column(
        "Surety Required", "Offered instead of revocation.", unit="US dollars", of="E", clauses="ET-2-L.5 ET-2-L.6"
    )
    parking_ban: Route | None = column(
        "Parking Ban", unit="segments parted by ;", of="FN", clauses="FP-68-C.1 NC-10-C.1"
    )
    parking_ban_hours: str | None = column("Parking Ban Hours", of="FN", clauses="FP-68-C.1 NC-10-C.1")
    parking_posted_at: datetime | None = column("Parking Posted At", of="FN", clauses="FP-68-C.2 NC-10-C.2")
    notes: str | None = column("Notes", "No rule reads it.")
