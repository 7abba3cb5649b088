"""The workbook that is open in Excel, reached through xlwings."""
