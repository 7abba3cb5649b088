"""Letters from prepared templates: strict, without code, and the same bytes for the same facts.

Only the parts that hold tags are rendered and packed; all others are copied as they lie in the template.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count, islice
from pathlib import Path
from types import TracebackType

from jinja2 import Template, TemplateError, TemplateSyntaxError
from jinja2.exceptions import SecurityError, UndefinedError
from msgspec import Struct
from msgspec.structs import replace

from permitbook.letters.language import language
from permitbook.letters.prepare import part_place, prepared_parts
from permitbook.letters.tags import Study, study, unknown_attribute
from permitbook.letters.values import Report, reporting
from permitbook.letters.withheld import LetterWithheld, quoted, unknown_name
from permitbook.rawzip import Member, pack, package_bytes

_MOST_PIECES = 500_000
_LEFT_OVER = re.compile(r"\{(?:<(?!/w:p>)[^<>]*>)*[{%]")
_EMPTY_TABLE = re.compile(r"<w:tbl>(?:(?!<w:tbl>|<w:tr[ >]).)*</w:tblGrid>\s*</w:tbl>", re.DOTALL)
_HOLDER_ENDS = re.compile(r"</w:(?:tc|hdr|ftr|txbxContent|footnote|endnote)>")
_EMPTY_HOLDER = re.compile(
    r"(<w:(?:tc|hdr|ftr|txbxContent|footnote|endnote)(?: [^<>]*[^<>/])?>|</w:tcPr>|<w:tcPr/>|</w:tbl>)"
    r"(\s*</w:(?:tc|hdr|ftr|txbxContent|footnote|endnote)>)"
)
_PICTURE_NUMBER = re.compile(r'(<wp:docPr\b[^<>]*?\bid=")\d+')


class _Part(Struct, frozen=True):
    """One part of a template that holds tags."""

    name: str
    lines: Sequence[str]
    template: Template
    study: Study

    def place(self, line: int, near: str = "") -> str:
        return _line_place(self.name, self.lines, line, near)

    def render(self, values: dict[str, object]) -> str:
        context = self.template.new_context(values, shared=True)
        pieces = list(islice(self.template.root_render_func(context), _MOST_PIECES))
        if len(pieces) == _MOST_PIECES:
            raise ValueError("it would be far too long")
        return _mended("".join(pieces))


class LetterTemplate(Struct, frozen=True):
    """A template ready to be rendered any number of times."""

    name: str
    members: Mapping[str, Member]
    parts: Sequence[_Part]

    @property
    def names(self) -> frozenset[str]:
        """The values this template asks for, in a branch or everywhere."""
        return frozenset(name for part in self.parts for name in part.study.names)

    def unknown(self, values: Mapping[str, object]) -> dict[str, str]:
        """The names and attributes that the template uses and `values` do not have, each with its sentence."""
        sentences: dict[str, str] = {}
        for part in self.parts:
            for name, line in part.study.names.items():
                if name not in values:
                    sentences.setdefault(name, unknown_name(self.name, name, values, part.place(line, name)))
            for path, (typed, line) in part.study.paths.items():
                known = unknown_attribute(path, values)
                if known is not None:
                    owner = typed.rpartition(".")[0]
                    provided = [f"{owner}.{name}" for name in known]
                    sentences.setdefault(typed, unknown_name(self.name, typed, provided, part.place(line, typed)))
        return sentences

    def render(self, values: Mapping[str, object], heading: Callable[[str], str] | None = None) -> bytes:
        """The letter as a Word file; the same values make the same bytes.

        `heading` gives the words for the name of a blank value in the reasons. Raises LetterWithheld with every
        reason found: unknown names, blank values that would be printed, values that are no text, tags left over.
        """
        unknown = self.unknown(values)
        reasons = list(unknown.values())
        missing: list[str] = []
        rendered: dict[str, str] = {}
        facts = dict(values)
        for part in self.parts:
            with reporting() as report:
                try:
                    rendered[part.name] = part.render(facts)
                except UndefinedError as error:
                    if not (reasons or report.blank):
                        reasons.append(self._failure(part, error))
                except (TemplateError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
                    reasons.append(self._failure(part, error))
            report.unknown = {name: line for name, line in report.unknown.items() if name not in unknown}
            reasons += self._reasons(part, report, heading or _spoken)
            missing += report.blank
        reasons += [sentence for part in self.parts for sentence in self._left_over(part, rendered.get(part.name, ""))]
        if reasons:
            raise LetterWithheld(list(dict.fromkeys(reasons)), list(dict.fromkeys(missing)))
        return package_bytes(
            replace(_packed(rendered[name]), name=name) if name in rendered else member
            for name, member in self.members.items()
        )

    def _reasons(self, part: _Part, report: Report, heading: Callable[[str], str]) -> Iterator[str]:
        for name, line in report.blank.items():
            place = part.place(line or part.study.names.get(name, 0), name)
            yield f"{heading(name)} is missing; {self.name} needs it in {place}."
        for name, line in report.unknown.items():
            yield unknown_name(self.name, name, (), part.place(line, name))
        for name, line in report.unprintable.items():
            yield f"{self.name} prints {name}, which is no text or number, in {part.place(line, name)}."

    def _left_over(self, part: _Part, text: str) -> Iterator[str]:
        if found := _LEFT_OVER.search(text):
            start = text.rfind("<w:p>", 0, found.start()), text.rfind("<w:p ", 0, found.start())
            words = re.sub(r"<[^<>]*>", "", text[max(start) : text.find("</w:p>", found.start())])
            place = _place(part.name, words, "{")
            yield f"{self.name} would leave {{{{ or {{% in {place}; correct the template or the value."

    def _failure(self, part: _Part, error: Exception) -> str:
        line = _line_of(part.template, error.__traceback__)
        what = "asks for something that is not open to letters" if isinstance(error, SecurityError) else f"{error}"
        return f"{self.name} cannot be filled in: {what.rstrip('.')}, in {part.place(line)}."


def load_template(path: Path) -> LetterTemplate:
    """The template in a file, ready to render; read again each time, prepared and compiled once for each content."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise LetterWithheld([f"{path.name} cannot be read: {error.strerror or error}."]) from error
    return read_template(path.name, content)


