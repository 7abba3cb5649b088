"""A letter that is not made, and the sentences that say why."""

from collections.abc import Iterable, Sequence

from permitbook.errors import TemplateError

_LONGEST_QUOTE = 90


class LetterWithheld(TemplateError):
    """The letter was not made: `reasons` has a sentence for each cause, `missing` names the blank values it prints."""

    def __init__(self, reasons: Sequence[str], missing: Sequence[str] = ()) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = tuple(reasons)
        self.missing = tuple(missing)


def quoted(text: str, near: str = "") -> str:
    """The words of a paragraph as a clerk would look for them in Word, cut to a line around `near`."""
    text = " ".join(text.split())
    if len(text) > _LONGEST_QUOTE:
        start = max(0, min(text.find(near) - _LONGEST_QUOTE // 3, len(text) - _LONGEST_QUOTE))
        end = start + _LONGEST_QUOTE
        text = ("…" if start else "") + text[start:end].strip() + ("…" if end < len(text) else "")
    return f'"{text.rstrip(".,:;")}"'


def unknown_name(template: str, name: str, provided: Iterable[str], place: str) -> str:
    """The sentence for a placeholder that letters do not fill, with the name that was probably meant."""
    from difflib import get_close_matches

    close = get_close_matches(name, list(provided), n=1, cutoff=0.7)
    hint = f"; did you mean {close[0]}?" if close else "."
    return f"{template} uses {{{{ {name} }}}}, which letters do not provide{hint} It stands in {place}."
