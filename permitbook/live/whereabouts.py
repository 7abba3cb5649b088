"""Where on this computer a workbook lies that Excel has opened, also when Excel names it by an address in the cloud.

A place is taken only when the workbook is there; nothing is searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from urllib.parse import unquote, urlsplit

from permitbook.errors import WorkbookError

_CONSUMER = ("OneDriveConsumer", "OneDrive")
_COMMERCIAL = ("OneDriveCommercial", "OneDrive")
_LIBRARY = "Documents"
"""What the library is called on a computer that its address calls `Shared Documents`."""


def lies_at(full_name: str, folder: str | None, environment: Mapping[str, str]) -> Path:
    """The path of the workbook that Excel knows by this name.

    `folder` is what the setting local_folder names. Raises WorkbookError for a workbook that was never saved, and for
    one in the cloud that is not found on this computer.
    """
    if "://" in full_name:
        return _synced(full_name, folder, environment)
    if not (PureWindowsPath(full_name).is_absolute() or PurePosixPath(full_name).is_absolute()):
        raise never_saved(full_name)
    return Path(full_name)


def never_saved(name: str) -> WorkbookError:
    """The refusal of a workbook that has no place yet."""
    return WorkbookError(f"{name} was never saved; save it as a macro-enabled workbook (.xlsm) and try again.")


def _synced(address: str, folder: str | None, environment: Mapping[str, str]) -> Path:
    split = urlsplit(address.replace("#", "%23"))  # a sign of the name; Excel points to no place within a workbook here
    parts = [part for part in unquote(split.path).split("/") if part]
    name = parts[-1] if parts else address
    if folder:
        place = Path(folder.strip()) / name
        if place.is_file():
            return place
        raise WorkbookError(
            f"{name} is not in {folder.strip()}, the folder that local_folder on the sheet Settings names; enter there "
            "the folder on this computer in which it lies."
        )
    for place in _places((split.hostname or "").lower(), parts, environment):
        if place.is_file():
            return place
    raise WorkbookError(
        f"{name} lies in the cloud and is not found on this computer, so letters have no place beside it; enter the "
        "folder of this computer that is synchronized with it as local_folder on the sheet Settings."
    )


def _places(host: str, parts: list[str], environment: Mapping[str, str]) -> Iterator[Path]:
    """Where OneDrive puts a workbook of this address, by its own rules."""
    if host == "d.docs.live.net":
        for root in _roots(_CONSUMER, environment):
            yield root.joinpath(*parts[1:])
    elif host.endswith("-my.sharepoint.com") and parts[:1] == ["personal"]:
        for root in _roots(_COMMERCIAL, environment):
            yield root.joinpath(*parts[3:])
    elif host.endswith(".sharepoint.com") and parts[:1] in (["sites"], ["teams"]):
        for root in _roots(_COMMERCIAL, environment):
            yield from _in_team_folder(root, parts[1], parts[2:])


def _in_team_folder(root: Path, site: str, below: list[str]) -> Iterator[Path]:
    """A library or folder of a site is synchronized as `Site - Folder` in a folder named for the organization."""
    organization = root.name.partition(" - ")[2]
    if not organization:
        return
    for depth, folder in enumerate(below[:-1]):
        shown = _LIBRARY if depth == 0 else folder
        yield root.parent.joinpath(organization, f"{site} - {shown}", *below[depth + 1 :])


def _roots(names: tuple[str, ...], environment: Mapping[str, str]) -> Iterator[Path]:
    yield from (Path(environment[name]) for name in names if environment.get(name))
