"""The templates of what goes with a permit and the event: copies to carry and to hand out, signs, changes, costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from permitbook.letters.parts import CITE_FIRST, letter_head, memo_head, rights, sentences, signature

if TYPE_CHECKING:
    from permitbook.letters.page import Page


def pocket_copy(page: Page) -> None:
    """A permit in short, to be carried."""
    page.title("Pocket Copy")
    page.text("{{ permit_name }} No. {{ permit.number }}", "Number")
    page.when("permit.alternate", lambda: page.text("{{ permit.alternate }}", "Number"))
    page.when("amended", lambda: page.text("AMENDED. {{ amended }}", "Number"))
    sentences(page, "rights", "right")
    page.table("item", "permit.particulars", "{{ item.label }}", "{{ item.value }}", small=True)
    page.table("item", "permit.statements", "{{ item.label }}", "{{ item.value }}", small=True)
    page.when("permit.conditions", lambda: page.heading("Conditions"))
    page.each("condition", "permit.conditions", lambda: page.point("{{ condition }}", number="{{ loop.index }}."))
    page.text("", "After a Table")
    page.text("Issued {{ issued_on }} by the {{ official }} of the {{ municipality }}.")


def handout(page: Page) -> None:
    """The terms of a permit, for all who take part."""
    page.title("To All Participants")
    page.text(
        "{% if event_name %}{{ event_name }}: {% endif %}the {{ official }} of the {{ municipality }} has permitted "
        "this event. These are the terms of the permit. Please keep to them."
    )
    page.each("permit", "terms", lambda: _terms(page))
    page.when("rights", lambda: page.heading("What the law asks of everyone"))
    page.each("right", "rights", lambda: _rule(page))


def _terms(page: Page) -> None:
    page.heading("{{ permit_name }} {{ permit.number }}")
    page.table("item", "permit.items", "{{ item.label }}", "{{ item.value }}", small=True)
    page.when("permit.conditions", lambda: page.text("Conditions:", "Lead-in"))
    page.each("condition", "permit.conditions", lambda: page.point("{{ condition }}", number="{{ loop.index }}."))


def _rule(page: Page) -> None:
    page.when(
        "right.leads",
        lambda: page.text("{{ right.text }}", "Rule Lead-in"),
        lambda: page.text(f"{CITE_FIRST.format('right')}\t{{{{ right.text }}}}", "Rule"),
    )


def posting(page: Page) -> None:
    """The list of the places where signs are posted, with room for the time of each."""
    page.title("Parking Signs to Be Posted")
    rows = {
        "To": "{{ recipient.told }}",
        "Date": "{{ letter_date }}",
        "Re": "{{ subject }}",
        "No parking": "{{ posting.days }}: {{ posting.hours }}",
        "Document": "{{ document_no }}",
    }
    page.pairs(rows)
    page.when(
        "posting.post_by and posting.begins",
        lambda: page.text("Post them by {{ posting.post_by }}; the event begins {{ posting.begins }}."),
    )
    sentences(page, "notices", "notice")
    sentences(page, "rights", "right")
    page.grid(
        ("Street", "Block", "Spaces", "Posted (day, hour)", "By"),
        "block",
        "posting.blocks",
        ("{{ block.street }}", "{{ block.where }}", "{% if block.spaces %}{{ block.spaces }}{% endif %}", "", ""),
        (0.2, 0.32, 0.1, 0.22, 0.16),
    )
    page.text("Posted by \t  Date \t", "Signature Line")


def change_notice(page: Page) -> None:
    """To all who had a permit or a copy: the event was called off or put off."""
    page.title("{% if change == 'cancelled' %}Event Cancelled{% else %}Event Postponed{% endif %}")
    memo_head(page)
    page.text(
        "The event of {{ event_days }} is {{ change }}: the applicant told the {{ official }} so on "
        "{{ event_change_on }}. "
        "{% if permit_numbers %}It is permitted no longer under {{ permit_name }} {{ permit_numbers }}.{% endif %}"
    )
    page.when(
        "change == 'postponed'",
        lambda: page.text("A new date is held against the ordinance anew; a permit for it goes to all who get this."),
    )
    page.when(
        "signs",
        lambda: page.text("The parking signs for it are taken down: {{ signs }}."),
    )
    _all_told(page)


def void_notice(page: Page) -> None:
    """To all who had a permit or a copy: its number is void."""
    page.title("Permit Void")
    memo_head(page)
    page.text(
        "No event may be held under {{ permit_name }} {{ permit_numbers }}, issued {{ issued_on }}, which is void. A "
        "void number is never given again."
    )
    page.text("The reason: {{ void_because }}")
    page.text("Please do not rely on the permit or on any copy of it.")
    _all_told(page)


def _all_told(page: Page) -> None:
    page.text(
        "You get this because you had the permit or a copy of it. It is sent as the office's practice; the ordinance "
        "does not ask for it."
    )
    page.heading("This goes to")
    page.each("copy", "copies", lambda: page.point("{{ copy.told }}"))
    signature(page)


def invoice(page: Page) -> None:
    """What an event cost and what is owed of it, to the permittee."""
    letter_head(page)
    page.text(
        "The event of {{ event_days }} under {{ permit_name }} {{ permit_no }} is over. This is what it cost the "
        "{{ municipality }}, from its records."
    )
    page.table("item", "cost.items", "{{ item.label }}", "{{ item.value }}")
    page.text("", "After a Table")
    page.text("Owed: {{ cost.owed }}", "Number")
    rights(page, "The law")
    signature(page)
