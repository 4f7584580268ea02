"""Background jobs: sent on commit, done once, handed out again when their worker died."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournament import tasks
from tournament.models import Job
from tournament.services import jobs
from tournament.services.refusal import Refusal

pytestmark = pytest.mark.django_db
State = Job.State


@pytest.fixture
def done(monkeypatch):
    """A kind of job that notes each time it is done."""
    seen = []

    def work(arguments, report):
        report(50, "一半")
        seen.append(arguments)
        if arguments.get("fails"):
            raise Refusal("这件事做不了。")
        return "result.pdf"

    monkeypatch.setitem(jobs.KINDS, "noting", jobs.Kind("noting", "记一笔", work))
    return seen


@pytest.fixture
def sent(monkeypatch):
    """The ids sent to workers."""
    ids = []
    monkeypatch.setattr(tasks.run_job, "delay", ids.append)
    monkeypatch.setattr(tasks.run_job, "apply_async", lambda args=(), **more: ids.extend(args))
    return ids


def test_a_job_is_sent_when_its_transaction_is_committed(done, sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        job = tasks.enqueue("noting", size=3)
        assert sent == []
    assert sent == [job.pk]


@pytest.mark.django_db(transaction=True)
def test_a_job_of_a_transaction_that_fails_is_never_sent(done, sent):
    with transaction.atomic():
        tasks.enqueue("noting")
        transaction.set_rollback(True)
    assert (sent, Job.objects.count()) == ([], 0)


def test_a_job_is_done_once_however_often_it_is_sent(done):
    job = jobs.create("noting", size=3)
    tasks.run_job(job.pk)
    tasks.run_job(job.pk)
    job.refresh_from_db()
    assert done == [{"size": 3}]
    assert (job.state, job.progress, job.result_file) == (State.DONE, 100, "result.pdf")


def test_a_job_that_fails_keeps_its_sentence(done):
    job = jobs.create("noting", fails=True)
    assert jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.message, job.progress) == (State.FAILED, "这件事做不了。", 50)


def test_an_unknown_kind_is_refused_with_those_there_are():
    with pytest.raises(Refusal, match="backup"):
        jobs.create("laundry")
    assert Job.objects.count() == 0


@pytest.mark.parametrize(
    ("state", "silent_for", "age", "after"),
    [
        (State.WAITING, None, timedelta(0), State.WAITING),
        (State.RUNNING, timedelta(seconds=30), timedelta(minutes=1), State.RUNNING),
        (State.RUNNING, jobs.STALE + timedelta(seconds=5), timedelta(minutes=5), State.WAITING),
        (State.RUNNING, jobs.STALE + timedelta(seconds=5), timedelta(hours=2), State.FAILED),
        (State.WAITING, None, timedelta(hours=2), State.FAILED),
        (State.RUNNING, timedelta(seconds=30), timedelta(hours=2), State.RUNNING),
        (State.DONE, timedelta(hours=2), timedelta(hours=3), State.DONE),
    ],
)
def test_jobs_of_silent_workers_are_handed_out_again(
    state, silent_for, age, after, sent, django_capture_on_commit_callbacks
):
    now = timezone.now()
    job = Job.objects.create(kind="backup", state=state, heartbeat_at=silent_for and now - silent_for)
    Job.objects.filter(pk=job.pk).update(created_at=now - age)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.hand_out()
    job.refresh_from_db()
    assert job.state == after
    assert sent == ([job.pk] if after == State.WAITING else [])


def test_the_server_can_do_the_waiting_jobs_itself(done):
    for size in (1, 2):
        jobs.create("noting", size=size)
    assert jobs.work_off() == 2
    assert [arguments["size"] for arguments in done] == [1, 2]
    assert jobs.work_off() == 0


def test_old_finished_jobs_are_forgotten():
    old = Job.objects.create(kind="backup", state=State.DONE, finished_at=timezone.now() - timedelta(days=8))
    young = Job.objects.create(kind="backup", state=State.DONE, finished_at=timezone.now())
    jobs.prune()
    assert list(Job.objects.all()) == [young]
    assert old.pk is not None


def test_the_timed_backup_is_a_job_where_the_database_is_a_file(sent, monkeypatch, tmp_path):
    tasks.timed_backup()
    assert Job.objects.count() == 0
    monkeypatch.setattr(tasks.backup, "database_file", lambda: tmp_path / "paisai.sqlite3")
    tasks.timed_backup()
    assert list(Job.objects.values_list("kind", "arguments")) == [("backup", {"reason": "timed"})]


def test_every_scheduled_task_exists():
    from config.celery import app

    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


def test_tasks_are_only_sent_on_commit():
    calls = re.compile(r"\.(delay|apply_async|send_task)\(")
    sources = [
        file
        for app in ("config", "referee", "scoring", "tournament")
        for file in (Path(settings.BASE_DIR) / app).rglob("*.py")
    ]
    assert len(sources) > 30
    assert [str(file) for file in sources if calls.search(file.read_text(encoding="utf-8"))] == []
