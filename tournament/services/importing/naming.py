"""Names teams would get by themselves, as `team_names` gives them, before anything is stored."""

from tournament.services.match_words import group_letter


def follows(name: str, stem: str) -> bool:
    """True for a name that the department called `stem` gave its team."""
    rest = name.removeprefix(stem)
    return name.startswith(stem) and (not rest or (rest.isascii() and rest.isalpha() and rest.isupper()))


def names_of(stem: str, playing: int, number: int) -> list[str]:
    """As many names as teams; one team that plays needs no letter, whoever withdrew."""
    letters = [stem + group_letter(index) for index in range(1, number + 1)]
    return [stem, *letters[1:]] if playing == 1 or number == 1 else letters
