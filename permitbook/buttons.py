"""The buttons of the tab Permits, each once: ribbon, macros, and what is done when one is pressed follow from here."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from permitbook.actions import Action, action


class Picks(Enum):
    """What a button takes from the cells that are selected."""

    NOTHING = "nothing"
    ONE = "one application"
    SOME = "applications"
    ROWS = "applications, those without a number too"


class Button(Struct, frozen=True, kw_only=True):
    """One button: where it stands, what it says, and what it does.

    `macro` is the name of its Sub in Permitbook.bas. It does an action on what is selected, or goes to a sheet.
    """

    group: str
    macro: str
    label: str
    icon: str
    tip: str
    action: Action | None = None
    picks: Picks = Picks.NOTHING
    sheet: str = ""
    """The sheet that is shown: at once, or when an action is done without anything to say against it."""
    beside: str = ""
    """How what it makes beside the workbook is named, after the workbook's own name."""

    @property
    def line(self) -> str:
        """The one line of its macro."""
        return f'Press "{self.macro}"' if self.action else f'Show "{self.sheet}"'


OPEN_FORM = Action("open-form", "Show one application on the sheet Form.", "commands.form:open_form", label="Open form")
SAVE_FORM = Action("save-form", "Write the form back to its row.", "commands.form:save_form", label="Save form")
"""What only makes sense in an open workbook has no command."""


def _does(
    group: str,
    macro: str,
    does: Action,
    icon: str,
    tip: str,
    picks: Picks = Picks.NOTHING,
    *,
    sheet: str = "",
    beside: str = "",
) -> Button:
    """A button that does what a command does, under the label that the command gives it."""
    label = does.label or macro
    return Button(
        group=group,
        macro=macro,
        label=label,
        icon=icon,
        tip=tip,
        action=does,
        picks=picks,
        sheet=sheet,
        beside=beside,
    )


BUTTONS = (
    _does(
        "Log",
        "CheckAll",
        action("check"),
        "DataRefreshAll",
        "Holds every application against the ordinance and writes what follows: Today, Findings, Deadlines, Conflicts "
        "and the grey columns of Applications. What you typed stays as it is.",
    ),
    Button(
        group="Log",
        macro="CheckRow",
        label="Check row",
        icon="ReviewAcceptChange",
        tip="The same check, and says what came of the selected applications: where each stands, what it lacks, what "
        "is next. Select a cell in each row first.",
        action=action("check"),
        picks=Picks.ROWS,
    ),
    _does(
        "Log",
        "Explain",
        action("explain"),
        "ZoomCurrent75",
        "Tells how the selected application stands, clause by clause: what is proved, what an official must decide, "
        "what is missing, and the dates. Changes nothing.",
        Picks.ONE,
    ),
    _does(
        "Log",
        "OpenForm",
        OPEN_FORM,
        "FileOpen",
        "Shows the selected application on the sheet Form: one fact below the other, each with its clause, and what "
        "was found.",
        Picks.ONE,
        sheet="Form",
    ),
    _does(
        "Log",
        "SaveForm",
        SAVE_FORM,
        "FileSave",
        "Writes what you changed on the sheet Form back to the row it came from, and a note of it into the Log. What "
        "cannot be read is told, and then nothing is written.",
    ),
    _does(
        "Decide",
        "Refer",
        action("refer"),
        "FileSendAsAttachment",
        "Makes the copies of the selected applications that the ordinance sends to other officers, enters them in "
        "Register and saves the workbook.",
        Picks.SOME,
    ),
    _does(
        "Decide",
        "Issue",
        action("issue"),
        "AcceptInvitation",
        "Makes the permit of each selected application that an official has granted, with a copy for every officer "
        "who must get one, and saves the workbook. Makes none, and says why, while something is missing.",
        Picks.SOME,
    ),
    _does(
        "Decide",
        "Deny",
        action("deny"),
        "DeclineInvitation",
        "Makes the letter of each denial that an official has recorded for the selected applications, with its "
        "reasons and the applicant's rights, and saves the workbook.",
        Picks.SOME,
    ),
    _does(
        "Decide",
        "OfferAlternate",
        action("offer"),
        "MeetingsWorkspace",
        "Makes the offer of another date, time, place or route for each selected application for which an official has "
        "recorded one, and saves the workbook.",
        Picks.SOME,
    ),
    _does(
        "Decide",
        "Revoke",
        action("revoke"),
        "CancelRequest",
        "Makes the notice of each revocation that an official has recorded for the selected applications, and saves "
        "the workbook.",
        Picks.SOME,
    ),
    _does(
        "Plan",
        "SuggestDates",
        action("suggest"),
        "DateAndTimeInsert",
        "Names the nearest dates, times and smallest changes with which the selected application passes every "
        "automatic test. Changes nothing.",
        Picks.ONE,
    ),
    _does(
        "Plan",
        "CalendarFile",
        action("calendar"),
        "CalendarInsert",
        "Puts a calendar file beside the workbook, with every event and open date, for Outlook, Google Calendar and "
        "others.",
        beside=".ics",
    ),
    _does(
        "Board",
        "MonthlySummary",
        action("summary"),
        "ChartInsert",
        "Fills the sheet Board with the last full month, or the month that you type into the cell at its top right, "
        "and puts a Word report and its tables into a folder beside the workbook.",
        sheet="Board",
        beside=" summary",
    ),
    Button(
        group="Office",
        macro="OpenSettings",
        label="Settings",
        icon="PropertySheet",
        tip="Goes to the sheet Settings: office hours, the place for sunset, the letterhead, how early to warn.",
        sheet="Settings",
    ),
    Button(
        group="Office",
        macro="OpenHelp",
        label="Help",
        icon="Help",
        tip="Goes to the sheet Help: how an application is logged, checked and decided, and what the colours mean.",
        sheet="Help",
    ),
)
"""The buttons in the order of the tab; those of a group stand together."""


def button_of(macro: str) -> Button | None:
    """The button with a macro of this name."""
    return next((each for each in BUTTONS if each.macro == macro), None)
