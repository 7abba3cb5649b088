"""What each command does, and what it says; the work itself is done elsewhere."""
