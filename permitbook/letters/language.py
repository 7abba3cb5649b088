"""The language of letter templates: Jinja in its sandbox, with a few filters, and blanks that are never printed."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from jinja2 import StrictUndefined
from jinja2.filters import do_round
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from msgspec import Struct

from permitbook.letters.values import Blank, NotProvided, given, is_blank, shown

_FILTERS = (
    *("capitalize", "count", "d", "default", "first", "int", "join", "last", "length", "list", "lower", "map"),
    *("reject", "rejectattr", "reverse", "round", "select", "selectattr", "sort", "title", "trim", "unique", "upper"),
)
_MOST_PLACES = 15


class _Values(Context):
    """Looks up the names a template uses; one that is not provided has been reported and counts as blank."""

    def resolve_or_missing(self, key: str) -> Any:
        return given(self.parent[key], key) if key in self.parent else NotProvided(name=key)


class Language(ImmutableSandboxedEnvironment):
    """Jinja in its sandbox, with the few filters letters need and nothing that runs code or reads files."""

    context_class = _Values

    def __init__(self) -> None:
        # There is nothing to optimize: what letters print hangs on their values.
        super().__init__(autoescape=True, undefined=StrictUndefined, optimized=False)
        self.globals.clear()
        self.filters = {name: self.filters[name] for name in _FILTERS} | {"shown": shown, "round": _rounded}
        self.tests["none"] = _is_none

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An entry of a mapping before anything else, so that a fact named `items` is not mistaken for a method.

        Most that letters ask for is a field of a record, which is safe by its name alone.
        """
        if attribute in _open_fields(obj.__class__):
            found = getattr(obj, attribute)
            return self.undefined(obj=obj, name=attribute) if callable(found) else given(found, attribute)
        if isinstance(obj, Blank):
            return type(obj)(name=f"{obj.path}.{attribute}")
        if isinstance(obj, Mapping):
            return given(obj[attribute], attribute) if attribute in obj else self.undefined(obj=obj, name=attribute)
        found = super().getattr(obj, attribute)
        return self.undefined(obj=obj, name=attribute) if callable(found) else given(found, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        if isinstance(argument, str):
            return self.getattr(obj, argument)
        return given(super().getitem(obj, argument), str(argument))


@cache
def _open_fields(kind: type) -> frozenset[str]:
    """The fields of a record that are open to letters: those whose names do not begin with an underscore."""
    names = kind.__struct_fields__ if issubclass(kind, Struct) else ()
    return frozenset(name for name in names if not name.startswith("_"))


def _rounded(value: float, precision: int = 0, method: Literal["common", "ceil", "floor"] = "common") -> float:
    """The filter `round`, for as many places as a number can have: beyond those it would reckon without end."""
    if not -_MOST_PLACES <= precision <= _MOST_PLACES:
        raise ValueError(f"a number is rounded to at most {_MOST_PLACES} places")
    return do_round(value, precision, method)


def _is_none(value: object) -> bool:
    """What the test `is none` says: yes to every kind of blank."""
    return isinstance(value, Blank) or is_blank(value)


@cache
def language() -> Language:
    """The one language of all templates; it keeps nothing of what it reads."""
    return Language()
