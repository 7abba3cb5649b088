"""How fast the program is beside its floors and beside the usual way: `python -m tests.bench`."""
