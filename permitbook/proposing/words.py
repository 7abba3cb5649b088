"""How other offices name the columns of a log, and the words they put into them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from permitbook.texts import bare

HEADS: Mapping[str, str] = {
    "application_no": "application number; application id; case number; file number; request number; log number",
    "received_at": "received; date received; received on; filed; date filed; filing date; submitted; date submitted; "
    "submission date; application date; date of application; timestamp; intake date; filed at; received at",
    "received_how": "how received; received via; method received; submission method; filed how",
    "received_by": "taken by; intake by; taken in by",
    "applicant_name": "applicant; applicant name; name of applicant; contact name; contact person; "
    "contact person name; requested by; requester; requestor; applicant full name",
    "applicant_address": "applicant address; mailing address; contact address; home address",
    "applicant_phone": "phone; phone number; contact phone; contact number; cell phone; mobile; "
    "applicant phone number; daytime phone",
    "applicant_email": "email; email address; contact email; applicant email address",
    "sponsor_kind": "sponsor type; applicant type; organization type",
    "organization_name": "organization; organization name; name of organization; sponsor; sponsor name; "
    "sponsoring organization; group; group name; company; host organization",
    "organization_address": "organization address; sponsor address; company address",
    "organization_phone": "organization phone; organization phone number; sponsor phone; company phone",
    "chair_name": "chair; chairperson; chairman; parade chairman; coordinator; event coordinator; day of contact; "
    "on site contact; responsible person",
    "chair_address": "chair address; chairperson address; coordinator address",
    "chair_phone": "chair phone; chairperson phone; coordinator phone; on site phone; day of phone",
    "chair_email": "chair email; chairperson email; coordinator email",
    "event_name": "event; event name; name of event; event title; title of event; parade name; name of parade",
    "event_form": "event type; type of event; event category; kind of event; event form",
    "event_date": "event date; date of event; start date; event start date; date start; parade date; date of parade; "
    "event day; date requested; requested date; start; event start; begin; starts",
    "end_date": "end date; event end date; last day; date end; end; ends; event end; finish",
    "more_dates": "other dates; additional dates; further dates; second date; date 2",
    "assembly_time": "assembly time; setup time; set up time; setup begins; set up begins; lineup time; "
    "line up time; formation time; staging time",
    "start_time": "start; start time; event start; event start time; begin; begin time; begins; starts; event time; "
    "time of event; starting time; step off; step off time; parade start; time start; from time",
    "end_time": "end; end time; event end; event end time; finish; finish time; ends; ending time; time end; to time",
    "assembly_area": "assembly area; assembly point; staging area; staging location; lineup area; lineup location; "
    "formation area; meeting place; gathering place",
    "starting_point": "starting point; start point; start location; starting location; begin location",
    "route": "route; parade route; event route; streets; event location; location of event; street closures; "
    "road closures; streets used; streets closed; streets affected; route description; route location",
    "termination_point": "termination point; ending point; end point; end location; finish location; finish line; "
    "ending location",
    "dispersal_area": "dispersal area; disbanding area; dispersal location",
    "street_width": "street side; event street side; width of street",
    "participants": "participants; number of participants; attendance; attendees; number of attendees; headcount; "
    "number of people; people; number of persons; crowd size; participant count",
    "units": "units; number of units; parade units; number of entries",
    "vehicles": "vehicles; number of vehicles",
    "animals": "animals; number of animals",
    "spectators": "spectators; number of spectators; audience",
    "marshals": "marshals; number of marshals; parade marshals",
    "sound_equipment": "sound; amplified sound; amplification; sound system",
    "insurer": "insurer; insurance company; insurance carrier; carrier",
    "certificate_on_file": "certificate on file; insurance certificate; certificate of insurance; coi; "
    "insurance on file; insurance received; proof of insurance; insurance",
    "fee_paid": "fee paid; amount paid; payment amount; permit fee paid",
    "fee_paid_on": "fee paid on; date paid; payment date; paid on",
    "recurring": "recurring; repeating",
    "on_state_highway": "state highway; state road; uses state road",
    "police_officers": "officers; number of officers; police officers; extra police",
    "referred_on": "referred; date referred; date routed",
    "action": "action; decision; disposition; status; permit status; application status; outcome; decision status",
    "acted_at": "decision date; date decided; date of decision; action date; approval date; date approved; "
    "approved on; decided",
    "acted_by": "approved by; decided by; decision by",
    "issued_at": "issued; date issued; issue date; permit issued; permit date; issued on",
    "permit_no": "permit number; permit id",
    "conditions": "conditions; permit conditions; stipulations",
    "notes": "notes; remarks; comments; memo",
}
"""Heads that say one thing, by the field they mean."""

LOOSE_HEADS: Mapping[str, str] = {
    "application_no": "id; number; record id; reference; event id",
    "received_at": "created; entered; entry date",
    "applicant_name": "name; contact; submitted by; full name; organizer; application name",
    "applicant_address": "address; street address",
    "event_name": "title; description; event description; activity",
    "event_form": "type; category",
    "event_date": "date; day; when",
    "start_time": "time; from; hours",
    "end_time": "to; until",
    "end_date": "to; until; through",
    "route": "location; where; place; venue; site; street; address of event",
    "fee_paid": "fee; paid; payment; amount",
    "participants": "size; count; total",
    "certificate_on_file": "certificate",
    "action": "approved; approval; result",
    "conditions": "requirements",
    "sound_equipment": "music",
    "organization_name": "sponsored by; agency; event agency",
}
"""Heads that may mean this field, and may mean another thing."""

_GRANTED = "approved; approve; issued; granted; permitted; permit issued"
_BLANK = "n/a; na; none; -; --; tbd; unknown; ?"
_PENDING = "received; pending; open; new; in review; under review; in process; processing; submitted; incomplete"

WORDS: Mapping[str, Mapping[str, str]] = {
    "yes/no": {"yes": "x; ✓; ✔; 1; t; checked; on file", "no": "0; f; unchecked; not on file", "": _BLANK},
    "action": {
        "granted": _GRANTED,
        "denied": "denied; rejected; refused; disapproved; declined",
        "withdrawn": "withdrawn; withdrew",
        "no permit needed": "no permit needed; no permit required; not required; exempt",
        "": f"{_PENDING}; {_BLANK}",
    },
    "event_change": {"cancelled": "cancelled; canceled", "postponed": "postponed"},
    "received_how": {
        "in person": "walk-in; walk in; counter; hand delivered; at counter",
        "online": "web; website; online form; portal; web form",
        "mail": "usps; letter; post; us mail",
        "": _BLANK,
    },
    "street_width": {"all": "full; entire; whole; full closure", "": _BLANK},
    "sponsor_kind": {
        "person": "individual; private person",
        "organization": "non-profit; nonprofit; not-for-profit; club; church; association",
        "business": "company; corporation; for profit; llc",
        "": _BLANK,
    },
}
"""Other offices' words for ours, by field, or by the kind of a field; nothing means an empty cell."""

