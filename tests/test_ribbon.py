"""The tab Permits: both its parts, their place in the package, and the macros behind the buttons."""

import re
import zipfile
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from itertools import groupby
from posixpath import dirname, join, normpath
from xml.etree import ElementTree

import pytest

from permitbook import __version__
from permitbook.actions import ACTIONS
from permitbook.buttons import BUTTONS, OPEN_FORM, SAVE_FORM, Picks
from permitbook.ordinances import KEYS
from permitbook.vba.sources import MACROS
from permitbook.workbook.layout import SHEETS
from permitbook.workbook.ribbon import MODULE, PARTS, ribbon
from tests.made_book import made

FOR_A_MAC = "SaveCopy"
"""The one Sub that is no button: Excel for Mac saves a copy only when it is asked from within."""
ICONS = {
    *("AcceptInvitation", "CalendarInsert", "CancelRequest", "ChartInsert", "DataRefreshAll", "DateAndTimeInsert"),
    *("DeclineInvitation", "FileOpen", "FileSave", "FileSendAsAttachment", "Help", "MeetingsWorkspace"),
    *("PropertySheet", "ReviewAcceptChange", "ZoomCurrent75"),
}
"""Names of icons that other people's ribbons have shown; Excel shows nothing for a name that it does not know."""
SUB = re.compile(r"^Public Sub (\w+)\(([^)]*)\)\n(.*?)^End Sub$", re.MULTILINE | re.DOTALL)


def macros() -> dict[str, tuple[str, list[str]]]:
    """Each public Sub of Permitbook.bas with its argument and its lines."""
    text = (MACROS / "Permitbook.bas").read_text()
    return {
        name: (argument, [each.strip() for each in body.splitlines()]) for name, argument, body in SUB.findall(text)
    }


def buttons(part: str) -> list[dict[str, str]]:
    root = ElementTree.fromstring(ribbon(part, BUTTONS))
    return [dict(each.attrib) for each in root.iter() if each.tag.endswith("}button")]


def test_each_button_is_one_public_sub_with_the_line_that_the_table_gives() -> None:
    assert list(macros()) == [*(each.macro for each in BUTTONS), FOR_A_MAC]
    for each in BUTTONS:
        assert macros()[each.macro] == ("control As IRibbonControl", [each.line])


@pytest.mark.parametrize("part", PARTS)
def test_each_button_calls_its_sub_and_says_what_happens(part: str) -> None:
    assert [each["onAction"] for each in buttons(part)] == [f"{MODULE}.{each.macro}" for each in BUTTONS]
    ids = [each["id"] for each in buttons(part)]
    assert len(set(ids)) == len(ids)
    for each in buttons(part):
        assert each["imageMso"]
        assert each["supertip"].endswith(".")
        assert 20 < len(each["supertip"]) < 1024


def test_every_sheet_that_a_button_goes_to_is_there_and_every_action_can_be_loaded() -> None:
    assert {each.sheet for each in BUTTONS if each.sheet} <= set(SHEETS)
    assert all(each.sheet or each.action for each in BUTTONS)
    for each in BUTTONS:
        if each.action:
            module, function = each.action.does.split(":")
            assert callable(getattr(import_module(f"permitbook.{module}"), function))


def test_every_action_with_a_label_has_its_button_of_that_label() -> None:
    labels = {each.label for each in BUTTONS}
    assert {each.label for each in (*ACTIONS, OPEN_FORM, SAVE_FORM) if each.label} <= labels


def test_a_button_is_given_all_that_its_action_must_have() -> None:
    given = {Picks.NOTHING: set(), Picks.ROWS: {"only"}, Picks.SOME: {"applications"}, Picks.ONE: {"application"}}
    for each in BUTTONS:
        asked = each.action.arguments if each.action else ()
        must = {one.names[-1].lstrip("-") for one in asked if one.options.get("required") or one.names[0][0] != "-"}
        optional = {one.names[0] for one in asked if one.options.get("nargs") in ("?", "*")}
        beside = {"out"} if each.beside else set()
        assert must - optional - {"book", "month"} <= given[each.picks] | beside, each.macro


def test_each_icon_is_one_that_excel_has() -> None:
    assert {each.icon for each in BUTTONS} <= ICONS


def test_what_a_macro_runs_in_python_can_be_imported_and_names_this_version() -> None:
    text = (MACROS / "Permitbook.bas").read_text()
    [command] = re.findall(r'RunPython "([^"]+)"', text)
    imported = re.match(r"import ([\w.]+); ([\w.]+)\('", command)
    assert imported
    module, function = imported[2].rpartition(".")[::2]
    assert module == imported[1]
    assert callable(getattr(import_module(module), function))
    [entered] = re.findall(r"-P -m ([\w.]+) ", text)
    assert entered == module
    assert f'MADE_FOR As String = "{__version__}"' in text


def test_the_buttons_of_a_group_stand_together() -> None:
    groups = [group for group, _ in groupby(BUTTONS, key=lambda each: each.group)]
    assert len(set(groups)) == len(groups)


def test_both_parts_say_the_same_in_words_of_their_own() -> None:
    one, other = (ribbon(part, BUTTONS).decode() for part in PARTS)
    spaces = [namespace for namespace, _ in PARTS.values()]
    assert one.replace(spaces[0], spaces[1]) == other


@pytest.mark.parametrize("part", PARTS)
def test_the_ribbon_beside_the_macros_is_the_one_that_is_written(part: str) -> None:
    name = part.rpartition("/")[2]
    assert (MACROS / name).read_bytes() == ribbon(part, BUTTONS)


def related(archive: zipfile.ZipFile) -> Iterator[tuple[str, str, str]]:
    """Every inner relationship of a package: where it starts, its kind, and the part it names."""
    for name in archive.namelist():
        if name.endswith(".rels"):
            base = dirname(dirname(name))
            for each in ElementTree.fromstring(archive.read(name)):
                if each.get("TargetMode") != "External":
                    target = each.get("Target", "")
                    place = target.lstrip("/") if target.startswith("/") else normpath(join(base, target))
                    yield base, each.get("Type", ""), place


@pytest.mark.parametrize("key", KEYS)
def test_the_package_names_its_parts_and_their_kinds(key: str) -> None:
    with zipfile.ZipFile(BytesIO(made(key))) as archive:
        names = archive.namelist()
        found = list(related(archive))
        types = archive.read("[Content_Types].xml").decode()
    assert len(set(names)) == len(names)
    assert {place for _, _, place in found} <= set(names)
    root = {kind: place for base, kind, place in found if base == ""}
    for part, (_, kind) in PARTS.items():
        assert root[kind] == part
    defaults = set(re.findall(r'<Default Extension="(\w+)"', types))
    overrides = set(re.findall(r'<Override PartName="/([^"]+)"', types))
    assert overrides <= set(names)
    assert all(name in overrides or name.rpartition(".")[2] in defaults for name in names if name[0] != "[")
    assert 'Extension="bin" ContentType="application/vnd.ms-office.vbaProject"' in types
