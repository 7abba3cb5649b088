"""The records of a workbook for others: each table as a CSV file, the letters, and a manifest with fingerprints."""