LIKELY_WORDS: Mapping[str, Mapping[str, str]] = {
    "action": {"granted": "yes; y; ok; completed; closed", "denied": "no; n"},
    "event_change": {"postponed": "rescheduled; moved"},
    "street_width": {"part": "north; south; east; west; one side; one lane; partial; half; lane"},
    "event_form": {
        "run": "race; 5k; 10k; road race; running race; fun run",
        "walk": "walkathon; charity walk",
        "bicycle race": "bike race; bike ride; cycling",
        "gathering": "block party; festival; street fair; street festival; special event; concert",
        "march": "protest march",
        "demonstration": "protest",
    },
    "received_how": {"mail": "dropped off; drop box"},
}
"""Words that may mean ours; a person decides."""

_SHORT = {
    "tel": "phone",
    "telephone": "phone",
    "ph": "phone",
    "cell": "phone",
    "cellphone": "phone",
    "no": "number",
    "num": "number",
    "nbr": "number",
    "nr": "number",
    "org": "organization",
    "organisation": "organization",
    "addr": "address",
    "app": "application",
    "appl": "application",
    "mail": "email",
    "recd": "received",
    "rcvd": "received",
    "req": "request",
    "ppl": "people",
    "nm": "name",
    "rte": "route",
    "partic": "participant",
    "stat": "status",
    "amt": "amount",
    "pd": "paid",
    "desc": "description",
    "ins": "insurance",
    "dt": "date",
    "tm": "time",
    "evt": "event",
    "loc": "location",
    "strt": "start",
    "begin": "start",
    "begins": "start",
    "starts": "start",
    "beginning": "start",
    "starting": "start",
    "ends": "end",
    "ending": "end",
}
_IDLE = frozenset(
    {
        *("the", "of", "a", "an", "for", "and", "or", "s", "is", "was", "be", "if", "any", "please", "on", "at"),
        *("est", "estimated", "expected", "approx", "approximate", "total", "planned", "proposed"),
        *("do", "does", "you", "your", "have", "has", "will", "there", "are", "this", "it", "cd", "code"),
        *("mm", "dd", "yyyy", "hh", "am", "pm"),
    }
)


def words_of(head: str) -> frozenset[str]:
    """The words of a head as they compare: without order, plurals, abbreviations and idle words.

    >>> sorted(words_of("Est. # of Participants")), words_of("StartDate") == words_of("Date: Start")
    (['number', 'participant'], True)
    """
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", bare(head)).casefold().replace("#", " number ")
    text = re.sub(r"(?<=\w)['’](?=\w)", "", text)
    text = re.sub(r"\be[- ]?mail\b", "email", text.replace("how many", "number"))
    found = [_SHORT.get(each, each) for each in re.findall(r"[^\W_]+", text)]
    kept = [each for each in found if each not in _IDLE] or found
    return frozenset(each[:-1] if len(each) > 3 and each.endswith("s") and each[-2] != "s" else each for each in kept)


def listed(phrases: str) -> list[str]:
    """The phrases of one line of a table."""
    return [each.strip() for each in phrases.split(";")]
