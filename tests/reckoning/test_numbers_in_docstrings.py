"""The numbers printed in the docstrings are right."""

import doctest
from types import ModuleType

import pytest

from permitbook import counting, hours, periods, reckoning, statutory


@pytest.mark.parametrize("module", [counting, hours, periods, reckoning, statutory], ids=lambda it: it.__name__)
def test_the_numbers_in_the_docstrings_are_right(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
