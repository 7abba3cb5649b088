"""The month in pandas frames: pure functions of what the workbooks gave, each with its shape and its units.

Counts are whole numbers, nought where nothing was. A length of time or a share of nothing is blank (`<NA>`), never a
nought; a day or a word that is not known is None. Money is in whole cents, in columns that end in `_cents`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from msgspec import Struct

from permitbook.assessment import Status
from permitbook.summary.facts import Act, Appeal, Charge, Coming, Kept, Met, Question, Reason, Row
from permitbook.summary.month import SPANS, Month, spans
from permitbook.summary.records import LATE, NOT_DONE, NOT_USED, ON_TIME, OUTCOMES, PENDING, RUNNING
from permitbook.workbook.board_layout import MEASURES, PENDING_AT_END

if TYPE_CHECKING:
    from permitbook.summary.facts import Digest

HOW = (ON_TIME, LATE, NOT_DONE, NOT_USED, RUNNING)
SIZES = (("up to 50", 0, 50), ("51 to 200", 51, 200), ("201 to 1,000", 201, 1_000), ("over 1,000", 1_001, None))
NO_SIZE = "not given"
OUTCOME_ORDER = (*dict.fromkeys(OUTCOMES.values()), PENDING)
NO_GROUND = "none on record"
TOTAL = "Total"
Frames = dict[str, pd.DataFrame]

_DAYS = ("on", "due_on", "done_on", "received_on", "closed_on", "decided_on", "arose_on", "ended_on", "since")


class Log:
    """All rows of the workbooks as frames, each with the `book` it comes from."""

    def __init__(self, digests: Sequence[Digest], month: Month) -> None:
        self.digests, self.month = digests, month
        starts = {each.fiscal_starts for each in digests}
        self.year_starts = starts.pop() if len(starts) == 1 else 1
        self.rows = self._frame(Row, {each.book: each.rows for each in digests})
        self.acts = self._frame(Act, {each.book: each.acts for each in digests})
        self.kept = self._frame(Kept, {each.book: each.kept for each in digests})
        self.reasons = self._frame(Reason, {each.book: each.reasons for each in digests})
        self.charges = self._frame(Charge, {each.book: each.charges for each in digests})

    def _frame(self, kind: type[Struct], listed: Mapping[str, Sequence[Any]]) -> pd.DataFrame:
        """One frame of all workbooks' rows of a kind; days as days, words as objects."""
        books = [book for book, rows in listed.items() for _ in rows]
        rows = [each for rows in listed.values() for each in rows]
        made: dict[str, Any] = {"book": pd.Series(books, dtype=object)}
        for name in kind.__struct_fields__:
            values = [getattr(row, name) for row in rows]
            is_day = name in _DAYS or name.endswith("_on")
            made[name] = (
                pd.Series(pd.to_datetime(pd.Series(values, dtype=object))).astype("datetime64[ns]")
                if is_day
                else pd.Series(values, dtype=object)
            )
        return pd.DataFrame(made)

    def within(self, days: pd.Series[Any], books: pd.Series[Any], span: str) -> pd.Series[bool]:
        """Which days fall into a span; each workbook has its own fiscal year."""
        inside = pd.Series(False, index=days.index)
        for starts in sorted({each.fiscal_starts for each in self.digests}):
            first, last = spans(self.month, starts)[span]
            found = (days >= pd.Timestamp(first)) & (days <= pd.Timestamp(last))
            if len({each.fiscal_starts for each in self.digests}) > 1:
                found &= books.isin([each.book for each in self.digests if each.fiscal_starts == starts])
            inside |= found
        return inside


def frames_of(digests: Sequence[Digest], month: Month) -> Frames:
    """Every frame of the month, by name, in the order of the report."""
    log = Log(digests, month)
    return {
        "volume": volume(log),
        "months": months(log),
        "months_by_form": months_by_form(log),
        "statuses": statuses(log),
        "days_to_decide": days_to_decide(log),
        "clocks": clocks(log),
        "missed": missed(log),
        "coming": listed(Coming, {each.book: each.coming for each in digests}),
        "denials": denials(log),
        "fee_totals": fee_totals(log),
        "fees": fees(log),
        "appeals": appeals(log),
        "conflicts": listed(Met, {each.book: each.met for each in digests}),
        "treatment": treatment(log),
        "questions": questions(log),
        "books": books(log),
    }


