"""The ribbon of the workbook: the tab Permits, made from the buttons of `actions`.

It is written twice, in the form of 2010 and later and in that of 2007: programs that rewrite a workbook may drop the
first, and the tab stays.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from permitbook.buttons import Button

PARTS = {
    "customUI/customUI14.xml": (
        "http://schemas.microsoft.com/office/2009/07/customui",
        "http://schemas.microsoft.com/office/2007/relationships/ui/extensibility",
    ),
    "customUI/customUI.xml": (
        "http://schemas.microsoft.com/office/2006/01/customui",
        "http://schemas.microsoft.com/office/2006/relationships/ui/extensibility",
    ),
}
"""Each part with the namespace of its words and the kind of its relationship."""
MODULE = "Permitbook"
_TAB = '<tab id="permitsTab" label="Permits" insertAfterMso="TabHome">'


def ribbon(part: str, buttons: Sequence[Button]) -> bytes:
    """A ribbon part with these buttons, in their groups."""
    namespace, _ = PARTS[part]
    lines = [
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
        f'<customUI xmlns="{namespace}">',
        "  <ribbon>",
        "    <tabs>",
        f"      {_TAB}",
    ]
    for group, held in groupby(buttons, key=lambda each: each.group):
        lines.append(f"        <group id={quoteattr(f'permits{group}')} label={quoteattr(group)}>")
        lines += [f"          {_button(each)}" for each in held]
        lines.append("        </group>")
    lines += ["      </tab>", "    </tabs>", "  </ribbon>", "</customUI>", ""]
    return "\n".join(lines).encode()


def _button(it: Button) -> str:
    told = {
        "id": f"permits{it.macro}",
        "label": it.label,
        "size": "large",
        "imageMso": it.icon,
        "onAction": f"{MODULE}.{it.macro}",
        "screentip": it.label,
        "supertip": it.tip,
    }
    return f"<button {' '.join(f'{name}={quoteattr(value)}' for name, value in told.items())}/>"


def relationships(parts: Iterable[str]) -> str:
    """The relationships by which a package names its ribbon parts."""
    return "".join(
        f'<Relationship Id="rIdPermits{number}" Type="{PARTS[part][1]}" Target="{part}"/>'
        for number, part in enumerate(parts, 1)
    )
