"""The workbook's macros: compiled from their sources into the project that Excel reads, without Excel.

`python -m permitbook.vba` makes everything anew that follows from the sources in `macros/`.
"""
