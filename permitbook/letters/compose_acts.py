"""The templates of what an official decides: permit and copies, denial, referral, offer of an alternate, revocation."""

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


_SEVERAL = "';' in permit_no"
_THE_PERMITS = f"{{{{ permit_name }}}}{{% if {_SEVERAL} %}}s{{% endif %}} {{{{ permit_no }}}}"
_ARE = f"{{% if {_SEVERAL} %}}are{{% else %}}is{{% endif %}}"


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
    page.when("amended", lambda: page.text("The permit is amended. {{ amended }} Please discard the earlier copy."))
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


def offer(page: Page) -> None:
    """An alternate: what is authorized, why, and how it is accepted."""
    letter_head(page)
    page.when("in_denying", lambda: _denied_and_offered(page), lambda: _in_lieu(page))
    sentences(page, "notices", "notice")
    page.heading("The alternate")
    page.text("Offered {{ alternate.offered_on }}. Everything else is as applied for.", "Lead-in")
    page.table("item", "alternate.items", "{{ item.label }}", "{{ item.value }}")
    page.when("grounds", lambda: page.heading("Reasons"))
    page.each("ground", "grounds", lambda: ground(page))
    rights(page, "How to accept{% if in_denying %}, and your rights{% endif %}")
    signature(page, "authority")
    page.title("Acceptance", break_before=True)
    page.text(
        "To the {% if authority != official %}{{ official }} or the {% endif %}{{ authority }} of the "
        "{{ municipality }}. {{ subject }}"
    )
    page.text("I accept the alternate that was offered {{ alternate.offered_on }} in document {{ document_no }}.")
    page.text("Signed \t  Date \t", "Signature Line")
    page.text("{% if applicant_name %}{{ applicant_name }}{% else %}{{ organization_name }}{% endif %}")


def _denied_and_offered(page: Page) -> None:
    page.text(
        "The {{ official }} has denied application {{ application_no }}, received {{ received_on }}, and authorizes an "
        "alternate. {{ acted_by }} took this action on {{ decided_on }}."
    )


def _in_lieu(page: Page) -> None:
    page.text(
        "{% if issued_on %}{{ permit_name }} {{ permit_no }}, issued {{ issued_on }}, may be changed: "
        "{% elif action == 'denied' %}Application {{ application_no }}, received {{ received_on }}, was denied on "
        "{{ decided_on }}. In place of that denial, "
        "{% else %}In place of a denial of application {{ application_no }}, received {{ received_on }}, "
        "{% endif %}the {{ authority }} authorizes the event with a change. The {{ official }}"
        "{% if official_name %}, {{ official_name }},{% endif %} decides applications."
    )


def revocation(page: Page) -> None:
    """That a permit is revoked, by clause and facts."""
    letter_head(page)
    page.text(
        f"{_THE_PERMITS}, issued {{{{ issued_on }}}}, {_ARE} revoked. {{{{ revocation.by }}}} took this action on "
        "{{ revocation.on }}.{% if revocation.event %} {{ revocation.event }}{% endif %}"
    )
    sentences(page, "notices", "notice")
    _revoked_because(page)
    rights(page, "What the ordinance says")
    signature(page)


def surety(page: Page) -> None:
    """What is required in lieu of revoking a permit."""
    letter_head(page)
    page.text(
        "{{ permit_name }} {{ permit_no }}, issued {{ issued_on }}, stands. It could be revoked on the ground below; "
        "in lieu of that, evidence of financial responsibility for {{ revocation.amount }} is required."
    )
    _revoked_because(page)
    rights(page, "What is required")
    page.text("Please file it with the {{ official }} before the event. Call if anything in this letter is not right.")
    signature(page)


def revocation_copy(page: Page) -> None:
    """To someone who had a copy of a permit: it is revoked."""
    page.title("Permit Revoked")
    memo_head(page)
    page.text(
        f"{_THE_PERMITS}, issued {{{{ issued_on }}}}, for the event of {{{{ event_days }}}} {_ARE} revoked. "
        "{{ revocation.by }} took this action on {{ revocation.on }}. Please do not rely on your copy."
    )
    page.text("{{ recipient.says }}")
    _revoked_because(page)
    signature(page)


def _revoked_because(page: Page) -> None:
    page.heading("Ground and facts")
    page.text("{{ revocation.cite }}{% if revocation.says %}: “{{ revocation.says }}”{% endif %}", "Ground")
    page.each("fact", "revocation.facts", lambda: page.text("{{ fact }}", "Under a Ground"))


def _reply(page: Page) -> None:
    page.title("Answer", break_before=True)
    page.text("To the {{ official }}. {{ subject }}")
    page.text("From: {{ recipient.told }}")
    page.text("Facts known to your department that bear on what must be determined; nothing else is asked.")
    page.form("question", "questions", "{{ question.text }}", "{{ question.cite }}", "Facts, and from where")
    page.text("Other facts on date, time, route, streets, equipment or services:", "Lead-in")
    page.blanks(3)
    page.text("Signed \t  Date \t", "Signature Line")
