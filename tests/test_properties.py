"""What must hold for every log and every municipality: neutral, monotone, and the same in any order."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from permitbook.application import Application
from permitbook.evaluate import evaluate_log
from permitbook.facts import BLIND
from permitbook.ordinances import KEYS, ordinance
from permitbook.report import application_report
from permitbook.schema import Kind, columns
from permitbook.verdict import Verdict
from tests.law_functions import functions_of
from tests.random_logs import AS_OF, application, log_of, office_of, value_of

SETTINGS = settings(max_examples=150, deadline=None)
SEEDS = st.integers(0, 2**32 - 1).map(Random)
SETTLED = (Verdict.PROVED, Verdict.CLEAR)
STATED_DEFAULTS = frozenset(
    {
        *("end_time", "assembly_time", "dispersal_area", "more_dates", "board_received_at"),
        *("waiver_granted_on", "fee_waived_reason"),
    }
)
"""Facts whose blank has a meaning of its own, and waivers."""
ACTS = frozenset(
    each.key
    for each in columns(Application)
    if each.key.startswith(("alternate_", "revo", "event_change", "appeal_", "issued", "act", "presented_"))
)
"""What the office records later: an act may change what is asked, not what was found of the facts."""
COMPLETENESS = frozenset({"ET-2-G-5"})


def reports(key: str, log: list[Application]) -> dict[str, dict[str, Any]]:
    law = ordinance(key)
    made = evaluate_log(law, log, office_of(law), as_of=AS_OF)
    return {each.application_no: application_report(0, each) for each in made}


@pytest.mark.parametrize("key", KEYS)
@SETTINGS
@given(chance=SEEDS)
def test_swapping_names_and_words_changes_nothing(key: str, chance: Random) -> None:
    log = log_of(ordinance(key), chance)
    swapped = [
        replace(each, **{name: f"other {at}" for name in BLIND if getattr(each, name)}) for at, each in enumerate(log)
    ]
    assert reports(key, swapped) == reports(key, log)


@pytest.mark.parametrize("key", KEYS)
def test_no_rule_names_who_asks_or_what_is_said(key: str) -> None:
    read = {(each.clause, name) for each in functions_of(ordinance(key)) for name in each.names if name in BLIND}
    assert read == set()


@pytest.mark.parametrize("key", KEYS)
@SETTINGS
@given(chance=SEEDS)
def test_the_order_of_rows_never_matters(key: str, chance: Random) -> None:
    log = log_of(ordinance(key), chance)
    assert reports(key, chance.sample(log, len(log))) == reports(key, log)


@pytest.mark.parametrize("key", KEYS)
@SETTINGS
@given(chance=SEEDS)
def test_filling_a_blank_never_turns_proved_into_clear_or_back(key: str, chance: Random) -> None:
    law = ordinance(key)
    log = log_of(law, chance, most=3)
    blanks = [
        each
        for each in columns(Application)
        if law.initial in each.municipalities
        and getattr(log[0], each.key) is None
        and each.key not in STATED_DEFAULTS | ACTS | {"application_no"}
    ]
    column = chance.choice(blanks) if blanks else columns(Application)[-1]
    filled = [replace(log[0], **{column.key: value_of(column, chance)}), *log[1:]]
    office = office_of(law)
    before = evaluate_log(law, log, office, as_of=AS_OF)[0]
    after = evaluate_log(law, filled, office, as_of=AS_OF)[0]
    then = {each.clause: each.verdict for each in after.findings}
    for finding in before.findings:
        now = then.get(finding.clause)
        if finding.verdict in SETTLED and now in SETTLED and finding.clause not in COMPLETENESS:
            assert now is finding.verdict, (finding.clause, column.key, finding.because)


@pytest.mark.parametrize("key", KEYS)
@SETTINGS
@given(chance=SEEDS)
def test_a_recommendation_to_deny_rests_on_a_proved_ground(key: str, chance: Random) -> None:
    law = ordinance(key)
    made = evaluate_log(
        law, [application(law, chance, filled=chance.choice([0.5, 0.95]))], office_of(law), as_of=AS_OF
    )[0]
    if made.recommendation.value == "deny_if_confirmed":
        assert any(each.verdict is Verdict.PROVED and each.effect.value == "must_deny" for each in made.findings)
    if made.recommendation.value == "grant":
        assert not made.missing and not made.open_gates
        assert all(each.verdict in (Verdict.CLEAR, Verdict.NOT_APPLICABLE) for each in made.findings)


@pytest.mark.parametrize("key", KEYS)
@SETTINGS
@given(chance=SEEDS)
def test_a_date_to_work_by_is_never_after_the_due_day_nor_that_after_the_outer_limit(key: str, chance: Random) -> None:
    law = ordinance(key)
    made = evaluate_log(
        law, [application(law, chance, filled=chance.choice([0.5, 0.95]))], office_of(law), as_of=AS_OF
    )[0]
    for each in made.deadlines:
        if each.limit is not None:
            assert str(each.due) <= str(each.outer) or each.due == each.outer
            assert each.work_by is None or str(each.work_by) <= str(each.outer)[:10]


@pytest.mark.parametrize("kind", list(Kind))
def test_each_kind_of_fact_is_tried(kind: Kind) -> None:
    assert any(each.kind is kind for each in columns(Application))
