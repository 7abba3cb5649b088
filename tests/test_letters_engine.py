"""Letters: the same words as docxtpl makes, strictly, and nothing half-filled."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from permitbook.errors import NeedsUser, TemplateError
from permitbook.letters import cache, prepare
from permitbook.letters.render import LetterTemplate, load_template, read_template
from permitbook.letters.withheld import LetterWithheld
from tests.word_files import assert_well_formed, by_docxtpl, part, run, saved, template, with_body, with_part, words

FILES = Path(__file__).parent / "cases" / "files"
SMITH = {
    "applicant": "Dana Field",
    "application_no": "2026-001",
    "organization": "Smith & Sons <Events>",
    "event": "5K < 10K & Fun",
    "event_date": "Sat 12 Sep 2026",
    "route": "A&B \"Loop\" 'East'",
}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "kept")
    read_template.cache_clear()
    return tmp_path / "kept"


def reasons(content: bytes, **values: object) -> list[str]:
    with pytest.raises(LetterWithheld) as withheld:
        read_template("denial.docx", content).render(values)
    return list(withheld.value.reasons)


def filled(content: bytes, **values: object) -> list[str]:
    letter = read_template("permit.docx", content).render(values)
    assert_well_formed(letter)
    return words(letter)


GROUNDS = [{"cite": "§ 155-59A(9)", "because": "Main St. & Grand Ave. are taken", "proved": True}]
GROUNDS += [{"cite": "§ 155-59A(10)", "because": "Zwei Züge — 两个游行", "proved": False}]

SAME_AS_DOCXTPL = {
    "paragraphs": (template("Dear {{ a }}:", "", "No tags here, 100% plain & <simple>.", "{{ a }}{{ b }} {{a}}"), {}),
    "headers and footers": (template("{{ a }}", header="Village of {{ a }}", footer="{{ b }} – page"), {}),
    "runs split within braces": (
        template(["Your event {", "{ a", " }", "} is on {{ b", " }}, all right"], ["{", "{ a }}"]),
        {},
    ),
    "condition in a line": (template("{% if a %}By {{ a }}{% endif %}{% if none_such %}x{% else %}y{% endif %}"), {}),
    "condition over lines": (template("{%p if a %}", "Yes {{ a }}", "{%p else %}", "No", "{%p endif %}", "End"), {}),
    "condition that fails": (
        template("{%p if not a %}", "Yes {{ a }}", "{%p elif b == 'x' %}", "b", "{%p endif %}"),
        {},
    ),
    "loop over lines": (
        template("{%p for g in grounds %}", "{{ loop.index }}. {{ g.cite }}: {{ g.because }}", "{%p endfor %}", "End"),
        {},
    ),
    "loop in a line": (
        template("Cited: {% for g in grounds %}{{ g.cite }}{% if not loop.last %}, {% endif %}{% endfor %}."),
        {},
    ),
    "loop over rows": (
        template(
            "Grounds",
            rows=[
                ("Clause", "Why"),
                ("{%tr for g in grounds %}", ""),
                ("{{ g.cite }}", "{{ g.because }}"),
                ("{%tr endfor %}", ""),
            ],
        ),
        {},
    ),
    "rows left out": (
        template(rows=[("{%tr if not a %}", ""), ("{{ a }}", "x"), ("{%tr endif %}", ""), ("kept {{ a }}", "{{ b }}")]),
        {},
    ),
    "loop within a loop": (
        template(
            "{%p for g in grounds %}", "{% for h in grounds %}{{ h.cite }} {% endfor %}/ {{ g.cite }}", "{%p endfor %}"
        ),
        {},
    ),
    "filters": (
        template(
            "{{ items|join(', ') }} {{ a|upper }} {{ items|length }} {{ grounds|map(attribute='cite')|join('; ') }}"
        ),
        {},
    ),
    "selection": (
        template("{% for g in grounds if g.proved %}{{ g.cite }}{% endfor %}{{ 'x' if a else 'y' }}{{ 1 + n }}"),
        {},
    ),
    "curled quotation marks": (template("{% if b == “<b>” %}same{% else %}other{% endif %}{{ ‘it’ }}"), {"b": "<b>"}),
    "right to left": (template("{{ rtl }} – {{ a }}", ["بلدية {{ rtl", " }} شكرا"]), {}),
    "signs": (template("{{ signs }}", "  {{ a }}  "), {}),
    "comments in a template": (template("A{# for the clerk #}B {{ a }}", "{#p a whole line #}", "C"), {}),
    "line breaks in a tag's paragraph": (template("one\n{{ a }}\n\ttwo"), {}),
    "comparisons": (
        template("{% if n > 3 and n < 8 and a in items %}in{% endif %}{% if not (n == 5) %}no{% endif %}"),
        {},
    ),
}
VALUES: dict[str, object] = {
    "a": "Ann & <Bob> \"Q\" 'q'",
    "b": "<b> & 'B'",
    "n": 5,
    "none_such": False,
    "items": ["one", "two & three", "Ann & <Bob> \"Q\" 'q'"],
    "grounds": GROUNDS,
    "rtl": "مسيرة الربيع ABC",
    "signs": "é é 👩‍👩‍👧 ﬁ — “q” ½ 100 % {x} #} }}",
}


@pytest.mark.parametrize("name", SAME_AS_DOCXTPL)
def test_a_letter_has_the_words_docxtpl_gives_it(name: str) -> None:
    content, more = SAME_AS_DOCXTPL[name]
    values = VALUES | more
    assert filled(content, **values) == words(by_docxtpl(content, values))


GRID = '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="100"/></w:tblGrid><w:tr><w:tc>'
BOX = "<w:r><w:pict><v:shape><v:textbox><w:txbxContent>{}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>"
AS_WORD_WRITES = {
    "a tag reaching into a link": (
        f'<w:p>{run("See {")}<w:hyperlink w:anchor="x">{run("{ a")}</w:hyperlink>{run("}} now")}</w:p>'
    ),
    "a smart tag within a tag": (
        f'<w:p>{run("{{ ")}<w:smartTag w:uri="u" w:element="d">{run("a")}</w:smartTag>{run(" }}")}</w:p>'
    ),
    "a bookmark within a tag": (
        f'<w:p>{run("{")}<w:bookmarkStart w:id="0" w:name="q"/>{run("{a}")}<w:bookmarkEnd w:id="0"/>{run("}")}</w:p>'
    ),
    "a content control": f"<w:sdt><w:sdtPr/><w:sdtContent><w:p>{run('{{ a }}')}</w:p></w:sdtContent></w:sdt>",
    "a text box": f"<w:p>{run('{{ a }}')}{BOX.format('<w:p>' + run('in {{ b }}') + '</w:p>')}</w:p>",
    "a page field": f'<w:p><w:fldSimple w:instr="PAGE">{run("1")}</w:fldSimple>{run("{{ a }}")}</w:p>',
    "a table in a cell": (
        f"{GRID}<w:p>{run('{{ a }}')}</w:p>{GRID}<w:p>{run('{%tr for i in items %}')}</w:p></w:tc></w:tr>"
        f"<w:tr><w:tc><w:p>{run('{{ i }}')}</w:p></w:tc></w:tr>"
        f"<w:tr><w:tc><w:p>{run('{%tr endfor %}')}</w:p></w:tc></w:tr></w:tbl><w:p/></w:tc></w:tr></w:tbl>"
    ),
    "a block over a table": (
        f"<w:p>{run('{% if a %}x')}</w:p>{GRID}<w:p/></w:tc></w:tr></w:tbl><w:p>{run('y{% endif %}')}</w:p>"
    ),
    "a block over runs": f"<w:p>{run('x {%r if a %}')}{run('{{ a }}')}{run('{%r endif %} y')}</w:p>",
    "joined paragraphs": f"<w:p>{run('x')}</w:p><w:p>{run('{%- if a %}y{% endif -%}')}</w:p><w:p>{run('z')}</w:p>",
    "a shaded cell": f"{GRID}<w:tcPr/><w:p>{run('{% cellbg a %}{{ b }}')}</w:p></w:tc></w:tr></w:tbl>",
}


@pytest.mark.parametrize("name", AS_WORD_WRITES)
def test_markup_as_word_writes_it_gives_the_words_docxtpl_gives(name: str) -> None:
    content = with_body(AS_WORD_WRITES[name])
    assert filled(content, **VALUES) == words(by_docxtpl(content, VALUES))


def test_a_text_box_or_header_that_would_be_empty_keeps_a_paragraph() -> None:
    hidden = "".join(f"<w:p>{run(text)}</w:p>" for text in ("{%p if b %}", "{{ b }}", "{%p endif %}"))
    letter = read_template("p.docx", with_body(f"<w:p>{run('{{ a }}')}{BOX.format(hidden)}</w:p>")).render(
        {"a": "x", "b": None}
    )
    assert "<w:txbxContent><w:p/></w:txbxContent>" in part(letter)


@pytest.mark.parametrize("sample", ["letter-1-special-characters.docx", "letter-2-split-placeholder.docx"])
def test_the_sample_templates_give_the_words_docxtpl_gives(sample: str) -> None:
    content = (FILES / sample).read_bytes()
    assert words(load_template(FILES / sample).render(SMITH)) == words(by_docxtpl(content, SMITH))


def test_ampersands_and_angle_brackets_print_whole_in_body_table_header_and_footer() -> None:
    letter = load_template(FILES / "letter-1-special-characters.docx").render(SMITH)
    assert_well_formed(letter)
    text = words(letter)
    assert text[0] == "Parks & Recreation"
    assert text[2] == (
        "Your application 2026-001 for 5K < 10K & Fun by Smith & Sons <Events> on Sat 12 Sep 2026 "
        "along A&B \"Loop\" 'East' was received."
    )
    assert text[3:7] == ["Organization", "Smith & Sons <Events>", "Route", "A&B \"Loop\" 'East'"]
    assert text[7:] == ["Smith & Sons <Events>", "5K < 10K & Fun"]


def test_placeholders_that_word_split_are_filled_and_the_words_after_them_keep_their_own_look() -> None:
    letter = load_template(FILES / "letter-2-split-placeholder.docx").render(SMITH)
    assert words(letter) == ["Dear Dana Field:", "Route", "A&B \"Loop\" 'East'", "Your event is on Sat 12 Sep 2026"]
    rest = read_template("t.docx", template(["On {{ ", "a }} bold again", " plain"])).render({"a": "Sunday"})
    assert '<w:b/></w:rPr><w:t xml:space="preserve"> bold again</w:t>' in part(rest)


def test_the_gaps_sample_is_withheld_with_everything_that_is_wrong() -> None:
    letter = load_template(FILES / "letter-3-gaps.docx")
    values = {"applicant": "Dana Field", "organization": None, "decision_date": None, "phone": float("nan")}
    with pytest.raises(LetterWithheld) as withheld:
        letter.render(values)
    where = '"Decided on {{ decision_date }}. Phone {{ phone }}. Reference {{ docket_letter }}"'
    assert withheld.value.reasons == (
        f"letter-3-gaps.docx uses {{{{ docket_letter }}}}, which letters do not provide. It stands in {where}.",
        f"decision date is missing; letter-3-gaps.docx needs it in {where}.",
        f"phone is missing; letter-3-gaps.docx needs it in {where}.",
    )
    assert withheld.value.missing == ("decision_date", "phone")
    whole = letter.render(values | {"decision_date": "Wed 1 Jul 2026", "phone": "555-555-0142", "docket_letter": "D-7"})
    assert words(whole) == ["Dear Dana Field:", "", "Decided on Wed 1 Jul 2026. Phone 555-555-0142. Reference D-7."]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_conditions_sample_has_a_row_for_each_condition_and_no_ghosts(number: int) -> None:
    case = json.loads((FILES / "letter-4-conditions.json").read_text(encoding="utf-8"))[number]
    text = filled((FILES / "letter-4-conditions.docx").read_bytes(), **case)
    rows = [
        [],
        ["1", "Barricades by 8 AM"],
        ["1", "Barricades by 8 AM", "2", "No amplified sound", "3", "Clean up by 6 PM"],
    ][number]
    conflicts = ["Conflict with 2026-002"] if number == 2 else []
    assert text[1:] == ["Conditions:", "No.", "Condition", *rows, *conflicts, "Sincerely,"]


GUARDED = template(
    "{%p if conditions %}",
    "Conditions:",
    "{%p endif %}",
    rows=[("{%tr for c in conditions %}", ""), ("{{ loop.index }}", "{{ c }}"), ("{%tr endfor %}", "")],
)


@pytest.mark.parametrize("conditions", [[], None, ["  ", None], [" ", "\n"]])
def test_a_list_without_anything_in_it_leaves_neither_heading_nor_table(conditions: list[str] | None) -> None:
    assert filled(GUARDED, conditions=conditions) == ["Signed"]


def test_a_cell_whose_only_paragraphs_are_left_out_stays_a_cell() -> None:
    content = template(rows=[("{{ a }}", "x")])
    document = part(content).replace(
        "<w:r><w:t>x</w:t></w:r></w:p>",
        "<w:r><w:t>{%p if b %}</w:t></w:r></w:p><w:p><w:r><w:t>{{ b }}</w:t></w:r></w:p>"
        "<w:p><w:r><w:t>{%p endif %}</w:t></w:r></w:p>",
    )
    content = with_part(content, {"word/document.xml": document})
    assert filled(content, a="1", b=None) == ["1", "", "Signed"]
    assert filled(content, a="1", b="2") == ["1", "2", "Signed"]


# What is never printed, and what always is


@pytest.mark.parametrize(
    "blank", [None, "", "  ", "\n\t", "\xa0", " \u200b\ufeff", float("nan"), Decimal("NaN"), Decimal("sNaN")]
)
def test_a_blank_that_would_be_printed_withholds_the_letter(blank: object) -> None:
    content = template("Phone {{ phone }}.")
    assert reasons(content, phone=blank) == ['phone is missing; denial.docx needs it in "Phone {{ phone }}".']
    guarded = template("{% if phone %}Phone {{ phone }}{% else %}No phone{% endif %}")
    assert filled(guarded, phone=blank) == ["No phone"]
    assert filled(template("{{ phone|default('No phone') }}"), phone=blank) == ["No phone"]
    assert filled(template("{{ phone if phone }}|{% if phone is none %}none{% endif %}"), phone=blank) == ["|none"]


def test_what_pandas_calls_missing_is_missing() -> None:
    class Odd:
        """Like pandas.NA: comparing it says neither yes nor no."""

        def __ne__(self, other: object) -> bool:
            raise TypeError("boolean value of NA is ambiguous")

        __hash__ = None  # type: ignore[assignment]

    assert "phone is missing" in reasons(template("{{ phone }}"), phone=Odd())[0]


@pytest.mark.parametrize(
    "tag",
    [
        "{{ phone|upper }}",
        "{{ phone|title|trim }}",
        "{{ 'Phone ' ~ phone }}",
        "{{ [phone, 'x']|join(', ') }}",
        "{{ phone + '1' }}",
        "{% if phone > 3 %}x{% endif %}",
        "{{ row.phone }}",
        "{{ rows[0].phone|lower }}",
        "{% for r in rows %}{{ r.phone }}{% endfor %}",
        "{{ rows|map(attribute='phone')|join }}",
        "{{ owner.phone }}",
    ],
)
def test_no_way_of_printing_a_blank_prints_a_word_for_it(tag: str) -> None:
    values = {"phone": None, "row": {"phone": None}, "rows": [{"phone": None}], "owner": None}
    found = reasons(template(tag), **values)
    assert len(found) == 1
    assert "phone is missing; denial.docx" in found[0]
    assert "None" not in found[0]


@pytest.mark.parametrize("name", ["Null, Jordan", "None", "NA", "N/A", "nan", "NaT", "null", "0", "False"])
def test_names_that_read_as_missing_are_names(name: str) -> None:
    assert filled(template("{% if a %}{{ a }}{% endif %} {{ l|join }}"), a=name, l=[name]) == [f"{name} {name}"]


def test_numbers_and_yes_or_no_print_as_people_write_them() -> None:
    content = template("{{ a }} {{ b }} {{ c }} {{ d }} {{ e }} {{ f }}")
    assert filled(content, a=0, b=12.0, c=2.5, d=Decimal("25.50"), e=True, f=False) == ["0 12 2.5 25.50 yes no"]


def test_what_is_no_text_is_not_printed() -> None:
    said = reasons(template("On {{ day }} {{ items }}."), day=date(2026, 7, 4), items=["x"])
    where = 'in "On {{ day }} {{ items }}"'
    assert said == [
        f"denial.docx prints day, which is no text or number, {where}.",
        f"denial.docx prints items, which is no text or number, {where}.",
    ]


@pytest.mark.parametrize(
    ("pasted", "printed"),
    [
        ("Line one_x000D_\nLine two", "Line one\nLine two"),
        ("a\r\nb\rc\u2028d\x85e", "a\nb\nc\nd\ne"),
        ("Main\x0bStreet", "Main Street"),
        ("Main_x000B_Street", "Main Street"),
        ("tab\there", "tab\there"),
        ("bell\x07 null\x00 del\x7f \ud800 \ufffe", "bell null del  "),
        ("_x0041_ stays", "_x0041_ stays"),
        ("<w:br/>", "<w:br/>"),
        ("  two  blanks  ", "  two  blanks  "),
    ],
)
def test_pasted_marks_become_line_breaks_tabs_and_blanks(pasted: str, printed: str) -> None:
    assert filled(template("[{{ a }}]", rows=[("{{ a }}", "x")], header="{{ a }}"), a=pasted) == [
        f"[{printed}]",
        printed,
        "x",
        "Signed",
        printed,
    ]


@settings(max_examples=60, deadline=None)
@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\u2028\u2029\ufffe\uffff{"), min_size=1)
)
def test_every_character_a_document_can_hold_reads_back(text: str) -> None:
    if text.isspace() or "_x00" in text:
        return
    letter = read_template("p.docx", EVERY).render({"a": text})
    assert words(letter)[:2] == [text, f"x{text}y"]


EVERY = template("{{ a }}", "x{{ a }}y")


def test_properties_and_picture_texts_take_values_without_line_breaks() -> None:
    from docx import Document

    document = Document()
    document.core_properties.title = "Permit {{ a }}"
    document.add_paragraph("{{ a }}")
    letter = read_template("p.docx", saved(document)).render({"a": "One & <two>\nthree"})
    assert Document(BytesIO(letter)).core_properties.title == "Permit One & <two> three"


def test_an_ampersand_within_a_tag_is_the_sign_itself() -> None:
    assert filled(template("{% if a == 'A & B' %}same{% endif %} {{ a|default('x') }}"), a="A & B") == ["same A & B"]


# Unknown names


def test_an_unknown_name_is_told_with_the_name_that_was_meant() -> None:
    content = template("To the applicant:", "Dear {{ applicant_nme }}:")
    with pytest.raises(TemplateError) as error:
        read_template("denial.docx", content).render({"applicant_name": "Dana", "route": "Main"})
    assert isinstance(error.value, NeedsUser)
    assert str(error.value) == (
        "denial.docx uses {{ applicant_nme }}, which letters do not provide; did you mean applicant_name? "
        'It stands in "Dear {{ applicant_nme }}".'
    )


def test_all_unknown_names_are_told_at_once_wherever_they_stand() -> None:
    content = template(
        "{% if false_one %}{{ hidden }}{% endif %}",
        "{% for g in grounds %}{{ g.ciite }}{{ g.cite }}{% endfor %}",
        "{% if x %}{{ chair.nmae|upper }}{% endif %}",
        header="{{ in_header }}",
    )
    said = reasons(content, x=None, grounds=GROUNDS, chair={"name": "Pat"})
    assert [sentence.partition(",")[0] for sentence in said] == [
        f"denial.docx uses {{{{ {name} }}}}" for name in ("false_one", "hidden", "g.ciite", "chair.nmae", "in_header")
    ]
    assert "did you mean g.cite?" in said[2]
    assert "did you mean chair.name?" in said[3]
    assert 'It stands in the header: "{{ in_header }}".' in said[4]


def test_the_variable_of_a_loop_is_known_in_the_loop_only() -> None:
    assert "uses {{ c }}" in reasons(template("{% for c in l %}{{ c }}{% endfor %}{{ c }}"), l=["x"])[0]
    assert "uses {{ loop }}" in reasons(template("{{ loop.index }}"))[0]


def test_an_entry_named_like_a_method_is_the_entry_and_a_method_is_none() -> None:
    assert filled(template("{{ a.items }} {{ a.keys }}"), a={"items": "3 items", "keys": "two keys"}) == [
        "3 items two keys"
    ]
    assert "uses {{ a.upper }}" in reasons(template("{{ a.upper }}"), a="text")[0]


class Record(Struct, frozen=True):
    """What letters take most of their values from, with something in it that is not for them."""

    name: str
    act: Callable[[], str]
    _hidden: str


@pytest.mark.parametrize("tag", ["{{ a['_hidden'] }}", "{{ a.act }}", "{{ a['act'] }}", "{{ a['__class__'] }}"])
def test_of_a_record_only_the_fields_that_are_values_are_open(tag: str) -> None:
    record = Record("Harbor Walk", lambda: "done", "nobody's business")
    assert filled(template("{{ a.name }} {{ a['name'] }}"), a=record) == ["Harbor Walk Harbor Walk"]
    assert reasons(template(tag), a=record)


# Broken templates


@pytest.mark.parametrize(
    ("broken", "tag"),
    [
        ("Dear {{ applicant }:", "{{"),
        ("Dear { applicant }}:", "{ applicant }"),
        ("Dear { applicant, dear }}:", "}}"),
        ("Dear {applicant}:", "{applicant}"),
        ("Dear { {applicant} }:", "{ {"),
        ("{% if a }", "{%"),
        ("{% if a %", "{%"),
        ("{ % if a % }", "{ %"),
        ("if a %}", "%}"),
        ("% if a", "% if"),
        ("%p endif", "%p endif"),
        ("pays 20 % endfor", "% endfor"),
        ("{{ a {{ b }}", "{{ a {{ b }}"),
        ("{{ a %} and {{ b }}", "{{ a %} and {{ b }}"),
        ("{# a", "{#"),
    ],
)
def test_a_broken_tag_is_named_with_its_paragraph(broken: str, tag: str) -> None:
    said = reasons(template("Fine {{ a }}", broken))
    assert said == [f'denial.docx, has a broken tag ({tag}) in "{broken.rstrip(":")}".']


def test_every_broken_paragraph_is_named() -> None:
    said = reasons(template("one {{ a", "two b }}", rows=[("three {% x", "")], footer="four { {"))
    assert [sentence.split('"')[1] for sentence in said] == ["one {{ a", "two b }}", "three {% x", "four { {"]
    assert "in the footer" in said[-1]


@pytest.mark.parametrize("text", ["100%", "10 % for the first hour", "5% if paid early", "{}", "a {1} b", "50%", "(#)"])
def test_ordinary_percentages_and_braces_are_ordinary(text: str) -> None:
    assert filled(template(text, "{{ a }}"), a="x") == [text, "x"]


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("{% if a %}x", "has a tag that cannot be read: Unexpected end of template"),
        ("{% endif %}", "has a tag that cannot be read: Encountered unknown tag 'endif'"),
        ("{% p if a %}x{% endif %}", "has a tag that cannot be read: Encountered unknown tag 'p'"),
        ("{{ a b }}", "has a tag that cannot be read: expected token 'end of print statement', got 'b'"),
        ("{{ a|uper }}", "has a tag that cannot be read: No filter named 'uper'"),
        ("{{ a|safe }}", "has a tag that cannot be read: No filter named 'safe'"),
        ("{{p a }}", "write {{ name }} with a blank after the braces"),
        ("Dear {%p if a %}", "has {%p if a %} together with something else"),
        ("{%p if a %}{%p if b %}", "has {%p if a %} together with something else"),
        ("{%tr if a %}", "has {%tr if a %} outside a table row"),
    ],
)
def test_a_tag_that_cannot_work_is_named(tag: str, said: str) -> None:
    found = reasons(template("Fine", tag), a="1", b="2")
    assert said in found[0]
    assert tag.partition("}")[0] in found[0]


def test_a_row_tag_takes_nothing_else_of_its_row_with_it() -> None:
    content = template(rows=[("{%tr for c in l %}", "lost"), ("{{ c }}", ""), ("{%tr endfor %}", "")])
    assert 'together with something else in "{%tr for c in l %}lost"' in reasons(content, l=[])[0]


def test_a_block_across_cells_is_refused_before_it_could_damage_a_letter() -> None:
    across = template(rows=[("{% if a %}x", "y{% endif %}")])
    assert "give {%p … %} paragraphs and {%tr … %} table rows of their own" in reasons(across, a="1")[0]
    loop = template("{% for c in l %}", rows=[("{{ c }}", "{% endfor %}")])
    assert "of their own" in reasons(loop, l=["1"])[0]
    over_paragraphs = template("{% if a %}one", "two", "three{% endif %}")
    assert filled(over_paragraphs, a="1") == ["one", "two", "three"]
    assert filled(over_paragraphs, a="") == [""]


def test_tags_left_in_a_finished_letter_withhold_it() -> None:
    said = reasons(template("Dear {{ a }}:", "and {{ b }}"), a="{{ name }}", b="fine")
    assert said == ['denial.docx would leave {{ or {% in "Dear {{ name }}"; correct the template or the value.']
    assert "would leave" in reasons(template("{{ a }}"), a="{% x")[0]
    assert "would leave" in reasons(template(["{{ a }}", "{x"]), a="{")[0]


def test_tracked_changes_and_tags_in_comments_are_refused() -> None:
    content = template("Dear {{ a }}")
    tracked = part(content).replace("<w:r>", '<w:ins w:id="1" w:author="x"><w:r>').replace("</w:r>", "</w:r></w:ins>")
    assert "tracked changes" in reasons(with_part(content, {"word/document.xml": tracked}))[0]
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    types = part(content, "[Content_Types].xml").replace(
        "</Types>",
        '<Override PartName="/word/comments.xml" ContentType="application/vnd.openxmlformats-officedocument.'
        'wordprocessingml.comments+xml"/></Types>',
    )
    comments = (
        f"<w:comments {space}><w:comment><w:p><w:r><w:t>ask {{{{ b }}}}</w:t></w:r></w:p></w:comment></w:comments>"
    )
    said = reasons(with_part(content, {"[Content_Types].xml": types, "word/comments.xml": comments}))
    assert said == ["denial.docx, in a comment, has the tag {{ b }} where letters are not filled in; remove it."]


@pytest.mark.parametrize("content", [b"", b"not a zip", (FILES / "letter-1-special-characters.xlsx").read_bytes()])
def test_what_is_no_word_file_is_refused(content: bytes) -> None:
    with pytest.raises(TemplateError, match=r"denial\.docx is not a Word document"):
        read_template("denial.docx", content)


def test_a_document_with_macros_or_a_doctype_is_refused() -> None:
    content = template("{{ a }}")
    types = part(content, "[Content_Types].xml")
    macros = types.replace(
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
        "application/vnd.ms-word.document.macroEnabled.main+xml",
    )
    assert "without macros" in reasons(with_part(content, {"[Content_Types].xml": macros}))[0]
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]>' + part(content).partition("?>")[2].strip().replace("{{ a }}", "&a;")
    assert "a form that Word never writes" in reasons(with_part(content, {"word/document.xml": bomb}))[0]


def test_a_strict_open_xml_document_is_refused() -> None:
    content = template("{{ a }}")
    strict = "http://purl.oclc.org/ooxml/wordprocessingml/main"
    document = part(content).replace("http://schemas.openxmlformats.org/wordprocessingml/2006/main", strict)
    said = reasons(with_part(content, {"word/document.xml": document}))
    assert said == ["denial.docx is saved in an unusual way; open it in Word and save it as Word Document."]


def test_a_template_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match=r"none\.docx cannot be read: No such file"):
        load_template(tmp_path / "none.docx")


# Templates run no code


@pytest.mark.parametrize(
    "tag",
    [
        "{{ ''.__class__ }}",
        "{{ a.__class__.__mro__ }}",
        "{{ a['__class__'] }}",
        "{{ items|map(attribute='__class__')|join }}",
        "{{ a.upper() }}",
        "{{ range(1000000000)|join }}",
        "{% for i in range(1000000000) %}{{ i }}{% endfor %}",
        "{{ 'x' * 1000000000 }}",
        "{{ 9 ** 9 ** 9 }}",
        "{{ '%1000000000d' % 1 }}",
        "{{ cycler('a') }}",
        "{{ self }}",
        "{{ a|attr('__class__') }}",
        "{% set x = 1 %}{{ x }}",
        "{% include 'secret.docx' %}",
        "{% import 'x' as y %}",
        "{% extends 'x' %}",
        "{% macro m() %}{% endmacro %}",
        "{% filter upper %}x{% endfilter %}",
        "{% raw %}x{% endraw %}{{ lipsum }}",
        "{% for a in items %}" * 4 + "x" + "{% endfor %}" * 4,
        "{{ " + "(" * 5000 + "a" + ")" * 5000 + " }}",
    ],
)
def test_templates_run_no_code_and_end_soon(tag: str) -> None:
    assert reasons(template(tag), a="text", items=["x", "y"])


def test_a_letter_without_end_is_stopped() -> None:
    content = template("{% for a in l %}{% for b in l %}{% for c in l %}{{ c }}{% endfor %}{% endfor %}{% endfor %}")
    assert "far too long" in reasons(content, l=["x"] * 300)[0]


# Packages and speed


def test_the_same_values_make_the_same_bytes_and_other_parts_are_copied_as_they_lie() -> None:
    content = (FILES / "letter-1-special-characters.docx").read_bytes()
    letter = read_template("a.docx", content)
    first = letter.render(SMITH)
    read_template.cache_clear()
    assert read_template("a.docx", content).render(dict(reversed(SMITH.items()))) == first
    rendered = {"word/document.xml", "word/header1.xml", "word/footer1.xml"}
    with zipfile.ZipFile(BytesIO(content)) as before, zipfile.ZipFile(BytesIO(first)) as after:
        assert before.namelist() == after.namelist()
        for name in set(before.namelist()) - rendered:
            assert raw(content, before.getinfo(name)) == raw(first, after.getinfo(name))


def raw(package: bytes, info: zipfile.ZipInfo) -> bytes:
    start = info.header_offset + 30 + len(info.filename.encode())
    start += int.from_bytes(package[info.header_offset + 28 : info.header_offset + 30], "little")
    return package[start : start + info.compress_size]


def test_a_template_is_prepared_once_for_each_content(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = template("Dear {{ a }}")
    first = read_template("a.docx", content).render({"a": "x"})
    assert len(list(own_cache.iterdir())) == 1
    read_template.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(prepare, "_prepare", lambda *_: pytest.fail("prepared again"))
        assert read_template("a.docx", content).render({"a": "x"}) == first
    assert words(read_template("a.docx", template("Changed {{ a }}")).render({"a": "x"})) == ["Changed x"]
    for damage in (b"", b"{}", b"0\n{}", next(own_cache.iterdir()).read_bytes()[:-20]):
        for kept in own_cache.iterdir():
            kept.write_bytes(damage)
        read_template.cache_clear()
        assert read_template("a.docx", content).render({"a": "x"}) == first


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    for folder in (tmp_path / "file" / "kept", None):
        monkeypatch.setattr(cache, "cache_folder", lambda folder=folder: folder)
        read_template.cache_clear()
        assert filled(template("Dear {{ a }}"), a="x") == ["Dear x"]


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {"XDG_CACHE_HOME": "/caches"}, "/caches/permitbook/letters"),
        ("linux", {"XDG_CACHE_HOME": "", "HOME": "/home/clerk"}, "/home/clerk/.cache/permitbook/letters"),
        ("darwin", {"HOME": "/Users/clerk"}, "/Users/clerk/Library/Caches/permitbook/letters"),
        ("win32", {"LOCALAPPDATA": "/AppData/Local"}, "/AppData/Local/permitbook/letters"),
        ("win32", {"LOCALAPPDATA": ""}, None),
    ],
)
def test_prepared_templates_are_kept_where_each_system_keeps_such_things(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], folder: str | None
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(sys, "platform", platform)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert cache.cache_folder() == (Path(folder) if folder else None)


LEAN = """
import sys
from pathlib import Path
from permitbook.letters.render import load_template
load_template(Path(sys.argv[1])).render({"applicant": "x", "route": "y", "event_date": "z"})
print(*sorted({name.partition(".")[0] for name in sys.modules} & set(sys.argv[2:])))
"""


def test_a_letter_from_a_known_template_loads_neither_docx_nor_docxtpl_nor_lxml(tmp_path: Path) -> None:
    heavy = ["docx", "docxtpl", "lxml", "pandas", "numpy", "openpyxl", "babel", "asyncio"]
    home = {"XDG_CACHE_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path), "HOME": str(tmp_path)}
    command = [sys.executable, "-c", LEAN, str(FILES / "letter-2-split-placeholder.docx"), *heavy]
    loaded = [
        subprocess.run(command, env=os.environ | home, capture_output=True, text=True, check=True).stdout.split()
        for _ in range(2)
    ]
    assert {"docx", "docxtpl", "lxml"} <= set(loaded[0])
    assert loaded[1] == []


def test_names_lists_what_a_template_asks_for() -> None:
    made: LetterTemplate = read_template("a.docx", template("{{ a }}{% if b %}{{ c.d }}{% endif %}", header="{{ e }}"))
    assert made.names == {"a", "b", "c", "e"}
