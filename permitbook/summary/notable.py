"""Matters the board should notice, in sentences made from the frames alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from permitbook.periods import show_day
from permitbook.summary.frames import NO_GROUND, TOTAL
from permitbook.summary.records import LATE, NOT_DONE

if TYPE_CHECKING:
    import pandas as pd

    from permitbook.summary.frames import Frames

MOST = 3
"""How many numbers a sentence names."""


def notable(frames: Frames) -> list[str]:
    """The sentences, the gravest first; one that says so where there is nothing to notice."""
    told = [
        *_not_done(frames["missed"]),
        *_late(frames["missed"]),
        *_lapsed(frames["volume"]),
        *_revoked(frames["volume"]),
        *_appeals(frames["appeals"]),
        *_without_ground(frames["denials"]),
        *_conflicts(frames["conflicts"]),
        *_owing(frames["fees"]),
        *_waiting(frames["questions"]),
        *_left_out(frames["days_to_decide"]),
    ]
    return told or ["Nothing was late, revoked, appealed or in conflict this month."]


def _not_done(missed: pd.DataFrame) -> Iterator[str]:
    for it in _first(missed[missed["how"] == NOT_DONE]):
        done = f"was due {show_day(it['due_on'])} and is not done, {_count(it['days'], 'day')} after"
        yield f'{it["application_no"]}: "{it["what"]}" ({it["clause"]}, {it["who"]}) {done}.'
    yield from _more(
        missed[missed["how"] == NOT_DONE], "other date is not done either", "other dates are not done either"
    )


def _late(missed: pd.DataFrame) -> Iterator[str]:
    found = missed[missed["how"] == LATE]
    if len(found):
        longest = found.iloc[0]
        yield (
            f"{_count(len(found), 'date')} {_be(len(found))} kept late, "
            f"the latest by {_count(longest['days'], 'day')} ({longest['application_no']}, {longest['clause']})."
        )


def _lapsed(volume: pd.DataFrame) -> Iterator[str]:
    if lapsed := _of(volume, "Lapsed undecided"):
        yield f"{_count(lapsed, 'event')} came and went without a decision."


def _revoked(volume: pd.DataFrame) -> Iterator[str]:
    if revoked := _of(volume, "Permit revoked"):
        yield f"{_count(revoked, 'permit')} {_be(revoked)} revoked."


def _appeals(appeals: pd.DataFrame) -> Iterator[str]:
    still = appeals[[each is None for each in appeals["decided_on"]]]
    for it in _first(still):
        by = f"; the board acts by {show_day(it['act_by'])}" if it["act_by"] else ""
        yield f"The appeal on {it['application_no']}, received {show_day(it['received_on'])}, is open{by}."
    yield from _more(still, "other appeal is open", "other appeals are open")


def _without_ground(denials: pd.DataFrame) -> Iterator[str]:
    count = int(denials.loc[denials["clause"] == NO_GROUND, "month"].iloc[0])
    whole = int(denials.loc[denials["clause"] == TOTAL, "month"].iloc[0])
    if count:
        yield f"For {count} of {_count(whole, 'denial')} the workbook shows no ground."


def _conflicts(conflicts: pd.DataFrame) -> Iterator[str]:
    still = conflicts[conflicts["ended"] == "open"]
    if len(still):
        pairs = "; ".join(f"{it['application_no']} and {it['with_no']}" for it in _first(still))
        more = f" and {len(still) - MOST} more" if len(still) > MOST else ""
        yield f"{_count(len(still), 'conflict')} of time and place {_be(len(still), now=True)} open: {pairs}{more}."


def _owing(fees: pd.DataFrame) -> Iterator[str]:
    owing = fees[fees["owing_cents"] > 0]
    if len(owing):
        total = int(owing["owing_cents"].sum())
        yield f"{dollars(total)} {_be(1, now=True)} owing for {_count(len(owing), 'charge')}."


def _waiting(questions: pd.DataFrame) -> Iterator[str]:
    dated = questions[questions["days_open"].notna()]
    if len(dated):
        it = dated.iloc[0]
        whole = len(set(zip(questions["book"], questions["application_no"], strict=True)))
        yield (
            f"{_count(whole, 'application')} wait for an official's answer, the oldest, {it['application_no']}, "
            f"for {_count(int(it['days_open']), 'day')}."
            if whole > 1
            else f"{it['application_no']} waits for an official's answer for {_count(int(it['days_open']), 'day')}."
        )


def _left_out(days: pd.DataFrame) -> Iterator[str]:
    left_out = int(days["left_out"].iloc[0])
    if left_out:
        told = _count(left_out, "decision")
        yield f"{told} of the month cannot be counted from the receipt and {_be(left_out, now=True)} in no average."


def _of(volume: pd.DataFrame, measure: str) -> int:
    return int(volume.loc[volume["measure"] == measure, "month"].iloc[0])


def _first(frame: pd.DataFrame) -> list[dict[Any, Any]]:
    return frame.head(MOST).to_dict("records")


def _more(frame: pd.DataFrame, one: str, many: str) -> Iterator[str]:
    more = len(frame) - MOST
    if more > 0:
        yield f"{more} {one if more == 1 else many}."


def _be(count: int, *, now: bool = False) -> str:
    if now:
        return "is" if count == 1 else "are"
    return "was" if count == 1 else "were"


def _count(count: int, thing: str) -> str:
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"


def dollars(cents: int) -> str:
    """Cents as people write dollars.

    >>> dollars(123450)
    '$1,234.50'
    """
    return f"${cents // 100:,}.{cents % 100:02}"
