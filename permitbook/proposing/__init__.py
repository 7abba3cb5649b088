"""A map for a file of other origin, proposed from its heads and what stands under them; nothing is imported."""
