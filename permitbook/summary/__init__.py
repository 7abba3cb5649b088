"""The board's month: what was filed, decided, missed and is to come, without a message, a purpose or private data."""
