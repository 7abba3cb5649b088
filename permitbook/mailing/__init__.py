"""E-mail drafts of what must be sent; the clerk sends them and notes it in the Register."""
