"""New Castle, § 92-3 B: what an application sets forth."""

from permitbook.ordinances.new_castle.law import law
from permitbook.ordinances.new_castle.s1_scope import is_assembly, uses_street

# § 92-3 B: contents.


def has_organization(organization_name: str | None) -> bool:
    """An organization is named."""
    return organization_name is not None


def has_vehicles(vehicles: int) -> bool:
    """Vehicles take part."""
    return vehicles > 0


def has_marshals(marshals: int) -> bool:
    """There will be marshals."""
    return marshals > 0


def is_for_another(on_behalf_of: str | None) -> bool:
    """Held by or for another person."""
    return on_behalf_of is not None


def is_authorized(authorization_on_file: bool | None) -> bool:
    """That person's writing is on file."""
    return authorization_on_file is True


law.note(
    "NC-3-B.0",
    "The items below make an application complete; what is missing is asked for, and is no ground of § 92-4.",
    says="The application for an assisted event permit shall set forth the following information:",
)
law.prints(
    "NC-3-B.0",
    "The application is to set out each item listed below. The time to decide runs all the same; what is missing is no "
    "ground for a denial.",
    on=("deficiency",),
    says="The application for an assisted event permit shall set forth the following information:",
)
for _field in ("applicant_name", "applicant_address", "applicant_phone"):
    law.requires(
        "NC-3-B-1",
        _field,
        says="The name, address and telephone number of the person or persons seeking to conduct such assisted event.",
    )
for _field in ("organization_address", "organization_phone"):
    law.requires(
        "NC-3-B-2.a",
        _field,
        when=has_organization,
        says="on behalf of, or by an organization, the name, address, and telephone number of the headquarters of the "
        "organization",
    )
law.requires(
    "NC-3-B-2.b",
    "organization_heads",
    when=has_organization,
    says="and of the authorized and responsible heads of such organization",
)
for _field in ("chair_name", "chair_address", "chair_phone"):
    law.requires(
        "NC-3-B-3.a",
        _field,
        says="The name, address, telephone number ... of the individual(s) who will be the chairperson of and "
        "responsible for the conduct of the assisted event.",
    )
law.records(
    "NC-3-B-3.b", "chair_fax", "chair_email", says="and facsimile address and electronic mailing address, if any"
)
law.requires("NC-3-B-4", "event_date", says="The date when the assisted event is to be conducted.")
law.requires("NC-3-B-5.a", "assembly_area", when=is_assembly, says="The location of the assembly, if that is the case")
for _field in ("starting_point", "route", "termination_point"):
    law.requires(
        "NC-3-B-5.b",
        _field,
        when=uses_street,
        says="or the starting point, route, and termination point of the parade, if that is the case",
    )
for _field in ("participants", "vehicles"):
    law.requires(
        "NC-3-B-6.a",
        _field,
        says="The approximate number of people and vehicles, if any, which will constitute the assisted event",
    )
law.requires(
    "NC-3-B-6.b",
    "vehicle_description",
    when=has_vehicles,
    says="and a description of any distinguishing feature of the vehicles",
)
for _field in ("start_time", "end_time"):
    law.requires("NC-3-B-7", _field, says="The hours when the assisted event is proposed to start and terminate.")
for _field in ("assembly_area", "assembly_time"):
    law.requires(
        "NC-3-B-8",
        _field,
        when=uses_street,
        says="The location and time at which participants in the parade, if that is the case, will begin to assemble.",
    )
law.requires(
    "NC-3-B-9",
    "authorization_on_file",
    when=is_for_another,
    filled=is_authorized,
    says="a writing from that other person authorizing applicant to apply for the permit on his, her, or its behalf",
)
law.requires("NC-3-B-10", "sound_equipment", says="A description of any sound amplification equipment to be used.")
law.requires(
    "NC-3-B-11.a",
    "marshals",
    says="Whether or not there will be marshals or other persons, however designated, charged with arrangement or "
    "regulation of the parade or public assembly",
)
law.requires("NC-3-B-11.b", "marshal_duties", when=has_marshals, says="and, if so, their duties and identification")
law.requires("NC-3-B-12", "spectators", says="The approximate number of spectators expected.")
law.requires("NC-3-B-13", "public_facilities", says="A description of any public facilities to be utilized.")
law.prints(
    "NC-3-B-14",
    "The Chief may ask for further information that is reasonably necessary under a lettered standard of § 92-4, which "
    "the request names.",
    on=("deficiency",),
    says="Any additional information which the Town Police Chief shall find reasonably necessary to make a fair "
    "determination as to whether an assisted event permit should be issued under the standards set forth in § 92-4.",
)
