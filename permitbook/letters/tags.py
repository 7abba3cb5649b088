"""What a template's tags ask for, found before anything is rendered.

Templates speak a small language: print a value, `if`, `for`, comparisons and a few filters. There are no calls,
no assignments and no arithmetic that could grow without bound, so a letter is never longer than its facts make it.
"""

import re
from collections.abc import Mapping, Sequence

from jinja2 import Environment, nodes
from msgspec import Struct, field

from permitbook.letters.values import is_blank

EACH = "[]"
_OWN_LINES = "give {%p … %} paragraphs and {%tr … %} table rows of their own"
_DEEPEST = 3
_HOLDERS = ("w:tc", "w:txbxContent")

_ALLOWED = {
    *(nodes.Name, nodes.Const, nodes.Getattr, nodes.Getitem, nodes.Slice, nodes.List, nodes.Tuple, nodes.CondExpr),
    *(nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.Neg, nodes.Add, nodes.Sub, nodes.Concat),
    *(nodes.Filter, nodes.Test, nodes.Keyword),
}
_REFUSED = {
    nodes.Call: "calls something with ( )",
    nodes.Assign: "uses {% set %}",
    nodes.Mod: "computes with %",
    nodes.Mul: "computes with *",
}
_SAME_ITEMS = frozenset({"list", "sort", "unique", "reverse", "select", "reject", "selectattr", "rejectattr"})
_MARKUP = re.compile(r"<(/?)([\w:.-]+)[^<>]*?(/?)>")

Path = tuple[str, ...]
Scope = Mapping[str, Path | None]


class Fault(Struct, frozen=True):
    """Something in a template that letters do not allow; `line` leads to the paragraph."""

    line: int
    message: str


