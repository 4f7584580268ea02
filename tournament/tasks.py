"""What a worker does: run a job by its id, hand out forgotten ones, back up every five minutes."""

from typing import Any

from celery import shared_task

from tournament.models import Job
from tournament.services import backup, jobs


def enqueue(kind: str, **arguments: Any) -> Job:
    """Write a job down and send it to a worker once the caller's transaction is committed."""
    job = jobs.create(kind, **arguments)
    run_job.delay_on_commit(job.pk)
    return job


@shared_task(name="tournament.run_job")
def run_job(job_id: int) -> None:
    """Do one job; harmless if it was done already."""
    jobs.run(job_id)


@shared_task(name="tournament.hand_out")
def hand_out() -> None:
    """Send waiting and forgotten jobs to the workers again, and forget old ones."""
    for job_id in jobs.revive():
        run_job.delay_on_commit(job_id)
    jobs.prune()


@shared_task(name="tournament.timed_backup")
def timed_backup() -> None:
    """The backup of every five minutes, as a job; none where the database is not a file of ours."""
    if backup.database_file() is not None:
        enqueue("backup", reason="timed")