@lru_cache(maxsize=64)
def read_template(name: str, content: bytes) -> LetterTemplate:
    """The template in these bytes. Raises LetterWithheld naming every fault of the template with its paragraph."""
    members, sources = prepared_parts(name, content)
    faults: list[str] = []
    parts = [part for part_name, source in sources.items() if (part := _part(name, part_name, source, faults))]
    if faults:
        raise LetterWithheld(faults)
    return LetterTemplate(name, members, parts)


def _part(name: str, part_name: str, source: str, faults: list[str]) -> _Part | None:
    """One part studied and compiled, or None when it has faults, which are added to the list."""
    lines = source.split("\n")
    try:
        template, found = _compiled(source)
        if template is not None:
            return _Part(part_name, lines, template, found)
        faults += [f"{name} {each.message}, in {_line_place(part_name, lines, each.line)}." for each in found.faults]
    except TemplateSyntaxError as error:
        place = _line_place(part_name, lines, error.lineno)
        faults.append(f"{name} has a tag that cannot be read: {error.message}, in {place}.")
    except RecursionError:
        faults.append(f"{name} has a tag that is nested too deeply.")
    except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
        # Compiling computes what hangs on no value, such as {{ none.title }}.
        faults.append(f"{name} has a tag that cannot be worked out: {error}.")
    return None


@lru_cache(maxsize=128)
def _compiled(source: str) -> tuple[Template | None, Study]:
    """The text of a part compiled and studied; templates of one office have their headers and footers in common.

    A text that asks for what letters do not allow is not even compiled: compiling computes constants.
    """
    tree = language().parse(source)
    found = study(tree, language())
    return None if found.faults else language().from_string(tree), found


@lru_cache(maxsize=32)
def _packed(text: str) -> Member:
    """A filled part packed, under no name; the letters of a set have their headers, and each its footers, in common."""
    return pack("", text.encode("utf-8"))


def _line_place(part: str, lines: Sequence[str], line: int, near: str = "") -> str:
    """Where a line stands, in the words a clerk can look for."""
    words = re.sub(r"<[^<>]*>", "", lines[line - 1]) if 0 < line <= len(lines) else ""
    return _place(part, words, near)


def _place(part: str, words: str, near: str) -> str:
    """Where something stands: the words around it, and the part when it is not the letter's own text."""
    where = part_place(part)
    if not words.strip():
        return where or "the letter"
    return f"{where}: {quoted(words, near)}" if where else quoted(words, near)


def _line_of(template: Template, trace: TracebackType | None) -> int:
    """The line of the template that was being rendered when an error was raised."""
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code is template.root_render_func.__code__:
            line = template.get_corresponding_lineno(trace.tb_lineno)
        trace = trace.tb_next
    return line


def _mended(text: str) -> str:
    """The part as Word insists on it: no table without rows, no cell without a paragraph, pictures numbered."""
    if "</w:tblGrid>" in text:
        text = _EMPTY_TABLE.sub("", text)
    if not all(text.endswith("</w:p>", 0, end.start()) for end in _HOLDER_ENDS.finditer(text)):
        text = _EMPTY_HOLDER.sub(r"\1<w:p/>\2", text)
    if text.count("<wp:docPr ") > 1:
        numbers = count(1001)
        text = _PICTURE_NUMBER.sub(lambda found: f"{found[1]}{next(numbers)}", text)
    return text


def _spoken(name: str) -> str:
    return name.replace("_", " ").replace(".", " ")
