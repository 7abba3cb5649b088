"""The letter templates as they are shipped, composed by code; `python -m permitbook.letters.compose` writes them.

Run it after changing a template here, and look at the letters. A clerk edits the copies beside the workbook in Word.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from permitbook.letters.page import Page
from permitbook.letters.templates import shipped_templates
from permitbook.rawzip import pack, package_bytes, read_package

SUBJECT = "Re: {{ subject }}"
CITE_FIRST = "{{% if {0}.cite %}}{{{{ {0}.cite }}}}{{% else %}}•{{% endif %}}"


def permit(page: Page) -> None:
    """The permit."""
    _permit(page, break_before=False, signed=True)


def permit_copy(page: Page) -> None:
    """A cover memo, and behind it the permits."""
    page.title("Copy of {% if permits|length > 1 %}Permits{% else %}a Permit{% endif %}")
    _memo_head(page)
    page.text(
        "Attached is a copy of {% for permit in permits %}{{ permit_name }} {{ permit.number }} for {{ permit.days }}"
        "{% if not loop.last %}; {% endif %}{% endfor %}, issued {{ issued_on }} to {{ applicant_name }}."
    )
    page.when("recipient.practice", lambda: _practice(page), lambda: _asked_for(page, "copy of the permit"))
    _sentences(page, "rights", "right")
    page.heading("Copies go to")
    why = "{% if copy.practice %}practice{% else %}{{ copy.cite }}{% endif %}"
    page.each("copy", "copies", lambda: page.point(f"{{{{ copy.told }}}} ({why})"))
    page.each("nobody", "none_affected", lambda: page.point("{{ nobody.told }} ({{ nobody.cite }})"))
    _signature(page)
    page.each("permit", "permits", lambda: _permit(page, break_before=True, signed=False))


def denial(page: Page) -> None:
    """A denial, with its grounds and the applicant's rights."""
    _letter_head(page)
    page.text(
        "The {{ official }} has denied application {{ application_no }}, received {{ received_at }}. "
        "{{ acted_by }} took this action on {{ decided_on }}."
    )
    _sentences(page, "notices", "notice")
    page.heading("Reasons")
    page.each("ground", "grounds", lambda: _ground(page))
    page.when("alternate", lambda: _alternate(page))
    page.when("rights", lambda: page.heading("Notice and your rights"))
    page.each("right", "rights", lambda: page.text(f"{CITE_FIRST.format('right')}\t{{{{ right.text }}}}", "Right"))
    _signature(page)


def referral(page: Page) -> None:
    """A copy of the application with a memo, and the form for an answer."""
    page.title("Copy of an Application")
    _memo_head(page)
    page.text("Application {{ application_no }} was received {{ received_at }}. A copy of what it sets out follows.")
    page.when("recipient.practice", lambda: _practice(page), lambda: _asked_for(page, "copy of the application"))
    _sentences(page, "rights", "right")
    page.when(
        "reply_by",
        lambda: page.text(
            "Please answer by {{ reply_by }}, on the form at the end or in your own words. The day is a courtesy: "
            "silence is taken neither for consent nor for objection."
        ),
    )
    _signature(page)
    page.each("section", "sections", lambda: _section(page))
    page.when("not_given", lambda: page.heading("Not given yet"))
    page.each("missing", "not_given", lambda: page.point("{{ missing.label }} ({{ missing.cite }})"))
    _reply(page)


TEMPLATES: dict[str, Callable[[Page], None]] = {
    "permit.docx": permit,
    "permit_copy.docx": permit_copy,
    "denial.docx": denial,
    "referral.docx": referral,
}
"""The templates by their file names."""


def _letter_head(page: Page) -> None:
    page.text("{{ letter_date }}", "Date")
    page.each("line", "addressee", lambda: page.text("{{ line }}", "Address"))
    page.text(SUBJECT, "Subject")
    page.text("Dear {% if applicant_name %}{{ applicant_name }}{% else %}Applicant{% endif %}:")


def _memo_head(page: Page) -> None:
    rows = {
        "To": "{{ recipient.told }}"
        "{% if recipient.title and recipient.title not in recipient.told %}, {{ recipient.title }}{% endif %}",
        "From": "{% if official_name %}{{ official_name }}, {% endif %}{{ official_title }}",
        "Date": "{{ letter_date }}",
        "Re": "{{ subject }}",
        "Document": "{{ document_no }}",
    }
    page.pairs(rows)


