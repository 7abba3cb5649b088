"""The templates of what comes before the board: an appeal with its file, a special meeting, the decision."""

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
)

if TYPE_CHECKING:
    from permitbook.letters.page import Page

TO_BE_FILLED_IN = "____________________"


def appeal_notice(page: Page) -> None:
    """The notice of an appeal, with the account of the file."""
    page.title("{% if appeal.filed %}Notice of an Appeal{% else %}A Rejected Application{% endif %}")
    memo_head(page)
    page.text(
        "The {{ official }} denied application {{ application_no }} of {{ applicant_name or organization_name }} on "
        "{{ decided_on }}. {% if appeal.filed %}An appeal was filed. {% endif %}The account of the file follows."
    )
    page.when("recipient.practice", lambda: practice(page), lambda: _why_told(page))
    sentences(page, "rights", "right")
    page.when("appeal.filed", lambda: _filed(page))
    page.heading("Grounds of the denial")
    page.each("ground", "grounds", lambda: ground(page))
    page.when("alternate", lambda: alternate(page))
    page.heading("What was done")
    page.table("item", "appeal.history", "{{ item.label }}", "{{ item.value }}")
    signature(page)
    page.title("The Application", break_before=True)
    page.text("{{ subject }}")
    page.each("section", "sections", lambda: section(page))


def _why_told(page: Page) -> None:
    page.when(
        "appeal.filed",
        lambda: asked_for(page, "notice"),
        lambda: page.text("It comes before the {{ board }} because it was rejected; no appeal is needed for that."),
    )


def _filed(page: Page) -> None:
    page.heading("The appeal")
    page.table("item", "appeal.filed", "{{ item.label }}", "{{ item.value }}")
    page.text("", "After a Table")
    page.when("appeal.in_time", lambda: page.text("{{ appeal.in_time }}"))
    page.when("appeal.reckoning", lambda: page.text("{{ appeal.reckoning }}", "Reckoning"))


def meeting_notice(page: Page) -> None:
    """A memo that calls for a special meeting, and the drafts of its two notices."""
    page.title("Special Meeting of the {{ board }}")
    memo_head(page)
    page.text(
        "{{ meeting.about }} comes before the {{ board }}. {% if meeting.day %}A meeting of it is listed in time, on "
        "{{ meeting.day }}{% if meeting.hour %}, {{ meeting.hour }}{% endif %}: if that is a regular one, this goes on "
        "its agenda, and no special meeting need be called. For a special one, drafts{% else %}Please call a special "
        "meeting today. Drafts{% endif %} of both notices follow: to the members, and to the public."
    )
    asked_for(page, "memo")
    page.heading("The time there is")
    sentences(page, "rights", "right")
    signature(page)
    _notice(page, "Notice to the Members", "To each member of the {{ board }} of the {{ municipality }}:")
    page.text("Given in writing under Town Law § 62(2).")
    _called(page)
    _notice(page, "Notice to the Public", "To the news media, and to be posted in public:")
    page.text("Given under Public Officers Law § 104. The meeting is open to the public.")
    _called(page)


def _notice(page: Page, name: str, to: str) -> None:
    page.title(f"Draft: {name}", break_before=True)
    page.text(to)
    page.text("The {{ board }} of the {{ municipality }} holds a special meeting.")
    page.pairs(
        {
            "Day": f"{{% if meeting.day %}}{{{{ meeting.day }}}}{{% else %}}{TO_BE_FILLED_IN}{{% endif %}}",
            "Hour": f"{{% if meeting.hour %}}{{{{ meeting.hour }}}}{{% else %}}{TO_BE_FILLED_IN}{{% endif %}}",
            "Place": TO_BE_FILLED_IN,
            "Business": "{{ meeting.about }}",
        }
    )


def _called(page: Page) -> None:
    page.text("\t\n{{ recipient.role }}\n{{ municipality }}", "Signature")


def board_decision(page: Page) -> None:
    """The decision on an appeal, to the applicant."""
    letter_head(page)
    page.text("On {{ decision.on }} the {{ decision.by }} {{ decision.outcome }}.")
    page.when("decision.conditions", lambda: page.heading("Conditions"))
    page.each("condition", "decision.conditions", lambda: page.point("{{ condition }}", number="{{ loop.index }}."))
    page.when("decision.awaits", lambda: page.text("The permit is made once these are there:", "Lead-in"))
    page.each("awaited", "decision.awaits", lambda: page.point("{{ awaited }}"))
    page.when("decision.grants", lambda: page.text("The permit comes to you separately."))
    rights(page, "The law")
    page.when("decision.by == official", lambda: signature(page), lambda: _for_the_board(page))


def _for_the_board(page: Page) -> None:
    page.text("\t\nFor the {{ decision.by }}\n{{ municipality }}", "Signature")
