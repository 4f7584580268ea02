"""What a withdrawal does to a team's matches: annulled before half of them were played, else the rest forfeited."""

from collections.abc import Collection, Sequence

from scoring.standings.model import Meeting


def struck_teams(meetings: Sequence[Meeting], withdrawn: Collection[str]) -> frozenset[str]:
    """The withdrawn teams with fewer than half of their matches played; extra matches do not count for the half."""
    return frozenset(team for team in withdrawn if not _played_half(team, meetings))


def apply_withdrawals(meetings: Sequence[Meeting], withdrawn: Collection[str]) -> list[Meeting | None]:
    """The meetings after the policy, place by place: None where annulled, a forfeit where the team will not come."""
    if not withdrawn:
        return list(meetings)
    struck = struck_teams(meetings, withdrawn)
    return [_after(meeting, frozenset(withdrawn), struck) for meeting in meetings]


def _played_half(team: str, meetings: Sequence[Meeting]) -> bool:
    own = [meeting for meeting in meetings if team in (meeting.a, meeting.b) and not meeting.extra]
    played = sum(meeting.decided for meeting in own)
    return bool(own) and 2 * played >= len(own)


def _after(meeting: Meeting, withdrawn: frozenset[str], struck: frozenset[str]) -> Meeting | None:
    if meeting.a in struck or meeting.b in struck:
        return None
    gone = [side for side, team in (("a", meeting.a), ("b", meeting.b)) if team in withdrawn]
    if meeting.decided or meeting.b is None or not gone:
        return meeting
    bare = Meeting(meeting.a, meeting.b, None, round=meeting.round, extra=meeting.extra)
    if len(gone) == 2:
        return bare._replace(double_forfeit=True)
    return bare._replace(winner="b", forfeit="a") if gone == ["a"] else bare._replace(winner="a", forfeit="b")