def _practice(page: Page) -> None:
    unasked = "This copy is sent as the office's practice; the ordinance does not ask for it."
    page.text(f"{{% if recipient.says %}}{{{{ recipient.says }}}}{{% else %}}{unasked}{{% endif %}}")


def _asked_for(page: Page, what: str) -> None:
    page.text(f"You get this {what} under {{{{ recipient.cite }}}}: “{{{{ recipient.says }}}}”")


def _cited(name: str) -> str:
    """A citation in brackets, where there is one."""
    return f"{{% if {name}.cite %}} ({{{{ {name}.cite }}}}){{% endif %}}"


def _sentences(page: Page, names: str, name: str) -> None:
    page.each(name, names, lambda: page.text(f"{{{{ {name}.text }}}}{_cited(name)}"))


def _permit(page: Page, *, break_before: bool, signed: bool) -> None:
    page.title("{{ permit_name }}", break_before=break_before)
    page.text("No. {{ permit.number }}", "Number")
    page.when("permit.alternate", lambda: page.text("ALTERNATE PERMIT", "Number"))
    page.text(
        "The {{ official }} of the {{ municipality }} permits the event described here. {{ granted }} "
        "Issued {{ issued_on }}."
    )
    page.table("item", "permit.particulars", "{{ item.label }}", "{{ item.value }}")
    page.heading("This permit states")
    page.table("item", "permit.statements", "{{ item.label }}", "{{ item.value }}", "{{ item.cite }}")
    page.when(
        "permit.conditions",
        lambda: page.heading("Conditions{% if permit.conditions_cite %} ({{ permit.conditions_cite }}){% endif %}"),
    )
    page.each("condition", "permit.conditions", lambda: page.point("{{ condition }}", number="{{ loop.index }}."))
    if signed:
        _signature(page)
    page.when("duties", lambda: page.heading("Duties and rules that go with this permit"))
    page.each("duty", "duties", lambda: _duty(page))


def _duty(page: Page) -> None:
    page.when(
        "duty.leads",
        lambda: page.text(f"{{{{ duty.text }}}}{_cited('duty')}", "Rule Lead-in"),
        lambda: page.text(f"{CITE_FIRST.format('duty')}\t{{{{ duty.text }}}}", "Rule"),
    )


def _ground(page: Page) -> None:
    page.text("{{ loop.index }}.\t{{ ground.cite }}{% if ground.says %}: “{{ ground.says }}”{% endif %}", "Ground")
    page.when("ground.because", lambda: page.text("{{ ground.because }}", "Under a Ground"))
    page.when("ground.determined", lambda: page.text("{{ ground.determined }}", "Under a Ground"))
    page.when("ground.facts", lambda: page.text("Facts: {{ ground.facts }}.", "Under a Ground"))


def _alternate(page: Page) -> None:
    page.heading("Alternate")
    page.text("Offered {{ alternate.offered_on }}:")
    _sentences(page, "alternate.before", "line")
    page.table("item", "alternate.items", "{{ item.label }}", "{{ item.value }}")
    page.text("", "After a Table")
    _sentences(page, "alternate.after", "line")


def _section(page: Page) -> None:
    page.heading("{{ section.name }}")
    page.table("item", "section.items", "{{ item.label }}", "{{ item.value }}")


def _reply(page: Page) -> None:
    page.title("Answer", break_before=True)
    page.text("To the {{ official }}. {{ subject }}")
    page.text("From: {{ recipient.told }}")
    page.text("Facts known to your department that bear on what must be determined; nothing else is asked.")
    page.form("question", "questions", "{{ question.text }}", "{{ question.cite }}", "Facts, and from where")
    page.text("Other facts on date, time, route, streets, equipment or services:", "Lead-in")
    page.blanks(3)
    page.text("Signed \t  Date \t", "Signature Line")


def _signature(page: Page) -> None:
    page.text("\t", "Signature Space")
    page.when("official_name", lambda: page.text("{{ official_name }}", "Signature"))
    page.text("{{ official_title }}", "Signature")
    page.text("{{ municipality }}", "Signature End")


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