def volume(log: Log) -> pd.DataFrame:
    """Applications by what was done, in each span: 14 rows `measure`, 4 columns of spans and `undated`; counts.

    `undated` are acts of which no day is recorded; no span counts them. The last row is what was pending at the end of
    each span: received, and not decided, given up, issued or over.
    """
    made = pd.DataFrame(0, index=pd.Index(MEASURES, name="measure"), columns=[*SPANS, "undated"])
    for span in SPANS:
        found = log.acts.loc[log.within(log.acts["on"], log.acts["book"], span), "act"].value_counts()
        made[span] = found.reindex(MEASURES, fill_value=0).astype("int64")
    undated = log.acts.loc[log.acts["on"].isna(), "act"].value_counts()
    made["undated"] = undated.reindex(MEASURES, fill_value=0).astype("int64")
    made.loc[PENDING_AT_END] = [*(_pending(log, span) for span in SPANS), 0]
    return made.astype("int64").reset_index()


def _pending(log: Log, span: str) -> int:
    last = pd.Timestamp(spans(log.month, 1)[span].last)
    closed = log.rows["is_closed"].astype(bool)
    gone = closed & (log.rows["closed_on"].isna() | (log.rows["closed_on"] <= last))
    return int(((log.rows["received_on"] <= last) & ~gone).sum())


def months(log: Log) -> pd.DataFrame:
    """What was done in each month of the (fiscal) year that holds the month: 12 rows `month`, 13 columns of counts."""
    return _by_month(log, log.acts["on"], log.acts["act"], MEASURES)


def months_by_form(log: Log) -> pd.DataFrame:
    """Applications received in each of the twelve months: 12 rows `month`, a column for each form in the log."""
    forms = sorted(set(log.rows["form"]))
    return _by_month(log, log.rows["received_on"], log.rows["form"], forms)


def _by_month(log: Log, days: pd.Series[Any], kinds: pd.Series[Any], columns: Sequence[str]) -> pd.DataFrame:
    index = pd.Index([str(each) for each in log.month.twelve(log.year_starts)], name="month")
    known = days.notna()
    months = days[known].dt.strftime("%Y-%m")
    counted = pd.crosstab(months, kinds[known]) if known.any() else pd.DataFrame()
    made = counted.reindex(index=index, columns=list(columns), fill_value=0).fillna(0).astype("int64")
    made.columns.name = None
    return made.reset_index()


def statuses(log: Log) -> pd.DataFrame:
    """How all applications of the log stand now: 16 rows `status` and a total, 1 column of counts."""
    found = log.rows["status"].value_counts().reindex([each.value for each in Status], fill_value=0)
    made = pd.DataFrame({"status": [*found.index, TOTAL], "applications": [*found, len(log.rows)]})
    return made.astype({"applications": "int64"})


def days_to_decide(log: Log) -> pd.DataFrame:
    """Whole days from receipt to grant or denial, by the span in which the act fell: 4 rows `span`.

    `decided` counts the acts, `left_out` those that are earlier than their receipt or have none; the others give
    `median` (days, may be a half), `percentile_90` (the days within which nine of ten were decided) and `longest`.
    """
    made = []
    for span in SPANS:
        found = log.rows[log.within(log.rows["decided_on"], log.rows["book"], span)]
        days = np.array([each for each in found["days"] if each is not None], dtype="int64")
        some = len(days) > 0
        made.append(
            {
                "span": span,
                "decided": len(found),
                "left_out": len(found) - len(days),
                "median": float(np.median(days)) if some else pd.NA,
                "percentile_90": int(np.quantile(days, 0.9, method="inverted_cdf")) if some else pd.NA,
                "longest": int(days.max()) if some else pd.NA,
            }
        )
    kinds = {"median": "Float64", "percentile_90": "Int64", "longest": "Int64"}
    return pd.DataFrame(made).astype(kinds)


