"""permitbook: parade and special-event permits in Excel, held against the ordinance clause by clause."""

__version__ = "0.1.0"
