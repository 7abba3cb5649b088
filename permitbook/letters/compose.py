"""The letter templates as they are shipped, composed by code; `python -m permitbook.letters.compose` writes them.

Run it after changing a template here, and look at the letters. A clerk edits the copies beside the workbook in Word.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from permitbook.letters import compose_acts, compose_board, compose_event, compose_intake
from permitbook.letters.page import Page
from permitbook.letters.templates import shipped_templates
from permitbook.rawzip import pack, package_bytes, read_package

TEMPLATES: dict[str, Callable[[Page], None]] = {
    "permit.docx": compose_acts.permit,
    "permit_copy.docx": compose_acts.permit_copy,
    "denial.docx": compose_acts.denial,
    "referral.docx": compose_acts.referral,
    "offer.docx": compose_acts.offer,
    "revocation.docx": compose_acts.revocation,
    "revocation_copy.docx": compose_acts.revocation_copy,
    "surety.docx": compose_acts.surety,
    "receipt.docx": compose_intake.receipt,
    "deficiency.docx": compose_intake.deficiency,
    "police.docx": compose_intake.police,
    "withdrawal.docx": compose_intake.withdrawal,
    "held_for_papers.docx": compose_intake.held,
    "pocket_copy.docx": compose_event.pocket_copy,
    "handout.docx": compose_event.handout,
    "posting.docx": compose_event.posting,
    "appeal_notice.docx": compose_board.appeal_notice,
    "meeting_notice.docx": compose_board.meeting_notice,
    "board_decision.docx": compose_board.board_decision,
    "change_notice.docx": compose_event.change_notice,
    "void_notice.docx": compose_event.void_notice,
    "invoice.docx": compose_event.invoice,
}
"""The templates by their file names."""


def composed() -> dict[str, bytes]:
    """Each template by its file name; the same bytes on every run."""
    return {name: _made(compose) for name, compose in TEMPLATES.items()}


def _made(compose: Callable[[Page], None]) -> bytes:
    page = Page()
    compose(page)
    out = BytesIO()
    page.save(out)
    members = read_package(out.getvalue())
    return package_bytes(pack(name, member.read()) for name, member in sorted(members.items()))


def contents(package: bytes) -> dict[str, bytes]:
    """The parts of a template, unpacked: what two templates are compared by."""
    return {name: member.read() for name, member in read_package(package).items()}


def write_templates(folder: Path) -> None:
    """Writes the templates whose contents have changed."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, package in composed().items():
        path = folder / name
        if not path.exists() or contents(path.read_bytes()) != contents(package):
            path.write_bytes(package)


if __name__ == "__main__":
    write_templates(shipped_templates())
