"""Check, explain, the history's check, and the doctor."""

import argparse
from collections.abc import Iterator, Sequence
from datetime import datetime
from string import ascii_uppercase

from permitbook.assessment import Assessment, Deadline, Finding
from permitbook.checking import Checked, assess_desk
from permitbook.checking import check as check_book
from permitbook.commands.saying import is_boxed, say_document, say_json, say_problems, say_table, status_of
from permitbook.commands.watching import watched
from permitbook.desk import APPLICATIONS, now_in, open_desk
from permitbook.errors import NeedsUser, Problem
from permitbook.history import broken_at
from permitbook.reckoning import show
from permitbook.report import application_report, plain, problem_report
from permitbook.results import RECOMMENDED, Assessed, in_words, today_rows
from permitbook.verdict import Verdict
from permitbook.workbook.opened import opened

NEEDED = {
    True: "A permit is required.",
    False: "No permit is required.",
    None: "Whether a permit is required is open.",
}


def check(asked: argparse.Namespace) -> int:
    """Checks a workbook and says what is due."""
    with watched():
        checked = check_book(asked.book, asked.as_of, dry_run=asked.dry_run)
    assessed, problems = checked.assessed, checked.problems
    if asked.only:
        assessed = _asked_for(checked, asked.only)
        problems = [each for each in problems if _concerns(each, assessed)]
    if asked.json:
        say_document(
            {"ordinance": checked.desk.law.key, "as_of": plain(checked.as_of)},
            {
                "problems": map(problem_report, problems),
                "applications": (application_report(each.logged.row, each.assessment) for each in assessed),
            },
        )
    else:
        _say_checked(checked, assessed, asked)
    say_problems(problems)
    return status_of(problems)


def _asked_for(checked: Checked, names: Sequence[str]) -> list[Assessed]:
    """The applications of these numbers, or of rows given as `row 7`. Raises NeedsUser for one that is not there."""
    by_name = {f"row {each.logged.row}": each for each in checked.assessed}
    by_name |= {each.logged.number.casefold(): each for each in checked.assessed}
    aside = {name for each in checked.desk.set_aside for name in (f"row {each.row}", each.number.casefold())}
    wanted = [each.strip().casefold() for each in names]
    lacking = [name for name, folded in zip(names, wanted, strict=True) if folded not in by_name]
    shared = [each for each in lacking if each.strip().casefold() in aside]
    if shared:
        raise NeedsUser(f"Two rows share the number {'; '.join(shared)}, so neither is evaluated; give each its own.")
    if lacking:
        raise NeedsUser(f"The log holds no application {'; '.join(lacking)}.")
    return list({by_name[each].logged.row: by_name[each] for each in wanted}.values())


def _concerns(problem: Problem, assessed: Sequence[Assessed]) -> bool:
    """A problem of one of these applications or their rows."""
    numbers = {each.logged.number.casefold() for each in assessed}
    rows = {str(each.logged.row) for each in assessed}
    in_row = problem.sheet == APPLICATIONS and problem.cell.lstrip(ascii_uppercase) in rows
    return in_row or (problem.application_no or "").casefold() in numbers


def _say_checked(checked: Checked, assessed: Sequence[Assessed], asked: argparse.Namespace) -> None:
    if asked.only or not is_boxed():
        say_table(
            ("Application", "Status", "Recommendation", "Next", "By"),
            [
                (
                    each.assessment.application_no,
                    each.assessment.status.value,
                    RECOMMENDED[each.assessment.recommendation],
                    each.assessment.next.what if each.assessment.next else "",
                    show(each.assessment.next.by) if each.assessment.next and each.assessment.next.by else "",
                )
                for each in assessed
            ],
        )
    due = len(today_rows(checked.assessed))
    done = "written; save the workbook to keep it" if is_boxed() else "written"
    written = "nothing written" if asked.dry_run else done if checked.changed else "nothing changed"
    many, open_duties = len(checked.assessed), "1 duty" if due == 1 else f"{due} duties"
    print(f"{many} application{'' if many == 1 else 's'} as of {show(checked.as_of)}; {open_duties} open; {written}.")


def explain(asked: argparse.Namespace) -> int:
    """Prints the full account of one application, or of one of its clauses."""
    book = opened(asked.book)
    checked = assess_desk(open_desk(book.read), asked.as_of)
    logged = checked.desk.wanted(asked.application, book.path.name)
    found = next(each for each in checked.assessed if each.logged is logged)
    it = found.assessment
    if asked.json:
        say_json(application_report(found.logged.row, it))
        return 0
    lines = list(_clause_account(it, asked.clause) if asked.clause else _account(it, checked.as_of))
    if not lines:
        raise NeedsUser(f"{asked.clause} is no finding, deadline or missing item of {it.application_no}.")
    print("\n".join(lines))
    return 0