class Study(Struct):
    """What one part of a template asks for.

    `names` are the values it needs, each with the first line that uses it; `paths` the attributes it takes of
    them, as typed and as a path from such a name, where EACH stands for the items of a list.
    """

    names: dict[str, int] = field(default_factory=dict)
    paths: dict[Path, tuple[str, int]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def study(tree: nodes.Template, language: Environment) -> Study:
    """Read a parsed template through, and have every printed value pass the filter `shown` with its name and line.

    Also checks that leaving a block out or repeating it leaves well-formed markup whatever the values are, so that
    no letter has to be parsed again after it is rendered.
    """
    reader = _Reader(language)
    reader.body(tree.body, {})
    return reader.study


class _Reader:
    """Walks a template in the order it is written, keeping the markup elements that are open."""

    def __init__(self, language: Environment) -> None:
        self.language = language
        self.study = Study()
        self.stack: list[str] = []
        self.pending = ""
        self.lowest = 0
        self.loops = 0
        self.lost = False

    def fault(self, node: nodes.Node, message: str) -> None:
        # What Jinja makes up itself, around {% autoescape %}, stands on no line.
        self.study.faults.append(Fault(node.lineno or 1, message))

    def body(self, body: Sequence[nodes.Node], scope: Scope) -> None:
        for node in body:
            if isinstance(node, nodes.Output):
                self._output(node, scope)
            elif isinstance(node, nodes.If):
                self._if(node, scope)
            elif isinstance(node, nodes.For):
                self._for(node, scope)
            else:
                self.fault(node, _REFUSED.get(type(node), f"uses {{% {type(node).__name__.lower()} %}}"))

    def _output(self, node: nodes.Output, scope: Scope) -> None:
        for number, child in enumerate(node.nodes):
            if isinstance(child, nodes.TemplateData):
                self._markup(child)
                continue
            self._expression(child, scope)
            in_text = bool(self.stack) and self.stack[-1] == "w:t" and not self.pending
            told = nodes.Const((_as_typed(child), child.lineno, in_text))
            shown = nodes.Filter(child, "shown", [told], [], None, None, lineno=child.lineno, environment=self.language)
            node.nodes[number] = shown

    def _if(self, node: nodes.If, scope: Scope) -> None:
        for branch in (node, *node.elif_):
            self._expression(branch.test, scope)
            self._block(branch.body, scope, branch)
        self._block(node.else_, scope, node)

    def _for(self, node: nodes.For, scope: Scope) -> None:
        self.loops += 1
        if self.loops > _DEEPEST:
            self.fault(node, f"has loops more than {_DEEPEST} deep")
        self._expression(node.iter, scope)
        items = _path(node.iter, scope)
        inner = dict(scope) | {"loop": None}
        for target in (node.target, *node.target.find_all(nodes.Name)):
            if isinstance(target, nodes.Name):
                inner[target.name] = (*items, EACH) if items and target is node.target else None
        if node.test is not None:
            self._expression(node.test, inner)
        self._block(node.body, inner, node)
        self.loops -= 1
        self._block(node.else_, scope, node)

    def _block(self, body: Sequence[nodes.Node], scope: Scope, opening: nodes.Node) -> None:
        """A part that may be left out or repeated: it must end among the same open elements as it began."""
        stack, within_tag, outer = list(self.stack), bool(self.pending), self.lowest
        self.lowest = len(stack)
        self.body(body, scope)
        self.lowest = min(outer, self.lowest)
        if (self.stack != stack or bool(self.pending) != within_tag) and not self.lost:
            self.lost = True
            self.fault(opening, f"has a block that does not end where it began; {_OWN_LINES}")

    def _markup(self, data: nodes.TemplateData) -> None:
        """Follow the elements opened and closed; a piece that ends inside a tag waits for the rest of it."""
        if self.lost:
            return
        text = self.pending + data.data
        cut = text.rfind("<")
        whole = cut < 0 or text.find(">", cut) >= 0
        self.pending = "" if whole else text[cut:]
        for closing, name, empty in _MARKUP.findall(text if whole else text[:cut]):
            if not closing:
                self.stack += [] if empty else [name]
            elif not self._closes(name):
                self.lost = True
                self.fault(data, f"has a block or tag that cuts through a cell, link or text box; {_OWN_LINES}")
                return

    def _closes(self, name: str) -> bool:
        """Close an element; not one that is not open, nor a cell or text box that stood open before a block began."""
        if not self.stack or self.stack[-1] != name:
            return False
        self.stack.pop()
        before_the_block = len(self.stack) < self.lowest
        self.lowest = min(self.lowest, len(self.stack))
        return not (before_the_block and name in _HOLDERS)

    def _expression(self, expression: nodes.Node, scope: Scope) -> None:
        for node in (expression, *expression.find_all(nodes.Node)):
            if type(node) not in _ALLOWED:
                self.fault(node, _REFUSED.get(type(node), f"uses {type(node).__name__.lower()}"))
            elif isinstance(node, nodes.Name) and node.name not in scope:
                self.study.names.setdefault(node.name, node.lineno)
            elif isinstance(node, nodes.Getattr) and node.attr.startswith("_"):
                self.fault(node, f"asks for {_as_typed(node)}, which is not open to letters")
            elif isinstance(node, nodes.Getattr) and (path := _path(node, scope)):
                self.study.paths.setdefault(path, (_as_typed(node), node.lineno))
            elif isinstance(node, nodes.CondExpr) and node.expr2 is None:
                node.expr2 = nodes.Const("", lineno=node.lineno)


def _path(node: nodes.Node | None, scope: Scope) -> Path | None:
    """Where a value comes from, starting at a name the letter provides; None where that cannot be told."""
    if isinstance(node, nodes.Name):
        return scope.get(node.name, (node.name,))
    if isinstance(node, nodes.Getattr):
        owner = _path(node.node, scope)
        return (*owner, node.attr) if owner else None
    if isinstance(node, nodes.Filter) and node.name in _SAME_ITEMS:
        return _path(node.node, scope)
    return None


def _as_typed(node: nodes.Node) -> str:
    """A printed expression by the value it is about: `ground.cite`, whatever filters follow."""
    if isinstance(node, nodes.Name):
        return node.name
    if isinstance(node, nodes.Getattr):
        return f"{_as_typed(node.node)}.{node.attr}"
    inner = next((child for child in node.iter_child_nodes()), None)
    return _as_typed(inner) if inner is not None else "a value"


def unknown_attribute(path: Path, context: Mapping[str, object]) -> list[str] | None:
    """The attributes there are, when the last of `path` is none of them; None when it is one or cannot be told."""
    value: object = context.get(path[0])
    for step in path[1:]:
        if is_blank(value):
            return None
        if step == EACH:
            value = (
                next((item for item in value if item is not None), None) if isinstance(value, list | tuple) else None
            )
        elif isinstance(value, Mapping):
            if step not in value:
                return [str(key) for key in value]
            value = value[step]
        elif isinstance(value, Struct):
            if not hasattr(value, step):
                return list(value.__struct_fields__)
            value = getattr(value, step)
        else:
            return None if hasattr(value, step) else []
    return None