def clocks(log: Log) -> pd.DataFrame:
    """Each date the ordinances set, by the span in which it fell due: a row for each span and clause; counts.

    `due` is the sum of `on_time`, `late` (done, too late), `not_done`, `not_used` (an applicant's right) and
    `running` (not reached yet). `share_on_time` is that of on_time, late and not_done together, 0 to 1.
    """
    set_by_law = list(dict.fromkeys(clock for each in log.digests for clock in each.clocks))
    heads = ["clause", "what", "who"]
    made = []
    for span in SPANS:
        found = log.kept[log.within(log.kept["due_on"], log.kept["book"], span)]
        counted = found.groupby([*heads, "how"]).size().to_dict()
        for clock in set_by_law:
            counts = [int(counted.get((*clock, how), 0)) for how in HOW]
            judged = sum(counts[:3])
            share = counts[0] / judged if judged else pd.NA
            made.append([span, *clock, sum(counts), *counts, share])
    columns = ["span", *heads, "due", "on_time", "late", "not_done", "not_used", "running", "share_on_time"]
    return pd.DataFrame(made, columns=columns).astype({"share_on_time": "Float64"})


def missed(log: Log) -> pd.DataFrame:
    """Each date of the month that was missed, the longest first: application, clause, days due and done, days late."""
    found = log.kept[log.within(log.kept["due_on"], log.kept["book"], "month")]
    found = found[found["how"].isin([LATE, NOT_DONE])].sort_values(
        ["days", "application_no", "clause"], ascending=[False, True, True], kind="stable"
    )
    return _days_as_days(found[["book", "application_no", "clause", "what", "who", "due_on", "done_on", "how", "days"]])


def denials(log: Log) -> pd.DataFrame:
    """Denials by the clause they rest on: a row for each clause, counts in 4 columns of spans.

    A denial that rests on two clauses counts under both; one for which the workbook shows no ground counts under
    `none on record`. The last row counts the denials themselves.
    """
    cites = dict(pair for each in log.digests for pair in each.grounds)
    used = [clause for clause in cites if clause in set(log.reasons["clause"])]
    made = pd.DataFrame({"clause": [*used, NO_GROUND, TOTAL], "cite": [*(cites[each] for each in used), "", ""]})
    for span in SPANS:
        found = log.reasons[log.within(log.reasons["denied_on"], log.reasons["book"], span)]
        counted = found["clause"].replace("", NO_GROUND).value_counts()
        whole = len(found[["book", "application_no"]].drop_duplicates())
        made[span] = [*(int(counted.get(each, 0)) for each in made["clause"][:-1]), whole]
    return made.astype(dict.fromkeys(SPANS, "int64"))


def fee_totals(log: Log) -> pd.DataFrame:
    """Fees and costs of the applications received in each span: a row for each span and kind of charge.

    `due_cents`, `paid_cents` and `owing_cents` are cents; `waived` counts applications whose fee was waived,
    `amount_unknown` those for which no amount is entered.
    """
    kinds = list(dict.fromkeys(kind for each in log.digests for kind in each.charges_known))
    made = []
    for span in SPANS:
        found = log.charges[log.within(log.charges["received_on"], log.charges["book"], span)]
        for kind in kinds:
            rows = found[found["kind"] == kind]
            due = [each or 0 for each in rows["due"]]
            paid = [int(each) for each in rows["paid"]]
            owing = sum(max(0, owed - given) for owed, given in zip(due, paid, strict=True))
            unknown = sum(each is None for each in rows["due"])
            made.append([span, kind, sum(due), sum(paid), owing, int(rows["is_waived"].sum()), unknown])
    columns = ["span", "kind", "due_cents", "paid_cents", "owing_cents", "waived", "amount_unknown"]
    return pd.DataFrame(made, columns=columns).astype(dict.fromkeys(columns[2:], "int64"))


def fees(log: Log) -> pd.DataFrame:
    """Each charge of the applications received in the month, and each that still is owing: cents, and why waived."""
    found = log.charges
    received_by = found["received_on"].isna() | (found["received_on"] <= pd.Timestamp(log.month.last))
    owing = pd.Series([max(0, (due or 0) - paid) for due, paid in zip(found["due"], found["paid"], strict=True)])
    owing = owing.astype("int64")
    chosen = log.within(found["received_on"], found["book"], "month") | (received_by & (owing > 0))
    made = found[["book", "application_no", "kind", "received_on"]].copy()
    made["due_cents"] = pd.array(list(found["due"]), dtype="Int64")
    made["paid_cents"] = pd.array(list(found["paid"]), dtype="int64")
    made["owing_cents"] = owing
    made["waived_because"] = found["because"]
    return _days_as_days(made[chosen])


