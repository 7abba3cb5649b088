"""What is due, what an official works to, and the latest that any reading allows; at the edges of each."""

import pickle
from datetime import date, datetime, time

import pytest
from offices import new_york, wisconsin

from permitbook.reckoning import (
    Leave,
    Limit,
    business_days,
    chance_before,
    chance_within,
    days,
    duty_before,
    duty_hours_after,
    duty_hours_before,
    duty_within,
    months,
)

READINGS = (Leave.SUNDAYS_AND_HOLIDAYS, Leave.NOTHING, Leave.SATURDAYS_TOO)


def dates(limit: Limit) -> tuple[object, object, object]:
    return limit.due, limit.work_by, limit.outer


def june(day: int) -> date:
    return date(2026, 6, day)


@pytest.mark.parametrize(
    ("received", "due", "work_by", "outer"),
    [
        (june(2), june(12), june(12), june(12)),  # to a Friday
        (june(3), june(13), june(12), june(15)),  # to a Saturday
        (june(4), june(14), june(12), june(15)),  # to a Sunday
        (june(5), june(15), june(15), june(15)),
        (june(9), june(19), june(18), june(22)),  # to Juneteenth
    ],
)
def test_an_official_works_to_the_open_day_before_a_closed_one(
    received: date, due: date, work_by: date, outer: date
) -> None:
    assert dates(duty_within(received, days(10), new_york())) == (due, work_by, outer)


def test_an_officials_business_days_are_the_fewest_skipped_and_the_outer_limit_the_most() -> None:
    kept_open = new_york({date(2026, 11, 4): "Water damage"})
    limit = duty_within(date(2026, 11, 2), business_days(3), kept_open)  # Election Day open, Wednesday closed
    assert dates(limit) == (date(2026, 11, 5), date(2026, 11, 5), date(2026, 11, 9))
    limit = duty_within(date(2026, 11, 2), business_days(2), kept_open)  # the second day is the closed Wednesday
    assert dates(limit) == (date(2026, 11, 4), date(2026, 11, 3), date(2026, 11, 6))
    assert (
        "Wed 4 Nov 2026 is a closed day (Water damage): finish by Tue 3 Nov 2026, the open day before." in limit.steps
    )
    assert (
        "Outer limit Fri 6 Nov 2026: when a weekday is skipped if it is a statutory holiday or an office closure."
        in limit.steps
    )


@pytest.mark.parametrize(
    ("received", "due", "work_by"),
    [
        (date(2026, 9, 4), date(2026, 9, 5), date(2026, 9, 4)),  # Friday before Labor Day: the same day
        (date(2026, 9, 5), date(2026, 9, 6), date(2026, 9, 5)),  # Saturday: no open day is left, so the day of receipt
        (date(2026, 9, 7), date(2026, 9, 8), date(2026, 9, 8)),
    ],
)
def test_no_one_works_before_the_receipt(received: date, due: date, work_by: date) -> None:
    limit = duty_within(received, days(1), new_york())
    assert (limit.due, limit.work_by) == (due, work_by)


def test_a_step_says_when_no_open_day_is_left() -> None:
    assert "No open day is left before that: finish by Sat 5 Sep 2026." in (
        duty_within(date(2026, 9, 5), days(1), new_york()).steps
    )


@pytest.mark.parametrize(
    ("not_after", "due", "work_by", "outer"),
    [
        (datetime(2026, 6, 17, 12), june(13), june(12), june(15)),  # after the outer limit
        (datetime(2026, 6, 15, 12), june(13), june(12), june(15)),  # on its day
        (datetime(2026, 6, 14, 12), june(13), june(12), june(14)),
        (datetime(2026, 6, 13, 12), june(13), june(12), june(13)),
        (datetime(2026, 6, 12, 17, 1), june(12), june(12), june(12)),  # a minute after the close
        (datetime(2026, 6, 12, 17, 0), june(12), june(11), june(12)),
        (datetime(2026, 6, 12, 0, 0), june(11), june(11), june(11)),  # midnight ends the day before
    ],
)
def test_an_officials_period_never_runs_past_the_last_moment(
    not_after: datetime, due: date, work_by: date, outer: date
) -> None:
    assert dates(duty_within(june(3), days(10), new_york(), not_after)) == (due, work_by, outer)


