"""One application as the rules see it: its facts, what follows from them, and the office's tables.

A rule names what it needs as parameters; each is an attribute here. What stands in the row comes straight from the
application; what is worked out from several facts is None while one of them is blank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from permitbook.assessment import Determination, FeeDue, Missing
from permitbook.docket import Conflict, Slot, TimeNeighbours, slots_of
from permitbook.places import show_segment
from permitbook.sent import NOTHING

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.calendars import OfficeCalendar
    from permitbook.office import Office
    from permitbook.ordinance import Ordinance
    from permitbook.places import Route
    from permitbook.tables import OutsideEvent, Street

MOVING = frozenset(
    {
        "parade",
        "procession",
        "march",
        "run",
        "walk",
        "marathon",
        "bicycle race",
        "motorcade",
        "funeral procession",
        "military convoy",
        "vehicle procession",
    }
)
"""Forms of event that go from one place to another."""


def as_held(application: Application) -> Application:
    """The application as it would be held: with the date, hours and places of an accepted alternate.

    Assembly keeps its lead before the new start.
    """
    if application.alternate_accepted_on is None:
        return application
    return with_alternate(application)


def with_alternate(application: Application) -> Application:
    """The application at the slot that was offered, its assembly as long before the start as it was.

    Where only a new start was offered, the end moves with it; a new route begins and ends where it does.
    """
    new: dict[str, Any] = {
        "event_date": application.alternate_date,
        "start_time": application.alternate_start,
        "end_time": application.alternate_end,
        "route": application.alternate_route,
        "assembly_area": application.alternate_area,
        "dispersal_area": application.alternate_dispersal,
    }
    changed = {name: value for name, value in new.items() if value is not None}
    if application.alternate_route:
        changed |= _ends(application.alternate_route, application.route or ())
    if application.alternate_date is not None:
        changed["more_dates"] = None
    if application.start_time and application.alternate_start:
        day = date(2000, 1, 2)
        moved = datetime.combine(day, application.alternate_start) - datetime.combine(day, application.start_time)
        with_start = ("assembly_time",) if application.alternate_end else ("assembly_time", "end_time")
        for name in with_start:
            at: time | None = getattr(application, name)
            if at is not None:
                changed[name] = (datetime.combine(day, at) + moved).time()
    return replace(application, **changed)


def _ends(route: Route, before: Route) -> dict[str, str]:
    """Where a new route begins and ends, as far as that is elsewhere than before."""
    first, last = route[0], route[-1]
    ends = {}
    if not before or (before[0].street, before[0].start) != (first.street, first.start):
        ends["starting_point"] = show_segment(replace(first, end=None))
    if not before or (before[-1].street, before[-1].end) != (last.street, last.end):
        ends["termination_point"] = show_segment(replace(last, start=last.end or last.start, end=None))
    return ends


class Case:
    """The facts of one application, as held, with what they imply under one ordinance."""

    def __init__(
        self,
        law: Ordinance,
        application: Application,
        office: Office,
        as_of: datetime,
        determinations: Mapping[str, Determination],
    ) -> None:
        self.law = law
        self.application = as_held(application)
        self.logged = application
        self.office = office
        self.as_of = as_of
        self.determinations = determinations
        self.missing: tuple[Missing, ...] = ()
        self.permit_required: bool | None = None
        self.conflicts: Sequence[Conflict] = ()
        self.neighbours = TimeNeighbours(0, ())
        self.granted_elsewhere: frozenset[str] = frozenset()
        self.issued_elsewhere: frozenset[str] = frozenset()
        self.fee = FeeDue(None, "")
        self.sent = NOTHING
        self.grounds: frozenset[str] = frozenset()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.application, name)

    @property
    def copies_sent_on(self) -> date | None:
        """The day on which the last copy of the permit was sent."""
        return self.sent.copies_on

    @property
    def permit_sent_on(self) -> date | None:
        """The day on which the permit was sent to the applicant."""
        return self.sent.permit_on

    @property
    def denial_sent_on(self) -> date | None:
        """The day on which the denial was sent to the applicant."""
        return self.sent.denial_on

    @property
    def revocation_sent_on(self) -> date | None:
        """The day on which the notice of a revocation was sent to the permittee."""
        return self.sent.revocation_on

    @property
    def notice_sent_on(self) -> date | None:
        """The day on which the receipt, or the notice of what is missing, was sent to the applicant."""
        return self.sent.notice_on

    @property
    def denial_sent_how(self) -> str | None:
        """How the denial was sent."""
        return self.sent.denial_how

    @cached_property
    def calendar(self) -> OfficeCalendar:
        """The office's calendar."""
        return self.office.calendar

    @cached_property
    def received_on(self) -> date | None:
        """The day of receipt."""
        at: datetime | None = self.application.received_at
        return at.date() if at else None

    @cached_property
    def days(self) -> tuple[date, ...] | None:
        """Each day of the event, in order."""
        first = self.application.event_date
        return tuple(sorted({first, *(self.application.more_dates or ())})) if first else None

    @cached_property
    def days_applied_for(self) -> tuple[date, ...] | None:
        """Each day that was asked for, whatever alternate was accepted since.

        What an ordinance counts from filing to the event, it counts to the event "stated in the application": a day
        that an official authorized in its place makes no filing late or early, and moves no time to decide.
        """
        first = self.logged.event_date
        return tuple(sorted({first, *(self.logged.more_dates or ())})) if first else None

    @cached_property
    def time_applied_for(self) -> datetime | None:
        """The minute at which the first day that was asked for begins, whatever alternate was accepted since."""
        if self.logged.start_time is None or self.days_applied_for is None:
            return None
        return datetime.combine(self.days_applied_for[0], self.logged.start_time)

    @cached_property
    def lead_days(self) -> int | None:
        """Calendar days from receipt to the first day that was asked for."""
        if self.received_on is None or self.days_applied_for is None:
            return None
        return (self.days_applied_for[0] - self.received_on).days

    @cached_property
    def event_start(self) -> datetime | None:
        """The minute at which the first day's event begins to move or meet."""
        if self.days is None or self.application.start_time is None:
            return None
        return datetime.combine(self.days[0], self.application.start_time)

    @cached_property
    def event_end(self) -> datetime | None:
        """The scheduled end on the first day; the next day's when it is earlier than the start."""
        if self.event_start is None or self.application.end_time is None:
            return None
        end = datetime.combine(self.event_start.date(), self.application.end_time)
        return end if end > self.event_start else end + timedelta(days=1)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """When the event takes up its places, assembly to end, on each day; empty while no date is known."""
        it = self.application
        return slots_of(self.days, it.assembly_time, it.start_time, it.end_time) if self.days else ()

    @cached_property
    def over_at(self) -> datetime | None:
        """When the last day's event has ended."""
        return max(each.end for each in self.slots) if self.slots else None

    @cached_property
    def is_past(self) -> bool:
        """The event is over."""
        return self.over_at is not None and self.over_at <= self.as_of

    @cached_property
    def moves(self) -> bool | None:
        """The event goes along a route; None while its form is blank and no route is given."""
        if self.application.route is not None or self.application.event_form in MOVING:
            return True
        return None if self.application.event_form is None else False

    @cached_property
    def touched_streets(self) -> tuple[Street, ...] | None:
        """The rows of the Streets table that the route uses."""
        route = self.application.route
        return self.office.roads.touched(route) if route is not None else None

    @cached_property
    def municipal_street(self) -> bool | None:
        """Some of the route is a street of the municipality; one not in the Streets table counts as that."""
        route = self.application.route
        return self.office.roads.is_municipal(route) if route is not None else None

    @cached_property
    def peak_streets(self) -> tuple[Street, ...] | None:
        """Streets of the route that the table shows as slow by their own traffic at some time of day."""
        if self.touched_streets is None:
            return None
        return tuple(each for each in self.touched_streets if each.peak_from and each.peak_to)

    @cached_property
    def closed_streets(self) -> tuple[Street, ...] | None:
        """Streets of the route that are under construction or a detour on a day of the event."""
        if self.touched_streets is None or self.days is None:
            return None
        return tuple(
            each
            for each in self.touched_streets
            if each.closed_from and any(each.closed_from <= day <= (each.closed_to or day) for day in self.days)
        )

    @cached_property
    def transit_affected(self) -> tuple[str, ...] | None:
        """Transit utilities with regular service on a street of the route."""
        if self.touched_streets is None:
            return None
        return tuple(dict.fromkeys(name for each in self.touched_streets for name in each.transit or ()))

    @cached_property
    def parking_near(self) -> int | None:
        """Parking spaces that the Streets table lists along the route; None where it lists none."""
        spaces = [each.parking_spaces for each in self.touched_streets or () if each.parking_spaces is not None]
        return sum(spaces) if spaces else None

    @cached_property
    def outside_events(self) -> tuple[OutsideEvent, ...] | None:
        """Known events outside the log that are held at the same time; None while no date is known."""
        if not self.slots:
            return None
        return tuple(each for each in self.office.outside_events if self._meets(each))

    def _meets(self, event: OutsideEvent) -> bool:
        if event.date is None:
            return False
        theirs = slots_of((event.date,), None, event.start_time, event.end_time)
        return any(mine.start < their.end and their.start < mine.end for mine in self.slots for their in theirs)
