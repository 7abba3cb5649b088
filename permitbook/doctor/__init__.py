"""What works here, and what needs someone: one line for each thing looked at, with how to mend it."""