def test_the_steps_say_what_stopped_an_extension() -> None:
    assert chance_within(date(2026, 5, 18), days(5), new_york(), datetime(2026, 5, 25, 10)).steps[3] == (
        "Outer limit Mon 25 May 2026: Sat 23 May 2026 is no business day (Saturday), and the period runs on by General "
        "Construction Law § 25-a (K4); but not past Mon 25 May 2026, 10:00 AM."
    )


@pytest.mark.parametrize(
    ("received", "work_by", "told"),
    [
        (datetime(2026, 6, 12, 16, 30), june(12), ("On the day itself, Fri 12 Jun 2026.",)),
        (
            datetime(2026, 6, 13, 10, 0),
            june(13),
            (
                "On the day itself, Sat 13 Jun 2026.",
                "Outer limit Mon 15 Jun 2026: Sat 13 Jun 2026 is no business day (Saturday), and the period runs on by "
                "General Construction Law § 25-a (K4).",
            ),
        ),
    ],
)
def test_what_is_to_be_done_at_once_is_due_that_day(received: datetime, work_by: date, told: tuple[str, ...]) -> None:
    limit = duty_within(received, days(0), new_york())
    assert (limit.due, limit.work_by, limit.steps) == (received.date(), work_by, told)


def test_before_assembly_is_a_limit_of_no_hours() -> None:
    limit = duty_hours_before(datetime(2026, 10, 4, 13), 0, wisconsin(), READINGS)
    start = datetime(2026, 10, 4, 13)
    assert dates(limit) == (start, date(2026, 10, 2), start)
    assert limit.steps == (
        "At the moment itself, Sun 4 Oct 2026, 1:00 PM.",
        "Finish by Fri 2 Oct 2026, the last open day that closes (5:00 PM) before Sun 4 Oct 2026, 1:00 PM, the "
        "earliest reading.",
    )


def test_months_name_their_own_rule() -> None:
    assert chance_before(date(2026, 8, 31), months(6), new_york()).steps[-1] == (
        "Counted by General Construction Law §§ 30 and 31 (K6)."
    )


def test_a_step_says_what_cut_the_period_short() -> None:
    assert duty_within(date(2026, 9, 19), days(15), wisconsin(), datetime(2026, 10, 2)).steps == (
        "Start from Sat 19 Sep 2026, not counted.",
        "Count on 15 days.",
        "Reach Sun 4 Oct 2026.",
        "Nothing runs past Fri 2 Oct 2026, 12:00 AM: due Thu 1 Oct 2026.",
        "Counted by Wis. Stat. § 990.001(4)(a) and (d) (K9).",
    )


def test_an_application_filed_too_early_is_due_from_the_first_day_but_worked_from_receipt() -> None:
    limit = duty_within(june(15), business_days(3), new_york(), work_from=june(10))
    assert dates(limit) == (june(18), june(15), june(18))
    assert "Counted from the receipt on Wed 10 Jun 2026, as the office works, it is Mon 15 Jun 2026." in limit.steps


@pytest.mark.parametrize(
    ("event", "due", "work_by", "outer"),
    [
        (date(2026, 10, 11), date(2026, 9, 11), date(2026, 9, 11), date(2026, 9, 11)),
        (date(2026, 10, 12), date(2026, 9, 12), date(2026, 9, 11), date(2026, 9, 14)),
        (date(2026, 10, 13), date(2026, 9, 13), date(2026, 9, 11), date(2026, 9, 14)),
        (date(2026, 10, 14), date(2026, 9, 14), date(2026, 9, 14), date(2026, 9, 14)),
        (date(2026, 10, 7), date(2026, 9, 7), date(2026, 9, 4), date(2026, 9, 8)),  # Labor Day
    ],
)
def test_thirty_days_before_rolls_back_from_a_closed_day(event: date, due: date, work_by: date, outer: date) -> None:
    assert dates(duty_before(event, days(30), wisconsin())) == (due, work_by, outer)


@pytest.mark.parametrize(
    ("event", "due", "outer"),
    [
        (date(2026, 10, 16), date(2026, 10, 14), date(2026, 10, 14)),
        (date(2026, 10, 13), date(2026, 10, 11), date(2026, 10, 12)),  # Sunday, and Columbus Day: the eve is the last
        (date(2026, 10, 12), date(2026, 10, 10), date(2026, 10, 11)),
    ],
)
def test_no_extension_reaches_the_event(event: date, due: date, outer: date) -> None:
    assert dates(chance_before(event, days(2), wisconsin())) == (due, None, outer)


