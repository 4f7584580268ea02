"""The shapes of the answers, for the documentation of the interface."""

from typing import Any

from rest_framework import serializers

Shape = serializers.Serializer[dict[str, Any]]


class DepartmentShape(Shape):
    """A department."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class TeamShape(Shape):
    """A team with its players."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    department = DepartmentShape()
    players = serializers.ListField(child=serializers.CharField())
    withdrawn = serializers.BooleanField()


class TournamentShape(Shape):
    """A tournament."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    host = serializers.CharField(allow_blank=True)
    venue = serializers.CharField(allow_blank=True)
    starts_at = serializers.DateTimeField(allow_null=True)
    published = serializers.ListField(child=serializers.CharField(), help_text="notice、teams、draw、schedule、results")


class NamedSideShape(Shape):
    """A side in words; `team` once it is known."""

    text = serializers.CharField(allow_blank=True)
    team = serializers.IntegerField(allow_null=True)


class NamedSidesShape(Shape):
    """Both sides."""

    a = NamedSideShape()
    b = NamedSideShape()


class FixtureShape(Shape):
    """A match as it is planned."""

    id = serializers.IntegerField()
    title = serializers.CharField()
    stage = serializers.CharField()
    round = serializers.IntegerField()
    group = serializers.CharField(allow_blank=True)
    table = serializers.IntegerField(allow_null=True)
    starts_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    called = serializers.BooleanField(help_text="正在叫号")
    called_off = serializers.BooleanField(help_text="退赛，不再进行")
    status = serializers.CharField(allow_null=True, help_text="公布成绩后才有")
    sides = NamedSidesShape()


class ScoresShape(Shape):
    """Both sides' scores in words."""

    a = serializers.CharField(allow_blank=True)
    b = serializers.CharField(allow_blank=True)


class ResultShape(FixtureShape):
    """A decided match."""

    winner = serializers.CharField(allow_null=True, help_text="a、b，或 null（没有胜方）")
    scores = ScoresShape()
    decided_by = serializers.CharField(allow_blank=True)
    disputed = serializers.BooleanField(help_text="有可能改变胜负的抗议待裁定")


class RowShape(Shape):
    """A place in a table."""

    rank = serializers.IntegerField()
    team = serializers.CharField()
    tied = serializers.BooleanField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    values = serializers.ListField(child=serializers.FloatField(allow_null=True), help_text="依次对应 criteria")
    decided_by = serializers.CharField(allow_blank=True)
    why = serializers.ListField(child=serializers.CharField())


class TableShape(Shape):
    """A group's table."""

    title = serializers.CharField()
    complete = serializers.BooleanField()
    lot_owed = serializers.BooleanField()
    played = serializers.IntegerField()
    matches = serializers.IntegerField()
    criteria = serializers.ListField(child=serializers.CharField())
    rows = RowShape(many=True)


class PlacedTeamShape(Shape):
    """A team that holds a place."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    department = serializers.CharField()


class PlacingShape(Shape):
    """A decided place."""

    place = serializers.IntegerField()
    team = PlacedTeamShape()


class StandingsShape(Shape):
    """All tables and the places decided so far."""

    tables = TableShape(many=True)
    placings = PlacingShape(many=True)


class BracketSideShape(NamedSideShape):
    """A side of a match in a bracket."""

    score = serializers.CharField(allow_blank=True)
    won = serializers.BooleanField()


class BracketSidesShape(Shape):
    """Both sides."""

    a = BracketSideShape()
    b = BracketSideShape()


class FeedsShape(Shape):
    """Where the winner goes."""

    match = serializers.IntegerField()
    side = serializers.CharField()


class BoxShape(Shape):
    """A match of a tree."""

    id = serializers.IntegerField()
    title = serializers.CharField()
    when = serializers.CharField(allow_blank=True)
    column = serializers.IntegerField()
    row = serializers.FloatField()
    sides = BracketSidesShape()
    feeds = FeedsShape(allow_null=True)


class TreeShape(Shape):
    """One tree."""

    name = serializers.CharField()
    columns = serializers.IntegerField()
    rounds = serializers.ListField(child=serializers.CharField())
    matches = BoxShape(many=True)


class BracketShape(Shape):
    """All trees: the main one first, then the placement matches."""

    trees = TreeShape(many=True)


class ProblemShape(Shape):
    """An error (RFC 9457): `detail` is one sentence."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    at = serializers.CharField(allow_blank=True)


def paged(shape: type[Shape], name: str) -> Any:
    """One page of a list."""
    fields = {
        "count": serializers.IntegerField(),
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": shape(many=True),
    }
    return type(name, (serializers.Serializer,), fields)
