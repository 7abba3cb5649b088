"""What all tests share: LibreOffice where it is there, and an error where CI lacks it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    import xlwings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what needs LibreOffice where it is absent, and says so; in CI its absence is an error."""
    needing = [item for item in items if item.get_closest_marker("office")]
    if SOFFICE or not needing:
        return
    if os.environ.get("CI"):
        raise pytest.UsageError(f"{len(needing)} tests need LibreOffice (soffice), which CI must have.")
    items[:] = [item for item in items if item not in needing]
    config.hook.pytest_deselected(items=needing)


def pytest_report_header() -> str:
    """Says at the start whether LibreOffice is there."""
    return f"LibreOffice: {SOFFICE or 'not found; tests that need it are left out'}"


@pytest.fixture(autouse=True)
def cache_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Prepared letter templates are kept in a folder of the test run, never in the user's."""
    folder = tmp_path_factory.getbasetemp() / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setenv("LOCALAPPDATA", str(folder))
    monkeypatch.setenv("PERMITBOOK_USER", "Test Clerk")
    yield folder


@pytest.fixture(scope="session")
def calc() -> Iterator["xlwings.App"]:
    """LibreOffice, once for all tests, as xlwings' one running program."""
    from tests import uno_engine

    app = uno_engine.start()
    yield app
    app.quit()