def test_a_step_says_why_an_extension_stops_before_the_event() -> None:
    assert chance_before(date(2026, 10, 13), days(2), wisconsin()).steps[3] == (
        "Outer limit Mon 12 Oct 2026: Sun 11 Oct 2026 is no business day (Sunday), and the period runs on by "
        "Wis. Stat. § 990.001(4)(b) and (c) (K11, K12); no extension reaches the day of the event."
    )


@pytest.mark.parametrize(
    ("event", "due", "outer"),
    [
        (date(2026, 10, 20), date(2026, 10, 8), date(2026, 10, 9)),
        (date(2026, 10, 21), date(2026, 10, 9), date(2026, 10, 13)),  # the seventh is Columbus Day: to the day after
        (date(2026, 10, 22), date(2026, 10, 13), date(2026, 10, 13)),
    ],
)
def test_an_applicants_lead_is_safe_by_every_skipping_and_late_by_none(event: date, due: date, outer: date) -> None:
    """The office is open on Columbus Day, a public holiday."""
    assert dates(chance_before(event, business_days(7), new_york({}))) == (due, None, outer)


def test_an_applicants_business_days_after_a_letter_run_over_holidays_kept_open() -> None:
    limit = chance_within(date(2026, 10, 8), business_days(3), new_york({}))
    assert dates(limit) == (date(2026, 10, 13), None, date(2026, 10, 14))


@pytest.mark.parametrize(
    ("not_after", "due", "outer"),
    [
        (datetime(2026, 5, 26, 0, 1), date(2026, 5, 23), date(2026, 5, 26)),
        (datetime(2026, 5, 25, 10), date(2026, 5, 23), date(2026, 5, 25)),
        (datetime(2026, 5, 23, 10), date(2026, 5, 23), date(2026, 5, 23)),
        (datetime(2026, 5, 22, 10), date(2026, 5, 22), date(2026, 5, 22)),
    ],
)
def test_an_applicants_chance_ends_with_the_event(not_after: datetime, due: date, outer: date) -> None:
    assert dates(chance_within(date(2026, 5, 18), days(5), new_york(), not_after)) == (due, None, outer)


@pytest.mark.parametrize(
    ("start", "due", "work_by", "outer"),
    [
        # the close comes just before, at, just after the moment
        (datetime(2026, 6, 17, 17, 1), datetime(2026, 6, 15, 17, 1), june(15), datetime(2026, 6, 15, 17, 1)),
        (datetime(2026, 6, 17, 17, 0), datetime(2026, 6, 15, 17, 0), june(12), datetime(2026, 6, 15, 17, 0)),
        (datetime(2026, 6, 17, 16, 59), datetime(2026, 6, 15, 16, 59), june(12), datetime(2026, 6, 15, 16, 59)),
        # a Monday: the Sunday left out, or the Saturday too
        (datetime(2026, 10, 5, 10), datetime(2026, 10, 2, 10), date(2026, 9, 30), datetime(2026, 10, 3, 10)),
    ],
)
def test_east_troys_48_hours_are_worked_to_the_earliest_of_three_readings(
    start: datetime, due: datetime, work_by: date, outer: datetime
) -> None:
    assert dates(duty_hours_before(start, 48, wisconsin(), READINGS)) == (due, work_by, outer)


def test_the_hours_of_the_office_decide_which_day_closes_in_time() -> None:
    early = wisconsin(closes=time(16))
    assert duty_hours_before(datetime(2026, 6, 17, 17, 0), 48, early, READINGS).work_by == june(15)


