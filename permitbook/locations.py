"""Where an event is held, as a foreign file tells it: its streets, and apart from them its named places."""

from __future__ import annotations

from permitbook.places import Locations, read_locations, read_route, show_route


def locations_of(text: str) -> Locations:
    """The streets and places of a text: parts parted by `;` as in the log, or a list with commas as cities publish it.

    An area of a place, such as `Town Park: Ball Field`, is a place. Raises ValueError when nothing can be read.

    >>> locations_of("Main St from Church to Grand; Town Park: Ball Field").places
    ('Town Park: Ball Field',)
    """
    listed = None if ";" in text else read_locations(text)
    if listed and "," in text and not listed.unread:
        return listed
    try:
        segments = read_route(text)
    except ValueError:
        if listed is None or not (listed.route or listed.places):
            raise
        return listed
    areas = tuple(each.street for each in segments if ":" in each.street)
    return Locations(tuple(each for each in segments if ":" not in each.street), areas, ())


def in_words(found: Locations) -> str:
    """What was read, in words."""
    places = f"the place {'; '.join(found.places)}" if found.places else ""
    return " and ".join(filter(None, (show_route(found.route), places)))
