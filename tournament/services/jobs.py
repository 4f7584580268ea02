"""Background work as rows: one registry of kinds, claimed once, handed out again when a worker died."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.models import Job

from . import backup, packs
from .refusal import Refusal

Report = Callable[[int, str], None]

STALE = timedelta(minutes=2)
GIVE_UP = timedelta(hours=1)
KEEP_FINISHED = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of work: `work(arguments, report)` does it and gives the result file's path or "".

    It must be safe to run twice; `report(percent, sentence)` also says that it is alive, at least once a minute.
    """

    key: str
    title: str
    work: Callable[[dict[str, Any], Report], str]


KINDS: dict[str, Kind] = {
    kind.key: kind for kind in (Kind("backup", "备份数据库", backup.job), Kind(packs.KIND, "合成打印文件", packs.job))
}


def create(kind: str, **arguments: Any) -> Job:
    """Write a job down in the caller's transaction; `tournament.tasks.enqueue` also sends it to a worker."""
    if kind not in KINDS:
        raise Refusal(f"没有“{kind}”这种后台任务，可用的有：{'、'.join(KINDS)}。", at="kind")
    return Job.objects.create(kind=kind, arguments=arguments)


def run(job_id: int) -> bool:
    """Claim a waiting job and do it; False if somebody else has it or had it."""
    if not Job.objects.filter(pk=job_id, state=Job.State.WAITING).update(
        state=Job.State.RUNNING, heartbeat_at=timezone.now()
    ):
        return False
    job = Job.objects.get(pk=job_id)
    try:
        result = KINDS[job.kind].work(job.arguments, partial(_report, job_id))
    except Exception as problem:
        message = problem.message if isinstance(problem, Refusal) else f"{type(problem).__name__}: {problem}"
        _finish(job_id, Job.State.FAILED, message=message[:300])
    else:
        _finish(job_id, Job.State.DONE, progress=100, result_file=result)
    return True


def _report(job_id: int, progress: int, message: str) -> None:
    """Note how far a job is; that also shows it is alive."""
    Job.objects.filter(pk=job_id).update(progress=progress, message=message[:300], heartbeat_at=timezone.now())


def _finish(job_id: int, state: str, **columns: object) -> None:
    """Close a job."""
    Job.objects.filter(pk=job_id).update(state=state, finished_at=timezone.now(), **columns)


def revive() -> list[int]:
    """Jobs to hand out: those whose worker went silent, made waiting again, and those nobody took yet.

    What could not be done within an hour is given up with a sentence.
    """
    now = timezone.now()
    open_jobs = Job.objects.filter(state__in=[Job.State.WAITING, Job.State.RUNNING])
    silent = Q(state=Job.State.RUNNING, heartbeat_at__lt=now - STALE)
    open_jobs.filter(Q(state=Job.State.WAITING) | silent, created_at__lt=now - GIVE_UP).update(
        state=Job.State.FAILED, message="一小时内没有做完，已放弃；请重新发起。", finished_at=now
    )
    open_jobs.filter(silent).update(state=Job.State.WAITING)
    return list(waiting().values_list("pk", flat=True))


def waiting() -> QuerySet[Job]:
    """Jobs nobody has taken, oldest first."""
    return Job.objects.filter(state=Job.State.WAITING).order_by("pk")


def work_off() -> int:
    """Do every waiting job here and now (the server does so while its worker is down); gives how many."""
    return sum(run(job_id) for job_id in revive())


def prune() -> int:
    """Forget jobs finished a week ago; gives how many."""
    count, _by_model = Job.objects.filter(finished_at__lt=timezone.now() - KEEP_FINISHED).delete()
    return count
