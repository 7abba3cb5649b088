"""The templates of what an applicant is told before a decision and instead of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from permitbook.letters.parts import letter_head, rights, sentence, sentences, signature

if TYPE_CHECKING:
    from permitbook.letters.page import Page


def receipt(page: Page) -> None:
    """That an application came, and what happens next."""
    letter_head(page)
    page.text("The {{ official }} has received your application ({{ permit_name }}). This is your receipt.")
    page.table("item", "received", "{{ item.label }}", "{{ item.value }}")
    page.text("", "After a Table")
    page.when(
        "is_incomplete",
        lambda: page.text(
            "Something that is asked of the application is still missing; a separate notice lists it. The time at "
            "which the application was received stands."
        ),
    )
    page.heading("What happens next")
    page.when("decision", lambda: sentence(page, "decision"), lambda: _undated(page))
    page.text(
        "{% if not (is_incomplete or came_late) %}You need do nothing more to have the application decided. {% endif %}"
        "Nothing is granted by the passing of time."
    )
    page.when("papers", lambda: _papers(page))
    rights(page, "What the ordinance says")
    signature(page)


def _undated(page: Page) -> None:
    page.text("By when it is decided follows from the date of the event, which is not known yet.")


def _papers(page: Page) -> None:
    page.text("A permit, once it is granted, still waits for:", "Lead-in")
    page.each("paper", "papers", lambda: page.point("{{ paper.label }} ({{ paper.cite }})"))


def deficiency(page: Page) -> None:
    """What an application must still set out, by clause, and until when."""
    letter_head(page)
    page.text(
        "Your application, received {{ received_at }}, does not yet set out everything that is asked. Please give what "
        "is listed here {% if until %}by {{ until }}{% else %}at once{% endif %}, in writing, to the {{ official }}."
    )
    sentences(page, "notices", "notice")
    page.when("missing", lambda: _asked(page, "Missing", "missing"))
    page.when("further", lambda: _asked(page, "Also asked, as the decision turns on it", "further"))
    page.heading("Until when")
    page.when(
        "until",
        lambda: page.text("What comes by {{ until }} is considered."),
        lambda: page.text("What comes before the decision is considered."),
    )
    page.when("decision", lambda: sentence(page, "decision"))
    page.text("The application keeps the time at which it was received.")
    rights(page, "What the ordinance says")
    signature(page)


def _asked(page: Page, heading: str, names: str) -> None:
    page.heading(heading)
    page.table(
        "asked",
        names,
        "{{ asked.label }}",
        "{% if asked.says %}“{{ asked.says }}”{% endif %}",
        "{{ asked.cite }}",
    )
    page.text("", "After a Table")


def police(page: Page) -> None:
    """That additional police is necessary, what it may cost, and the undertaking to repay it."""
    letter_head(page)
    sentences(page, "notices", "notice")
    page.table("item", "rests_on", "{{ item.label }}", "{{ item.value }}")
    page.heading("Estimate")
    page.table("item", "estimate", "{{ item.label }}", "{{ item.value }}")
    page.text("", "After a Table")
    page.text("Please sign the undertaking and return it {% if until %}by {{ until }}{% else %}at once{% endif %}.")
    rights(page, "What the ordinance says")
    signature(page)
    page.title("Undertaking", break_before=True)
    page.text("To the {{ official }} of the {{ municipality }}. {{ subject }}")
    page.text(
        "I undertake to reimburse the {{ municipality }} for the actual cost of the additional police protection "
        "necessary for this event, from its records after the event. I have seen the estimate in document "
        "{{ document_no }}; it is an estimate and no limit."
    )
    page.text("Signed \t  Date \t", "Signature Line")
    page.text("{% if applicant_name %}{{ applicant_name }}{% else %}{{ organization_name }}{% endif %}")


def withdrawal(page: Page) -> None:
    """That an application is withdrawn."""
    letter_head(page)
    page.text(
        "Your application{% if received_on %}, received {{ received_on }},{% endif %} was withdrawn on "
        "{{ withdrawn_on }}. This letter confirms it."
    )
    page.text(
        "It will not be decided, and no permit will be issued on it. Its date, time and place are no longer held "
        "against other applications."
    )
    page.text("You may apply again. A new application counts from its own receipt.")
    rights(page, "What the ordinance says")
    signature(page)


def held(page: Page) -> None:
    """That a permit is granted and waits for papers."""
    letter_head(page)
    page.text(
        "The permit for application {{ application_no }} is not issued yet: it waits for what is listed here. "
        "{{ granted }}"
    )
    page.heading("What it waits for")
    page.each("paper", "papers", lambda: page.point("{{ paper.label }} ({{ paper.cite }})"))
    page.when("fee", lambda: page.text("Fee: {{ fee }}"))
    page.text(
        "The permit is issued as soon as everything is there."
        "{% if begins %} It must be issued before the event, which begins {{ begins }}.{% endif %} This is no denial."
    )
    rights(page, "What the ordinance says")
    signature(page)
