"""oletools, which on being loaded uses names that its parser library no longer likes."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from oletools.olevba import VBA_Parser, decompress_stream

__all__ = ["VBA_Parser", "decompress_stream"]
