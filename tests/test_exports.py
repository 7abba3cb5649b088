"""What `import permitbook` offers to other programs: these names, which do not change by accident."""

import subprocess
import sys

import pytest

import permitbook

NAMES = (
    *("Application", "Assessment", "Determination", "Finding", "Office", "OfficeCalendar", "PermitbookError"),
    *("Problem", "Roads", "Verdict", "check", "evaluate_log"),
)


def test_these_names_are_offered_and_no_others() -> None:
    assert dir(permitbook) == sorted([*NAMES, "__version__"])


@pytest.mark.parametrize("name", NAMES)
def test_each_name_is_what_its_own_module_calls_so(name: str) -> None:
    assert getattr(permitbook, name).__name__ == name


def test_a_name_that_is_not_offered_is_an_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Parade'"):
        _ = permitbook.Parade


def test_importing_permitbook_alone_loads_no_module_of_it() -> None:
    command = "import sys, permitbook; print([name for name in sys.modules if name.startswith('permitbook.')])"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