def _account(it: Assessment, as_of: datetime) -> Iterator[str]:
    yield f"{it.application_no} as of {show(as_of)}: {it.status.value}; {RECOMMENDED[it.recommendation].lower()}."
    yield NEEDED[it.permit_required]
    if it.next:
        yield f"Next: {it.next.what} ({it.next.who}){f', by {show(it.next.by)}' if it.next.by else ''}."
    if is_boxed() and it.missing:
        yield f"Missing: {in_words(each.field for each in it.missing)}."
    for missing in () if is_boxed() else it.missing:
        yield f"Missing: {in_words([missing.field])} ({missing.clause})."
    for finding in it.findings:
        if not is_boxed() or finding.verdict not in (Verdict.CLEAR, Verdict.NOT_APPLICABLE):
            yield from _finding(finding)
    for deadline in it.deadlines:
        if not is_boxed() or deadline.is_open:
            yield from _deadline(deadline)
    for conflict in it.conflicts:
        shared = "; ".join(conflict.shared)
        yield f"Conflict with {conflict.with_no} ({conflict.level.value}, {conflict.priority}): {shared}."
    if it.neighbours.count:
        yield f"At the same time elsewhere: {it.neighbours.count} ({', '.join(it.neighbours.nearest)})."
    yield f"Fee: {it.fee.because}" if it.fee.due is None else f"Fee: ${it.fee.due:,.2f}. {it.fee.because}"
    for gate in it.open_gates:
        yield f"Awaited before issue: {gate.what} ({gate.clause})."
    for note in it.notes:
        yield f"Note ({note.clause}): {note.text}"
    if is_boxed():
        yield "Open form shows the whole of it."


def _clause_account(it: Assessment, clause: str) -> Iterator[str]:
    wanted = clause.casefold()
    for missing in it.missing:
        if missing.clause.casefold() == wanted:
            yield f"Missing: {in_words([missing.field])} ({missing.clause})."
    for finding in it.findings:
        if finding.clause.casefold() == wanted:
            yield from _finding(finding)
    for deadline in it.deadlines:
        if deadline.clause.casefold() == wanted:
            yield from _deadline(deadline)


def _finding(it: Finding) -> Iterator[str]:
    wait = f" Needs {in_words(it.needs)}." if it.needs else f" {it.question}" if it.question else ""
    if is_boxed():
        yield f"{it.cite}: {it.verdict.value.replace('_', ' ')}. {it.because}{wait}"
    else:
        yield f"{it.clause} ({it.cite}, {it.effect.value}): {it.verdict.value}. {it.because}{wait}"


def _deadline(it: Deadline) -> Iterator[str]:
    if it.due is None:
        yield f"{it.clause} {it.what} ({it.who}): not yet."
        return
    work = f", work to {show(it.work_by)}" if it.work_by else ""
    outer = f", outer limit {show(it.outer)}" if it.outer and it.outer != it.due else ""
    yield f"{it.clause} {it.what} ({it.who}): due {show(it.due)}{work}{outer}; {it.state.value}."
    for step in () if is_boxed() else it.steps:
        yield f"    {step}"


def verify_log(asked: argparse.Namespace) -> int:
    """Says whether the history stands as it was written."""
    history = open_desk(opened(asked.book).read).history
    broken = broken_at(history)
    if asked.json:
        say_json({"entries": len(history), "changed": [history[each].no for each in broken]})
    elif broken:
        told = ", ".join(str(history[each].no or each + 1) for each in broken)
        print(f"The Log was changed: entry {told} does not fit the one before it.")
    else:
        print(f"The Log stands as it was written: {len(history)} entries.")
    return int(bool(broken))


def doctor(asked: argparse.Namespace) -> int:
    """Says what works here and what needs someone."""
    from permitbook.doctor.book import signs_of_file
    from permitbook.doctor.machine import signs_of_machine
    from permitbook.doctor.office import signs_of_office

    signs = list(signs_of_machine())
    if asked.book:
        book = opened(asked.book)
        desk = open_desk(book.read)
        signs += [*signs_of_file(book.path, book.read)]
        signs += signs_of_office(desk, (asked.as_of or now_in(desk.law.zone)).date())
    ill = [each for each in signs if not each.well and not each.optional]
    if asked.json:
        say_json([{"what": s.what, "well": s.well, "told": s.told, "optional": s.optional} for s in signs])
        return int(bool(ill))
    for each in signs:
        mark = "ok" if each.well else "--" if each.optional else "!!"
        print(f"{mark}  {each.what}: {each.told}")
    print(f"{len(ill)} need{'s' if len(ill) == 1 else ''} you." if ill else "All is well.")
    return int(bool(ill))
