"""The templates of what an official decides: the permit and its copies, a denial, a referral."""

from __future__ import annotations

from typing import TYPE_CHECKING

from permitbook.letters.parts import (
    alternate,
    asked_for,
    ground,
    letter_head,
    memo_head,
    practice,
    rights,
    section,
    sentences,
    signature,
    the_permit,
)

if TYPE_CHECKING:
    from permitbook.letters.page import Page


def permit(page: Page) -> None:
    """The permit."""
    the_permit(page, break_before=False, signed=True)


def permit_copy(page: Page) -> None:
    """A cover memo, and behind it the permits."""
    page.title("Copy of {% if permits|length > 1 %}Permits{% else %}a Permit{% endif %}")
    memo_head(page)
    page.text(
        "Attached is a copy of {% for permit in permits %}{{ permit_name }} {{ permit.number }} for {{ permit.days }}"
        "{% if not loop.last %}; {% endif %}{% endfor %}, issued {{ issued_on }} to {{ applicant_name }}."
    )
    page.when("recipient.practice", lambda: practice(page), lambda: asked_for(page, "copy of the permit"))
    sentences(page, "rights", "right")
    page.heading("Copies go to")
    why = "{% if copy.practice %}practice{% else %}{{ copy.cite }}{% endif %}"
    page.each("copy", "copies", lambda: page.point(f"{{{{ copy.told }}}} ({why})"))
    page.each("nobody", "none_affected", lambda: page.point("{{ nobody.told }} ({{ nobody.cite }})"))
    signature(page)
    page.each("permit", "permits", lambda: the_permit(page, break_before=True, signed=False))


def denial(page: Page) -> None:
    """A denial, with its grounds and the applicant's rights."""
    letter_head(page)
    page.text(
        "The {{ official }} has denied application {{ application_no }}, received {{ received_at }}. "
        "{{ acted_by }} took this action on {{ decided_on }}."
    )
    sentences(page, "notices", "notice")
    page.heading("Reasons")
    page.each("ground", "grounds", lambda: ground(page))
    page.when("alternate", lambda: alternate(page))
    rights(page, "Notice and your rights")
    signature(page)


def referral(page: Page) -> None:
    """A copy of the application with a memo, and the form for an answer."""
    page.title("Copy of an Application")
    memo_head(page)
    page.text("Application {{ application_no }} was received {{ received_at }}. A copy of what it sets out follows.")
    page.when("recipient.practice", lambda: practice(page), lambda: asked_for(page, "copy of the application"))
    sentences(page, "rights", "right")
    page.when(
        "reply_by",
        lambda: page.text(
            "Please answer by {{ reply_by }}, on the form at the end or in your own words. The day is a courtesy: "
            "silence is taken neither for consent nor for objection."
        ),
    )
    signature(page)
    page.each("section", "sections", lambda: section(page))
    page.when("not_given", lambda: page.heading("Not given yet"))
    page.each("missing", "not_given", lambda: page.point("{{ missing.label }} ({{ missing.cite }})"))
    _reply(page)


def _reply(page: Page) -> None:
    page.title("Answer", break_before=True)
    page.text("To the {{ official }}. {{ subject }}")
    page.text("From: {{ recipient.told }}")
    page.text("Facts known to your department that bear on what must be determined; nothing else is asked.")
    page.form("question", "questions", "{{ question.text }}", "{{ question.cite }}", "Facts, and from where")
    page.text("Other facts on date, time, route, streets, equipment or services:", "Lead-in")
    page.blanks(3)
    page.text("Signed \t  Date \t", "Signature Line")
