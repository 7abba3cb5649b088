"""Freeport, § 155-57 D: what the application sets out."""

from permitbook.assessment import Missing
from permitbook.ordinances.freeport.law import law


def is_for_organization(organization_name: str | None) -> bool:
    """An organization is named."""
    return organization_name is not None


def may_move(moves: bool | None) -> bool:
    """It goes along a route, or may: a static event is one that says so by its form and gives no route."""
    return moves is not False


def stays(moves: bool | None) -> bool:
    """It is held in one place."""
    return moves is False


def has_animals(animals: int) -> bool:
    """Animals take part."""
    return animals > 0


def has_vehicles(vehicles: int) -> bool:
    """Vehicles take part."""
    return vehicles > 0


def is_for_another(on_behalf_of: str | None) -> bool:
    """Held by or for another person."""
    return on_behalf_of is not None


def is_authorized(authorization_on_file: bool | None) -> bool:
    """That person's letter is on file."""
    return authorization_on_file is True


def lacks_items(missing: tuple[Missing, ...]) -> bool:
    """Some of the items are missing."""
    return bool(missing)


def has_all_items(missing: tuple[Missing, ...]) -> bool:
    """Every item is there: what is still asked is additional information."""
    return not missing


law.note(
    "FP-57-D.0",
    "The items below make the application complete.",
    says="The application for a parade or public assembly permit shall set forth the following information:",
)
law.prints(
    "FP-57-D.0",
    "The application is to set out each item listed below. The time to decide runs all the same; what is given before "
    "the decision counts.",
    on=("deficiency",),
    when=lacks_items,
    says="The application for a parade or public assembly permit shall set forth the following information:",
)
for _field in ("applicant_name", "applicant_address", "applicant_phone"):
    law.requires(
        "FP-57-D-1",
        _field,
        says="The name, address and telephone number of the person seeking to conduct such parade or public assembly.",
    )
for _field in ("organization_address", "organization_phone"):
    law.requires(
        "FP-57-D-2.a",
        _field,
        when=is_for_organization,
        says="The names, addresses and telephone numbers of the headquarters of the organization for which the parade "
        "or public assembly is to be conducted, if any",
    )
law.requires(
    "FP-57-D-2.b",
    "organization_heads",
    when=is_for_organization,
    says="and the authorized and responsible heads of the organization",
)
law.requires("FP-57-D-3", "event_date", says="The requested date of the parade or public assembly.")
for _field in ("starting_point", "route", "termination_point"):
    law.requires(
        "FP-57-D-4",
        _field,
        when=may_move,
        says="The route to be traveled, including the starting point and the termination point.",
    )
# A static event has no route: the place where it is held is the assembly area.
law.requires(
    "FP-57-D-4",
    "assembly_area",
    when=stays,
    says="The route to be traveled, including the starting point and the termination point.",
)
# Persons are asked once, under (14).
for _field in ("animals", "vehicles"):
    law.requires(
        "FP-57-D-5.a",
        _field,
        says="The approximate number of persons who, and animals and vehicles which, will constitute such parade or "
        "public assembly",
    )
law.requires("FP-57-D-5.b", "animal_kinds", when=has_animals, says="and the type of animals")
law.requires("FP-57-D-5.b", "vehicle_description", when=has_vehicles, says="and description of the vehicles")
for _field in ("start_time", "end_time"):
    law.requires("FP-57-D-6", _field, says="The hours when such parade or public assembly will start and terminate.")
# (7), (9) and (10) ask of streets to be traversed and of units that form up and keep their distance. A static
# assembly traverses no street and has no units on the move; it assembles where and when it is held.
law.requires(
    "FP-57-D-7",
    "street_width",
    when=may_move,
    says="will occupy all or only a portion of the width of the streets proposed to be traversed",
)
law.requires("FP-57-D-8", "assembly_area", says="The location by street of any assembly areas")
law.requires(
    "FP-57-D-9",
    "assembly_time",
    when=may_move,
    says="The time at which units of the parade or public assembly will begin to assemble at any such area.",
)
law.requires(
    "FP-57-D-10",
    "unit_interval_ft",
    when=may_move,
    says="The intervals of space to be maintained between units of such parade or public assembly.",
)
law.requires(
    "FP-57-D-11",
    "authorization_on_file",
    when=is_for_another,
    filled=is_authorized,
    says="shall file a letter from that person with the Chief of Police authorizing the applicant to apply",
)
law.requires(
    "FP-57-D-12",
    "activities",
    says="The type of public assembly, including a description of activities planned during the event.",
)
for _field in ("sound_equipment", "signs_and_devices"):
    law.requires(
        "FP-57-D-13",
        _field,
        says="A description of any recording equipment, sound amplification equipment, banners, signs or other "
        "attention-getting devices",
    )
law.requires("FP-57-D-14", "participants", says="The approximate number of participants")
law.requires("FP-57-D-15", "spectators", says="The approximate number of spectators.")
law.requires(
    "FP-57-D-16", "public_facilities", says="A designation of any public facilities or equipment to be utilized."
)
law.note(
    "FP-57-D-17",
    "The same supplement is asked of everyone: speeds and length for the permit, and structures (Q-FP23). Any further "
    "request is made in writing under this clause.",
    says="Any additional information that the Chief of Police finds reasonably necessary to a fair determination",
)
law.prints(
    "FP-57-D-17",
    "What is listed below is additional information, reasonably necessary to determine whether a permit should issue. "
    "The time to decide runs all the same; what is given before the decision counts.",
    on=("deficiency",),
    when=has_all_items,
    says="Any additional information that the Chief of Police finds reasonably necessary to a fair determination as to "
    "whether a permit should issue.",
)
# Several dates are a series or they are not: the supplement asks, as the time to file hangs on it.
law.records(
    "FP-57-C.1",
    "recurring",
    says="For parades or public assemblies held on a regular or recurring basis at the same location, an application "
    "for a permit covering all such parades or assemblies during that calendar year may be filed",
)
