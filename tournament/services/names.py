"""Names as people type them: cleaned without losing rare characters, and their pinyin for sorting."""

import re
import unicodedata
from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _
from pypinyin import lazy_pinyin

from .refusal import Refusal

_INVISIBLE = ("Cf", "Cc", "Cs")
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_HAN = r"[\u2e80-\u2fdf\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_BETWEEN_HAN = re.compile(f"(?<={_HAN}) +(?={_HAN})")
_NUMBER, _DIGITS = re.compile("[0-9]+"), 6
_BETWEEN_DOTS = re.compile(f"(?<={_HAN}) *[.·] *(?={_HAN})")
_DOTS = str.maketrans(dict.fromkeys("•・・‧∙⋅⸱ꞏㆍᐧ᛫", "·"))
_BLANKS = str.maketrans(dict.fromkeys("\u115f\u1160\u2800\u3164\uffa0", " "))


def clean(text: str) -> str:
    """The text with half-width letters, one kind of middle dot, nothing invisible, no spaces in a name."""
    text = unicodedata.normalize("NFC", text).translate(_FULL_WIDTH).translate(_DOTS).translate(_BLANKS)
    shown = "".join(char for char in text if unicodedata.category(char) not in _INVISIBLE or char in "\t\n")
    return _BETWEEN_DOTS.sub("·", _BETWEEN_HAN.sub("", " ".join(shown.split())))


def sentence(text: str) -> str:
    """A sentence as it was written, nothing invisible in it, blanks in a row as one; its punctuation stays."""
    shown = "".join(char for char in text if unicodedata.category(char) not in _INVISIBLE or char in "\t\n")
    return " ".join(unicodedata.normalize("NFC", shown).translate(_BLANKS).split())


def required(text: str, what: str, *, at: str, limit: int, cleaned: Callable[[str], str] = clean) -> str:
    """The cleaned text; empty or longer than `limit` characters is refused, `what` names it in words."""
    name = cleaned(text)
    if not name:
        raise Refusal(_("%(what)s不能为空，请填写。") % {"what": what}, code="empty", at=at)
    if len(name) > limit:
        facts = {"what": what, "name": name[:20], "length": len(name), "limit": limit}
        message = _("%(what)s“%(name)s…”有 %(length)s 个字，最多 %(limit)s 个字。") % facts
        raise Refusal(message, code="too-long", at=at)
    return name


def sort_key(name: str) -> str:
    """The pinyin of a name in lower case, at most 200 characters; characters without pinyin stay as they are.

    Numbers are filled up with zeros, so that 第2分会 comes before 第10分会.
    """
    return _NUMBER.sub(_filled, " ".join(lazy_pinyin(name)).lower())[:200]


def _filled(number: re.Match[str]) -> str:
    return number[0].zfill(_DIGITS)


def initials(name: str) -> str:
    """Pinyin initials in ASCII, such as `ahyszy`, for addresses; may be empty."""
    letters = (part[:1] for part in lazy_pinyin(name))
    return "".join(char for char in letters if char.isascii() and char.isalnum()).lower()


def carries(words: str, names: Iterable[str], wanted: str) -> bool:
    """True if `words` contain what is searched for, or a name's pinyin or its initials begin with it."""
    wanted = wanted.casefold().replace(" ", "")
    if wanted in words.casefold().replace(" ", ""):
        return True
    latin = wanted.isascii() and wanted.isalpha()
    return latin and any(
        initials(name).startswith(wanted) or sort_key(name).replace(" ", "").startswith(wanted) for name in names
    )
