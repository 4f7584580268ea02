"""The evening as it is told to those who practise: what happens, where to look, what is done about it."""

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse

from referee.services.sessions import close_session
from tournament.models import Match
from tournament.services.sheet import verify_result
from tournament.services.standings import final_placings
from tournament.services.verify import differences

from . import faults
from .hall import Hall

Act = Callable[[Hall], str | None]


@dataclass(frozen=True)
class Look:
    """A page to open: the name of its address, what is to be seen there, the match in the address if it has one."""

    page: str
    see: str
    match: str = ""

    def path(self, hall: Hall) -> str:
        """The page's path in this rehearsal."""
        slug = hall.tournament.slug
        return reverse(self.page, args=[slug, hall.match(self.match).pk] if self.match else [slug])


@dataclass(frozen=True)
class Step:
    """A fault: `arises` brings it about, `told` says so; `answer` deals with it, `done` says how.

    An act may return a sentence of its own, which is told as well.
    """

    title: str
    told: str
    arises: Act
    look: tuple[Look, ...]
    done: str
    answer: Act | None = None


def closing(hall: Hall) -> str:
    """Every match still to play is played, everything is checked and the session closed."""
    matches = Match.objects.filter(stage__tournament=hall.tournament)
    for code, place in matches.order_by("round", "pk").values_list("code", "place"):
        if hall.match(code).status == Match.Status.SCHEDULED:
            faults.begin(hall, code, "b" if place == 1 else "a")
        faults.end(hall, code)
    for match in matches.filter(status=Match.Status.CONFIRMED):
        verify_result(match.pk, hall.chief, "演练中裁判长自核")
    close_session(hall.tournament, hall.chief)
    return "、".join(f"第{place}名{team.name}" for place, team in final_placings(hall.tournament))


def checked(hall: Hall) -> list[str]:
    """What `verify` finds to differ in the rehearsal's tournament; empty if all is right."""
    return differences(hall.tournament)


DESK = "chief:desk"
STEPS = (
    Step(
        "开场",
        "四张桌、七支队，两名裁判扫桌卡加入，到场的队已登记。只有3号桌的乙方没有来，原定时间已过20分钟（规程：迟到15分钟可判弃权）。",
        faults.referees_join,
        (
            Look(DESK, "四张桌的情况，问题在前"),
            Look("join:desk", "本时段的PIN、桌卡和两台设备；可用自己的手机扫桌卡加入"),
        ),
        "各就各位。",
    ),
    Step(
        "有队迟到",
        "3号桌的乙方还没有来。程序只提示，不会自动判弃权。",
        faults.nothing,
        (Look(DESK, "3号桌标着“迟到”，待办里可以准予开赛，也可以判弃权"),),
        "迟到的队赶到，登记到场；裁判长写明原因准予开赛，计时从原定时间算。",
        faults.late_team_comes,
    ),
    Step(
        "第三支队站在门口",
        "抽签之后又来了两支队。先登记为候补，已抽出的对阵不动。",
        faults.teams_at_the_door,
        (Look("office:late", "两支候补队和可补的轮空位"), Look("office:floor", "补入之后叫到空桌")),
        "第一支候补队补入轮空位，叫到4号桌开赛；没有位置的留在候补名单上。",
        faults.one_takes_the_bye,
    ),
    Step(
        "开错了桌",
        "管1、2号桌的裁判开反了：1号桌的牌记在2号桌的记分表上，2号桌的记在1号桌上。",
        faults.wrong_table,
        (Look("chief:move", "“与另一场对换记录”，先看影响再执行", faults.FIRST),),
        "裁判长对换两张记分表：原来的记录划去、照样重写，一条也不少。",
        faults.sheets_exchanged,
    ),
    Step(
        "手机没电",
        "1号桌的手机记完三条后没电：第一条已经存下，但回答没有收到；后两条还在手机里，手机只知道三条都没有发成。",
        faults.phone_dies,
        (Look(DESK, "1号桌标着“未上传3”"), Look("join:desk", "设备一栏：最近联系和未上传的条数")),
        "第二台手机扫同一张桌卡，凭PIN接管，接着记。",
        faults.second_phone,
    ),
    Step(
        "停电",
        "场地停电，全部手机失去联系。什么也不用记：表还在走，来电之后一次补停。",
        faults.nothing,
        (Look("chief:power", "暂停的时间已填为最后一次联系的时刻"),),
        "来电：全场暂停一次（从最后一次联系起），发公告，全场恢复一次。",
        faults.power_is_back,
    ),
    Step(
        "抗议",
        "3号桌的甲方对最后一副提出抗议：闲家记了95分，少算了边，应是75分。",
        faults.protest,
        (Look("chief:protests", "打开这一抗议，先比较成立与不成立的结果"),),
        "裁判长清点后裁定成立：划去这一副，改记75分。",
        faults.ruling,
    ),
    Step(
        "第一轮结束",
        "四张桌时间都到了，双方在手机上确认。",
        faults.first_round_ends,
        (Look(DESK, "没有未确认的桌，这一轮才能结束"), Look("office:day", "胜者已进入半决赛")),
        "半决赛的对阵已经定了。",
    ),
    Step(
        "下一轮开始后更正成绩",
        "第一场半决赛已经开打，这时发现1号桌上一轮的末副输错：闲家应为165分，胜负因此翻转。",
        faults.semi_final_begins,
        (Look("office:correct-match", "先看更正会改变什么；已开始的半决赛要选维持或重赛", faults.FIRST),),
        "裁判长更正成绩，已开始的半决赛作废重赛，对的队进入半决赛。",
        faults.result_corrected,
    ),
    Step(
        "收场",
        "余下的半决赛、三四名和决赛打完，成绩核验，时段结束。",
        closing,
        (
            Look("chief:verify", "全部成绩已核验"),
            Look("office:day", "最后的名次"),
            Look("office:print", "可以打印的文件"),
        ),
        "演练结束。",
    ),
)
