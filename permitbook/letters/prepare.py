"""From a Word template to the text that is rendered: done once for each content a template has.

docxtpl does the preparing ({%p %}, {%tr %} and the like); it, python-docx and lxml are imported here only, and only
when a template is new. What docxtpl would silently lose or garble is looked for first and named with its paragraph.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from permitbook.letters.cache import keep, recall
from permitbook.letters.withheld import LetterWithheld, quoted
from permitbook.rawzip import BadPackage, Member, read_package

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_P, _T, _R = f"{_W}p", f"{_W}t", f"{_W}r"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_LARGEST_PART, _MOST_ELEMENTS, _MOST_TAGS = 8_000_000, 200_000, 5_000
_CORE = "application/vnd.openxmlformats-package.core-properties+xml"
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_DOCUMENT = f"{_WORD}document.main+xml"
_RENDERED = {_DOCUMENT, _CORE, *(f"{_WORD}{kind}+xml" for kind in ("header", "footer", "footnotes", "endnotes"))}
_NOT_RENDERED = {f"{_WORD}comments+xml", f"{_WORD}document.glossary+xml"}
_CALLED = {
    "header": "the header",
    "footer": "the footer",
    "footnotes": "a footnote",
    "endnotes": "an endnote",
    "comments": "a comment",
    "core": "the document's properties",
    "document": "",
}

TAG = r"(?s)\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}"
"""These patterns are compiled only when a template is new."""
_INSIDE = r"\{[{%#]|[}%#]\}"
_FAULT = r"""(?x)
    \{\s*[{%#] | [}%#]\s*\}                                         # half of a tag, or its braces parted by blanks
    | \{\s*[^\W\d]\w*(?:\.\w+)*\s*\}                                   # {name} with one brace instead of two
    | ^\s*%\s*(?:(?:p|tr|tc|r)\s+)?(?:if|elif|else|for|endif|endfor)\b  # a % that is no percentage
    | %\s*(?:endif|endfor)\b | \b(?:endif|endfor)\s*%
    """
_ALONE = {"p": (_P, "paragraph"), "tr": (f"{_W}tr", "table row"), "tc": (f"{_W}tc", "table cell")}
_ALONE_TAG = r"\{[%#](p|tr|tc)\s"
_PRINTS_XML = r"\{\{(?:p|tr|tc|r)\s"
_TRACKED = [f"{_W}{name}" for name in ("ins", "del", "moveFrom", "moveTo")]
_HOLDS_MORE = [f"{_W}{name}" for name in ("drawing", "pict", "object", "sectPr")]


def prepared_parts(name: str, content: bytes) -> tuple[dict[str, Member], dict[str, str]]:
    """The members of a template, and for each part that holds tags the text to be rendered in its place.

    Paragraphs begin on lines of their own, so that a line number leads back to the words around a tag.
    Raises LetterWithheld, naming every fault with its paragraph, when the template cannot be used.
    """
    try:
        members = read_package(content)
        parts = recall(content)
        if parts is None or not parts.keys() <= members.keys():
            parts = _prepare(name, content, members)
            keep(content, parts)
    except BadPackage as error:
        raise LetterWithheld([f"{name} is not a Word document that can be read: {error}."]) from error
    return members, parts


def part_place(part: str) -> str:
    """What a clerk calls the part a fault stands in; nothing for the letter's body."""
    return _CALLED.get(part.rpartition("/")[2].partition(".")[0].rstrip("0123456789"), part)


def _prepare(name: str, content: bytes, members: dict[str, Member]) -> dict[str, str]:
    from docxtpl import DocxTemplate
    from lxml import etree

    kinds = _content_types(name, members)
    template = DocxTemplate(BytesIO(content))
    faults: list[str] = []
    parts = {}
    for part, kind in kinds.items():
        root = _parsed(name, members[part])
        place = part_place(part)
        if (kind != _CORE and root.prefix != "w") or (kind == _DOCUMENT and root.tag != f"{_W}document"):
            raise LetterWithheld([f"{name} is saved in an unusual way; open it in Word and save it as Word Document."])
        found = list(_faults(root))
        for paragraph in root.iter(_P):
            _gather_tags(paragraph)
        text = etree.tostring(root, encoding="unicode")
        tag = re.search(TAG, text)
        if tag and kind in _NOT_RENDERED:
            found.append(f"has the tag {tag[0]} where letters are not filled in; remove it")
        faults += [f"{name}{f', in {place}' if place else ''}, {fault}." for fault in found]
        if tag and not found:
            parts[part] = _DECLARATION + _on_lines(template.patch_xml(text))
    if faults:
        raise LetterWithheld(faults)
    return parts


def _content_types(name: str, members: dict[str, Member]) -> dict[str, str]:
    """The parts that could hold tags, with their content type, the letter's body first."""
    if "[Content_Types].xml" not in members:
        raise BadPackage("it has no list of contents")
    types = _parsed(name, members["[Content_Types].xml"])
    kinds = {e.get("PartName", "").lstrip("/"): e.get("ContentType", "") for e in types}
    if _DOCUMENT not in kinds.values():
        raise LetterWithheld([f"{name} is not a Word document without macros; save it in Word as a .docx file."])
    wanted = {part: kind for part, kind in kinds.items() if part in members and kind in _RENDERED | _NOT_RENDERED}
    return dict(sorted(wanted.items(), key=lambda item: item[1] != _DOCUMENT))


def _parsed(name: str, member: Member) -> "Element":
    from lxml import etree

    is_large = member.size > _LARGEST_PART
    content = b"" if is_large else member.read()
    tags = content.count(b"{{") + content.count(b"{%")
    if is_large or tags > _MOST_TAGS or content.count(b"<") > _MOST_ELEMENTS:
        raise LetterWithheld([f"{name} is too large for a letter template ({member.name})."])
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise BadPackage(f"{member.name} inside the file is damaged") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise BadPackage(f"{member.name} inside the file has a form that Word never writes")
    return root


def _faults(root: "Element") -> Iterator[str]:
    """Every broken tag of a part, as the end of a sentence that begins with the template's name."""
    if next(root.iter(_TRACKED), None) is not None:
        yield "has tracked changes; accept or reject them in Word (Review, Accept All), stop tracking, and save"
    for paragraph in root.iter(_P):
        text = _text(paragraph)
        if "{" not in text and "}" not in text and "%" not in text:
            continue
        broken = re.search(_FAULT, re.sub(TAG, "\0", text))
        if broken:
            yield f"has a broken tag ({broken[0].strip()}) in {quoted(text, broken[0])}"
            continue
        for tag in re.findall(TAG, text):
            if re.search(_INSIDE, tag[2:-2]):
                yield f"has a broken tag ({tag}) in {quoted(text, tag)}"
            elif re.match(_PRINTS_XML, tag):
                yield f"has {tag} in {quoted(text, tag)}; write {{{{ name }}}} with a blank after the braces"
            elif alone := re.match(_ALONE_TAG, tag):
                kind, word = _ALONE[alone[1]]
                yield from _not_alone(paragraph, kind, word, tag)


def _not_alone(paragraph: "Element", kind: str, word: str, tag: str) -> Iterator[str]:
    """A tag that stands for its whole paragraph, row or cell takes all else in it away: nothing may be there."""
    holder = paragraph if kind == _P else next(paragraph.iterancestors(kind), None)
    if holder is None:
        yield f"has {tag} outside a {word}, in {quoted(_text(paragraph), tag)}"
        return
    text = "".join(_text(p) for p in holder.iter(_P))
    if text.strip() != tag.strip() or next(holder.iter(_HOLDS_MORE), None) is not None:
        yield f"has {tag} together with something else in {quoted(text, tag)}; give it a {word} of its own"


def _texts(paragraph: "Element") -> list["Element"]:
    """The pieces of a paragraph's own text, leaving out those of a text box anchored in it."""
    return [t for t in paragraph.iter(_T) if next(t.iterancestors(_P)) is paragraph]


def _text(paragraph: "Element") -> str:
    return "".join(t.text or "" for t in _texts(paragraph))


def _gather_tags(paragraph: "Element") -> None:
    """Bring each tag that Word split over several runs together in the run where it begins.

    docxtpl would join them by cutting out all markup in between, and with it the start or end of a link.
    """
    pieces = _texts(paragraph)
    text = _text(paragraph)
    owner = [number for number, piece in enumerate(pieces) for _ in piece.text or ""]
    tags = list(re.finditer(TAG, text))
    for tag in tags:
        owner[tag.start() : tag.end()] = [owner[tag.start()]] * len(tag[0])
    if not tags:
        return
    gathered = [""] * len(pieces)
    for number, letter in zip(owner, re.sub(TAG, _typed_plainly, text), strict=True):
        gathered[number] += letter
    for piece, words in zip(pieces, gathered, strict=True):
        if words == piece.text and not re.search(TAG, words):
            continue
        piece.text = words
        piece.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")


def _typed_plainly(tag: re.Match[str]) -> str:
    """Word's no-break blanks and curled quotation marks as the template language knows them."""
    return tag[0].translate({0xA0: " ", 0x201C: '"', 0x201D: '"', 0x2018: "'", 0x2019: "'"})


def _on_lines(text: str) -> str:
    """Each paragraph, and each tag between paragraphs, on a line of its own; `&` within tags as it was typed."""
    text = re.sub(TAG, lambda tag: tag[0].replace("&amp;", "&"), text)
    text = re.sub(r"<w:p(?=[ >])", r"\n<w:p", text)
    return re.sub(r"(</w:(?:p|tr|tc|tbl|tblGrid|trPr|tcPr)>|<w:body>)(?=\{)", r"\1\n", text)