@pytest.mark.parametrize(
    ("received", "due", "work_by", "outer"),
    [
        # Monday to Wednesday
        (datetime(2026, 6, 8, 14), datetime(2026, 6, 10, 14), june(9), datetime(2026, 6, 10, 14)),
        (datetime(2026, 6, 8, 17, 1), datetime(2026, 6, 10, 17, 1), june(10), datetime(2026, 6, 10, 17, 1)),
        # Thursday, Friday, Saturday; New York's extension is to the same hour
        (datetime(2026, 6, 11, 10), datetime(2026, 6, 13, 10), june(12), datetime(2026, 6, 15, 10)),
        (datetime(2026, 6, 12, 10), datetime(2026, 6, 14, 10), june(12), datetime(2026, 6, 15, 10)),
        (datetime(2026, 6, 13, 10), datetime(2026, 6, 15, 10), june(15), datetime(2026, 6, 15, 10)),
        # the Saturday before Labor Day: no open day at all
        (datetime(2026, 9, 5, 10), datetime(2026, 9, 7, 10), date(2026, 9, 5), datetime(2026, 9, 8, 10)),
    ],
)
def test_48_hours_after_receipt(received: datetime, due: datetime, work_by: date, outer: datetime) -> None:
    assert dates(duty_hours_after(received, 48, new_york())) == (due, work_by, outer)


@pytest.mark.parametrize(
    ("not_after", "due", "work_by", "outer"),
    [
        (datetime(2026, 6, 15, 11), datetime(2026, 6, 13, 10), june(12), datetime(2026, 6, 15, 10)),
        (datetime(2026, 6, 13, 10), datetime(2026, 6, 13, 10), june(12), datetime(2026, 6, 13, 10)),
        (datetime(2026, 6, 12, 9), datetime(2026, 6, 12, 9), june(11), datetime(2026, 6, 12, 9)),
        (datetime(2026, 6, 11, 12), datetime(2026, 6, 11, 12), june(11), datetime(2026, 6, 11, 12)),
        (datetime(2026, 6, 10, 12), datetime(2026, 6, 10, 12), june(10), datetime(2026, 6, 10, 12)),  # over already
    ],
)
def test_48_hours_after_receipt_never_run_past_the_last_moment(
    not_after: datetime, due: datetime, work_by: date, outer: datetime
) -> None:
    assert dates(duty_hours_after(datetime(2026, 6, 11, 10), 48, new_york(), not_after)) == (due, work_by, outer)


def test_the_steps_of_an_extension_name_the_rule() -> None:
    assert duty_within(june(3), days(10), new_york()).steps == (
        "Start from Wed 3 Jun 2026, not counted.",
        "Count on 10 days.",
        "Reach Sat 13 Jun 2026.",
        "Sat 13 Jun 2026 is a closed day (Saturday): finish by Fri 12 Jun 2026, the open day before.",
        "Outer limit Mon 15 Jun 2026: Sat 13 Jun 2026 is no business day (Saturday), and the period runs on by "
        "General Construction Law § 25-a (K4).",
        "Counted by General Construction Law § 20 (K1, K2, K3).",
    )


@pytest.mark.parametrize(
    "limit",
    [
        duty_within(date(2029, 5, 1), days(10), new_york()),
        duty_within(date(2028, 12, 28), business_days(3), new_york()),
        duty_before(date(2029, 5, 1), days(30), wisconsin()),
        chance_within(date(2029, 5, 1), days(5), new_york()),
        chance_before(date(2029, 5, 1), days(10), new_york()),
        chance_before(date(2029, 1, 4), business_days(7), new_york()),
        duty_hours_before(datetime(2029, 5, 1, 10), 48, wisconsin(), READINGS),
        duty_hours_after(datetime(2029, 5, 1, 10), 48, new_york()),
    ],
)
def test_a_limit_that_rests_on_an_unlisted_year_is_provisional_and_says_so(limit: Limit) -> None:
    assert limit.provisional
    assert limit.steps[-1] == (
        "Closures are listed only through 31 Dec 2028; add 2029 to the Closures sheet to make this date firm."
    )


def test_a_limit_within_the_listed_years_is_firm() -> None:
    assert not duty_within(date(2028, 12, 26), business_days(3), new_york()).provisional
    assert not chance_before(date(2029, 1, 4), days(10), new_york()).provisional  # reaches a Monday of 2028


def test_no_sentence_is_written_until_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> str:
        raise AssertionError("a sentence was written")

    for place in ("accounts", "counting", "hours"):
        monkeypatch.setattr(f"permitbook.{place}.show_day", refuse)
    limit = duty_within(june(3), days(10), new_york())
    with pytest.raises(AssertionError, match="a sentence was written"):
        _ = limit.steps


def test_a_limit_can_be_handed_to_another_process() -> None:
    limit = duty_within(june(3), days(10), new_york())
    copy = pickle.loads(pickle.dumps(limit))
    assert copy == limit
    assert copy.steps == limit.steps