def appeals(log: Log) -> pd.DataFrame:
    """Appeals received in the year to date, and older ones not decided before the month, by the day of receipt."""
    year = spans(log.month, 1)["year_to_date"]

    def is_shown(it: Appeal) -> bool:
        return year.first <= it.received_on <= year.last or it.decided_on is None or it.decided_on >= log.month.first

    return listed(Appeal, {each.book: [one for one in each.appeals if is_shown(one)] for each in log.digests}).pipe(
        lambda frame: frame.sort_values(["received_on", "application_no"], kind="stable", ignore_index=True)
    )


def treatment(log: Log) -> pd.DataFrame:
    """Outcome by nothing but form and size, of all applications received in the year to date.

    A row for each form and size that occurs and a total; `received`, a count for each outcome, and the median days to
    decide. Size is participants, else units.
    """
    found = log.rows[log.within(log.rows["received_on"], log.rows["book"], "year_to_date")]
    size = pd.Series([_size(each) for each in found["size"]], index=found.index, dtype=object)
    order = {name: at for at, (name, *_) in enumerate(SIZES)} | {NO_SIZE: len(SIZES)}
    groups: dict[tuple[str, str], list[tuple[str, int | None]]] = {}
    ended = list(zip(found["outcome"], found["days"], strict=True))
    for form, band, end in zip(found["form"], size, ended, strict=True):
        groups.setdefault((form, band), []).append(end)
    made = [_treated(*group, groups[group]) for group in sorted(groups, key=lambda pair: (pair[0], order[pair[1]]))]
    made.append(_treated(TOTAL, "", ended))
    columns = ["form", "size", "received", *OUTCOME_ORDER, "median_days"]
    return pd.DataFrame(made, columns=columns).astype({"median_days": "Float64"})


def _treated(form: str, band: str, ended: Sequence[tuple[str, int | None]]) -> list[Any]:
    """One line: how many came to each outcome, and the median of the days it took."""
    outcomes = Counter(outcome for outcome, _ in ended)
    days = [each for _, each in ended if each is not None]
    return [form, band, len(ended), *(outcomes[each] for each in OUTCOME_ORDER), median(days) if days else pd.NA]


def _size(people: int | None) -> str:
    if people is None:
        return NO_SIZE
    return next(name for name, _, most in SIZES if most is None or people <= most)


def questions(log: Log) -> pd.DataFrame:
    """What officials must still determine now, oldest application first, with the days it has waited."""
    made = listed(Question, {each.book: each.questions for each in log.digests})
    now = {each.book: each.as_of.date() for each in log.digests}
    waited = [
        (now[book] - since).days if since is not None else None
        for book, since in zip(made["book"], made["since"], strict=True)
    ]
    made["days_open"] = pd.array(waited, dtype="Int64")
    return made.sort_values(["days_open"], ascending=False, kind="stable", na_position="last", ignore_index=True)


def books(log: Log) -> pd.DataFrame:
    """One row for each workbook: its municipality, its applications, and what the month counts of it."""
    month = log.acts[log.within(log.acts["on"], log.acts["book"], "month")]
    counted = month.groupby(["book", "act"]).size().to_dict()
    made = [
        [each.book, each.municipality, len(each.rows), *(int(counted.get((each.book, act), 0)) for act in MEASURES)]
        for each in log.digests
    ]
    return pd.DataFrame(made, columns=["book", "municipality", "applications", *MEASURES])


def listed(kind: type[Struct], rows: Mapping[str, Iterable[Any]]) -> pd.DataFrame:
    """Records as they are, each with its book."""
    names = kind.__struct_fields__
    values = attrgetter(*names)
    made = [(book, *values(each)) for book, records in rows.items() for each in records]
    return pd.DataFrame(made, columns=["book", *names], dtype=object)


def _days_as_days(frame: pd.DataFrame) -> pd.DataFrame:
    """Days as dates and not as midnights; None where there is none."""
    made = frame.reset_index(drop=True)
    for name in made.columns:
        if isinstance(made[name].dtype, np.dtype) and made[name].dtype.kind == "M":
            made[name] = pd.Series([None if pd.isna(each) else each.date() for each in made[name]], dtype=object)
    return made
