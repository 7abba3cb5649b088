"""An older workbook brought up to this version: macros, ribbon, and the sheets, columns and rows that it lacks."""
