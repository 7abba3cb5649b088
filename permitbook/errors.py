"""Everything permitbook says when it cannot go on, and the problems it lists when it can.

Each error is one plain sentence for the clerk; `exit_status` is what the command line returns.
"""

from typing import Literal

from msgspec import Struct


class PermitbookError(Exception):
    """A sentence for the clerk. All of permitbook's own errors are of this family."""

    exit_status = 3


class WorkbookError(PermitbookError):
    """The workbook was not read or not written: locked, unreadable, refused. Nothing was changed."""


class NeedsUser(PermitbookError):
    """A cell, a row or a template needs the user; all else that was asked for is done."""

    exit_status = 1


class TemplateError(NeedsUser):
    """A letter template cannot be used as it is; the sentence names the template and the place."""


class CalendarError(NeedsUser):
    """A date cannot be counted with the holidays and closures that are listed."""


class UsageError(PermitbookError):
    """The command was not understood."""

    exit_status = 2


class Problem(Struct, frozen=True):
    """One thing the clerk must see: where it stands, what was read there, and what would be right.

    `level` is `problem` when something needs the clerk, `note` when a value was used as read.
    """

    sheet: str
    cell: str
    heading: str
    message: str
    read: str = ""
    application_no: str | None = None
    level: Literal["problem", "note"] = "problem"

    def __str__(self) -> str:
        place = f"{self.sheet}!{self.cell}" if self.cell else self.sheet
        heading = f' "{self.heading}"' if self.heading else ""
        return f"{place}{heading}: {self.message}"
