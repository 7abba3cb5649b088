"""What each application holds of time and ground, and what it meets there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from permitbook.assessment import Status
from permitbook.case import Case, with_alternate
from permitbook.docket import Docket, Entry, slots_of
from permitbook.standing import is_live, standing

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.docket import Slot
    from permitbook.office import Office


def meet(cases: Sequence[Case], office: Office, unread: Collection[str] = ()) -> Docket:
    """The docket of all cases; each case is told its conflicts."""
    docket = docket_of(cases, office)
    for case in cases:
        if standing(case) in (Status.DENIED, Status.ALTERNATE_OFFERED):
            # It no longer holds what it asked for, yet the denial rests on what that met.
            case.conflicts, case.neighbours = docket.against(replace(asked_for(case), live=not case.is_past))
        else:
            case.conflicts = docket.conflicts(case.application_no)
            case.neighbours = docket.neighbours(case.application_no)
        if unread:
            case.conflicts = [replace(each, unread=each.with_no in unread) for each in case.conflicts]
        case.granted_elsewhere = docket.granted
        case.issued_elsewhere = docket.issued
    return docket


def docket_of(cases: Sequence[Case], office: Office) -> Docket:
    """The docket of all cases."""
    return Docket([entry_of(case) for case in cases], office.roads.names, office.settings.buffer_minutes)


def entry_of(case: Case) -> Entry:
    """What the docket knows of a case; an offered alternate holds its new slot, not the old one."""
    if standing(case) is Status.ALTERNATE_OFFERED:
        it = with_alternate(case.logged)
        days = (it.event_date,) if it.event_date and case.logged.alternate_date else case.days
        slots = slots_of(days or (), it.assembly_time, it.start_time, it.end_time)
        entry = _entry(case, it, slots)
        return replace(entry, live=not slots or max(slot.end for slot in slots) > case.as_of)
    return asked_for(case)


def asked_for(case: Case) -> Entry:
    """The case at the time and place that were applied for, or of the alternate that was accepted."""
    return _entry(case, case.application, case.slots)


def _entry(case: Case, it: Application, slots: tuple[Slot, ...]) -> Entry:
    places = (*(it.assembly_area or ()), it.starting_point, it.termination_point, *(it.dispersal_area or ()))
    stands = standing(case)
    return Entry(
        application_no=case.logged.application_no or "",
        received_at=case.logged.received_at,
        live=is_live(case),
        issued=case.logged.issued_at is not None,
        granted=stands in (Status.GRANTED, Status.ALTERNATE_ACCEPTED, Status.ISSUED, Status.HELD),
        slots=slots,
        route=it.route,
        places=tuple(place for place in places if place),
    )
