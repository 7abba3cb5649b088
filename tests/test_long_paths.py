"""Applications taken their longest ways, at the command line, on real workbooks, with time moving on."""

from pathlib import Path

import pytest

from permitbook.history import broken_at
from permitbook.letters.names import folder_name
from tests.clerk import Heard, run
from tests.later_books import record, sent
from tests.letter_books import book, read
from tests.long_paths import PATHS, Step
from tests.test_letters import text


def _commanded(workbook: Path, number: str, step: Step) -> Heard:
    command, *kind = step.command
    return run(command, workbook, *kind, number, "--as-of", f"{step.at:%Y-%m-%dT%H:%M}", "--json")


def _checked(workbook: Path, number: str, step: Step) -> dict[str, object]:
    heard = run("check", workbook, "--as-of", f"{step.at:%Y-%m-%dT%H:%M}", "--json")
    assert heard.status == 0, heard.err + str(heard.json["problems"])
    found: dict[str, object] = next(each for each in heard.json["applications"] if each["application_no"] == number)
    return found


@pytest.mark.parametrize("name", PATHS)
def test_an_application_is_taken_to_its_end(name: str, tmp_path: Path) -> None:
    way = PATHS[name]
    number = way.application.application_no or ""
    workbook = book(tmp_path, way.key, [*way.others, way.application], way.findings, Meetings=way.meetings)
    folder = workbook.with_name(f"{workbook.stem} letters") / folder_name(number)
    kept: dict[str, bytes] = {}
    for place, step in enumerate(way.steps, 1):
        record(workbook, number, step.answers, **step.facts)
        if step.sends:
            sent(workbook, step.at.date())
        if step.command:
            heard = _commanded(workbook, number, step)
            outcome = heard.json["applications"][0]
            if step.refused:
                assert heard.status == 1, f"step {place}"
                assert all(any(words in each for each in outcome["reasons"]) for words in step.refused), outcome
            else:
                assert heard.status == 0, f"step {place}: {outcome['reasons']} {heard.json['problems']}"
                documents = outcome["documents"]
                assert tuple(dict.fromkeys(each["kind"] for each in documents)) == step.makes
                letters = "".join(text((folder / each["file"]).read_bytes()) for each in documents)
                assert [words for words in step.says if words not in letters] == [], f"step {place}"
                again = _commanded(workbook, number, step)
                assert not again.json["applications"][0]["changed"], f"step {place}, made twice"
        stands = _checked(workbook, number, step)
        told = (stands["next"] or {}).get("what") if isinstance(stands["next"], dict) else None
        assert (stands["status"], _begins(told, step.next)) == (step.status, step.next), f"step {place}"
        now = {each.name: each.read_bytes() for each in folder.iterdir()} if folder.exists() else {}
        assert {each: now.get(each) for each in kept} == kept, f"step {place}: a letter was lost or changed"
        kept = now
    desk = read(workbook, way.steps[-1].at).desk
    assert broken_at(desk.history) == []
    assert {row.file for _, row in desk.register if row.file and row.application_no == number} == set(kept)


def _begins(told: str | None, expected: str | None) -> str | None:
    """What is expected where it begins what is told, else all that is told."""
    return expected if expected and told and told.startswith(expected) else told
