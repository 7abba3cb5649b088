"""Parts that letters have in common: heads, sentences of the ordinance, the permit itself, the signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from permitbook.letters.page import Page

SUBJECT = "Re: {{ subject }}"
CITE_FIRST = "{{% if {0}.cite %}}{{{{ {0}.cite }}}}{{% else %}}•{{% endif %}}"


def letter_head(page: Page) -> None:
    """The day, the addressee, what it is about, and the greeting of a letter to the applicant."""
    page.text("{{ letter_date }}", "Date")
    page.each("line", "addressee", lambda: page.text("{{ line }}", "Address"))
    page.text(SUBJECT, "Subject")
    page.text("Dear {% if applicant_name %}{{ applicant_name }}{% else %}Applicant{% endif %}:")


def memo_head(page: Page) -> None:
    """To, from, date and subject of a memo to someone else."""
    rows = {
        "To": "{{ recipient.told }}"
        "{% if recipient.title and recipient.title not in recipient.told %}, {{ recipient.title }}{% endif %}",
        "From": "{% if official_name %}{{ official_name }}, {% endif %}{{ official_title }}",
        "Date": "{{ letter_date }}",
        "Re": "{{ subject }}",
        "Document": "{{ document_no }}",
    }
    page.pairs(rows)


def practice(page: Page) -> None:
    """Why someone gets a copy whom the ordinance does not name."""
    unasked = "This copy is sent as the office's practice; the ordinance does not ask for it."
    page.text(f"{{% if recipient.says %}}{{{{ recipient.says }}}}{{% else %}}{unasked}{{% endif %}}")


def asked_for(page: Page, what: str) -> None:
    """Why someone gets what the ordinance asks to be sent."""
    page.text(f"You get this {what} under {{{{ recipient.cite }}}}: “{{{{ recipient.says }}}}”")


def cited(name: str) -> str:
    """A citation in brackets, where there is one."""
    return f"{{% if {name}.cite %}} ({{{{ {name}.cite }}}}){{% endif %}}"


def sentences(page: Page, names: str, name: str) -> None:
    """Sentences of the ordinance as running text, each with its citation and how its date was reached."""
    page.each(name, names, lambda: sentence(page, name))


def sentence(page: Page, name: str) -> None:
    """One sentence with its citation and how its date was reached."""
    page.text(f"{{{{ {name}.text }}}}{cited(name)}")
    page.when(f"{name}.reckoning", lambda: page.text(f"{{{{ {name}.reckoning }}}}", "Reckoning"))


def rights(page: Page, heading: str) -> None:
    """The sentences of the ordinance that this kind of letter carries, each behind its citation."""
    page.when("rights", lambda: page.heading(heading))
    page.each("right", "rights", lambda: _right(page))


def _right(page: Page) -> None:
    words = f"{CITE_FIRST.format('right')}\t{{{{ right.text }}}}"
    page.when(
        "right.reckoning or loop.last", lambda: page.text(words, "Right to Keep"), lambda: page.text(words, "Right")
    )
    page.when("right.reckoning", lambda: page.text("{{ right.reckoning }}", "Reckoning of a Right"))


def the_permit(page: Page, *, break_before: bool, signed: bool) -> None:
    """A permit, whole."""
    page.title("{{ permit_name }}", break_before=break_before)
    page.text("No. {{ permit.number }}", "Number")
    page.when("permit.alternate", lambda: page.text("{{ permit.alternate }}", "Number"))
    page.when("amended", lambda: page.text("AMENDED. {{ amended }}", "Number"))
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
        signature(page)
    page.when("duties", lambda: page.heading("Duties and rules that go with this permit"))
    page.each("duty", "duties", lambda: _duty(page))


def _duty(page: Page) -> None:
    page.when(
        "duty.leads",
        lambda: page.text(f"{{{{ duty.text }}}}{cited('duty')}", "Rule Lead-in"),
        lambda: page.text(f"{CITE_FIRST.format('duty')}\t{{{{ duty.text }}}}", "Rule"),
    )


def ground(page: Page) -> None:
    """One ground of a denial; its facts never stand alone on the next page."""
    page.text("{{ loop.index }}.\t{{ ground.cite }}{% if ground.says %}: “{{ ground.says }}”{% endif %}", "Ground")
    page.when("ground.because", lambda: page.text("{{ ground.because }}", "Before the Facts"))
    page.when("ground.determined", lambda: page.text("{{ ground.determined }}", "Before the Facts"))
    page.when("ground.facts", lambda: page.text("Facts: {{ ground.facts }}.", "Under a Ground"))


def alternate(page: Page) -> None:
    """What was offered, and how it is accepted."""
    page.heading("Alternate")
    page.text("Offered {{ alternate.offered_on }}:")
    sentences(page, "alternate.before", "line")
    page.table("item", "alternate.items", "{{ item.label }}", "{{ item.value }}")
    page.text("", "After a Table")
    sentences(page, "alternate.after", "line")


def section(page: Page) -> None:
    """A section of the application as it was given."""
    page.heading("{{ section.name }}")
    page.table("item", "section.items", "{{ item.label }}", "{{ item.value }}")


def signature(page: Page, who: str = "official") -> None:
    """Room to sign, and who signs: the official who decides, or another by the names of a letter.

    One paragraph of several lines, which no page parts.
    """
    name = f"{{% if {who}_name %}}{{{{ {who}_name }}}}\n{{% endif %}}"
    page.text(f"\t\n{name}{{{{ {who}_title }}}}\n{{{{ municipality }}}}", "Signature")
