"""A file's bytes, once it is certain that they are a workbook; else one sentence on what they are instead."""

import re
from pathlib import Path

from permitbook.errors import WorkbookError
from permitbook.workbook.package import CONTENT_TYPES, Package

_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_ZIP = b"PK\x03\x04"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_LARGEST = 1 << 30
_OVERRIDE = re.compile(rb"<(?:\w+:)?Override\s([^<>]*)>")
_ATTRIBUTE = re.compile(rb"(\w+)\s*=\s*([\"'])(.*?)\2")
_OF_A_WORKBOOK = re.compile("spreadsheetml|ms-excel", re.IGNORECASE)
_TEXT_ONLY = re.compile(rb"[^\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]*")
_SAVE_AS = "open it in Excel, save it as a macro-enabled workbook (.xlsm), and run again"


def read_bytes(path: Path) -> bytes:
    """A file read whole and closed again. Raises WorkbookError with the reason when it cannot be."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise WorkbookError(f"{path} is not a file.")
        if path.stat().st_size > _LARGEST:
            raise WorkbookError(f"{path.name} is larger than 1 GB and is not read.")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise WorkbookError(f"{path} is not there.") from error
    except (IsADirectoryError, NotADirectoryError) as error:
        raise WorkbookError(f"{path} is a folder, not a workbook.") from error
    except PermissionError as error:
        what = (
            "is a folder, not a workbook" if path.is_dir() else "may not be read: it is locked or not shared with you"
        )
        raise WorkbookError(f"{path} {what}.") from error
    except OSError as error:
        raise WorkbookError(f"{path} cannot be read: {error.strerror or error}.") from error


def open_package(path: Path) -> Package:
    """The parts of a workbook file. Raises WorkbookError, each kind of stranger with its own sentence."""
    data = read_bytes(path)
    if stranger := what_it_is(data):
        raise WorkbookError(f"{path.name} {stranger}.")
    package = Package(data, path.name)
    if stranger := _what_package(package):
        raise WorkbookError(f"{path.name} {stranger}.")
    return package


def what_it_is(data: bytes) -> str:
    """What a file is that is no zip package; empty when it is one."""
    if not data:
        return "is empty; the save or the copy that made it did not finish"
    if data.startswith(_COMPOUND_FILE):
        if _ENCRYPTED in data:
            return "is protected by a password; open it in Excel, remove the password (File > Info), and run again"
        return f"is in the old format of Excel 97-2003, or protected; {_SAVE_AS}"
    if data.startswith(_ZIP):
        return ""
    if data.startswith(b"PK"):
        return "is damaged or was not copied whole"
    start = data[:4096].lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n").replace(b"\x00", b"").lower()
    if start.startswith((b"<!doctype html", b"<html", b"<table", b"<head", b"<body", b"<meta")):
        return f"is a web page named like a workbook; {_SAVE_AS}"
    if start.startswith((b"<?xml", b"<workbook")):
        return f"is an XML file, not a workbook; {_SAVE_AS}"
    if start.startswith(b"%pdf"):
        return "is a PDF file, not a workbook"
    if data[:2] in _UTF16_MARKS or _TEXT_ONLY.fullmatch(data[:65536]):
        return (
            "is a text file, not a workbook; import it as .csv into one, or open it in Excel and save it as a workbook"
        )
    return "is not a workbook"


def what_text(data: bytes) -> str:
    """What a file is that holds no rows of text; empty when it may."""
    if not data.strip():
        return "is empty"
    if data.startswith((_ZIP, _COMPOUND_FILE)):
        return "is a workbook or a packed file, not a text file; give it the ending .xlsx to read it as a workbook"
    if data[:64].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith((b"<!doctype", b"<html", b"<?xml", b"%pdf")):
        return "is a web page or a document, not a text file with rows"
    if data[:2] not in _UTF16_MARKS and b"\x00" in data:
        return "is not a text file"
    return ""


def _what_package(package: Package) -> str:
    """What a zip package is that is no workbook; empty when it is one."""
    names = [name.lower() for name in package.names]
    if any(name.startswith("word/") for name in names):
        return "is a Word document, not a workbook"
    if any(name.startswith("ppt/") for name in names):
        return "is a PowerPoint file, not a workbook"
    if "content.xml" in names and "mimetype" in names:
        return f"is an OpenDocument file, which is not read; {_SAVE_AS}"
    if any(name.endswith("workbook.bin") for name in names):
        return f"is a binary workbook (.xlsb), which is not read; {_SAVE_AS}"
    if not package.related("", "officeDocument"):
        return "is not a workbook, but some other kind of zip file"
    if kind := _called(package):
        return f"calls itself '{kind}' in its own list of contents, which is no workbook; {_SAVE_AS}"
    return ""


def _called(package: Package) -> str:
    """What the list of contents calls the workbook's own part, where it calls it something else; else empty."""
    if CONTENT_TYPES not in package.names:
        return ""
    place = f"/{package.related('', 'officeDocument')[0]}".casefold()
    for tag in _OVERRIDE.findall(package.part(CONTENT_TYPES)):
        told: dict[str, str] = {
            name.decode(): value.decode("utf-8", "replace") for name, _, value in _ATTRIBUTE.findall(tag)
        }
        kind = told.get("ContentType", "")
        if told.get("PartName", "").casefold() == place and not _OF_A_WORKBOOK.search(kind):
            return kind[:80]
    return ""
