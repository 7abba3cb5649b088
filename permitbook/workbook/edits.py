"""What is to become of one sheet, and what became of it."""

from collections.abc import Mapping

from msgspec import Struct, field

from permitbook.workbook.areas import Area
from permitbook.workbook.cells import CellValue
from permitbook.workbook.outline import Change


class Body(Struct, frozen=True):
    """Rows that belong to the program: where nothing is given, these columns are emptied."""

    first_row: int
    last_row: int
    columns: frozenset[int]


class Model(Struct, frozen=True):
    """Rows whose new cells look like those of another row: the format of each of its columns."""

    first_row: int
    last_row: int
    styles: Mapping[int, int]


class Edits(Struct):
    """What is to stand on one sheet, by row and column; what is to be emptied; what new cells look like."""

    cells: dict[int, dict[int, CellValue]] = field(default_factory=dict)
    bodies: list[Body] = field(default_factory=list)
    models: list[Model] = field(default_factory=list)

    def look_like(self, styles: Mapping[int, int], first_row: int, last_row: int) -> None:
        """Let new cells of these rows have the formats of their columns."""
        if self.models and self.models[-1].styles is styles and self.models[-1].last_row == first_row - 1:
            first_row = self.models.pop().first_row
        self.models.append(Model(first_row, last_row, styles))


class Spliced(Struct):
    """The changes to a sheet's bytes, the cells not written and why, and what else follows from the changes.

    `hidden_rows` counts the rows of a body that a filter hides although something stands in them now.
    """

    changes: list[Change] = field(default_factory=list)
    not_written: dict[tuple[int, int], str] = field(default_factory=dict)
    reached: Area | None = None
    formulas_changed: bool = False
    hidden_rows: int = 0
