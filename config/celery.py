"""Celery: a broker in a folder unless BROKER_URL names a server; ids as arguments, safe to run twice."""

import os
from typing import Any

from celery import Celery
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("paisai")


def _configuration() -> dict[str, Any]:
    """Read when first needed: importing this package must not need the settings."""
    return {
        "broker_url": settings.CELERY_BROKER_URL,
        "broker_transport_options": _transport_options(settings.CELERY_BROKER_URL),
        "broker_connection_retry_on_startup": True,
        "task_ignore_result": True,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_publish_retry_policy": {"max_retries": 1, "interval_start": 0.2},
        "worker_prefetch_multiplier": 1,
        "worker_hijack_root_logger": False,
        "worker_send_task_events": False,
        "timezone": settings.TIME_ZONE,
        "beat_schedule": {
            "hand-out": {"task": "tournament.hand_out", "schedule": 15.0, "options": {"expires": 15.0}},
            "timed-backup": {"task": "tournament.timed_backup", "schedule": 300.0, "options": {"expires": 300.0}},
        },
        "beat_schedule_filename": str(settings.DATA_DIR / "beat-schedule"),
        "beat_max_loop_interval": 1,  # also how soon it stops when asked
    }


def _transport_options(broker_url: str) -> dict[str, Any]:
    """What the broker at hand needs: folders for files, a short visibility timeout for Redis."""
    if broker_url.startswith("filesystem:"):
        folder = settings.DATA_DIR / "broker"
        for name in ("messages", "control"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        messages = str(folder / "messages")
        return {
            "data_folder_in": messages,
            "data_folder_out": messages,
            "control_folder": str(folder / "control"),
            "polling_interval": 0.2,
        }
    if broker_url.startswith(("redis:", "rediss:")):
        return {"visibility_timeout": 300, "unacked_restore_limit": 100, "socket_timeout": 10}
    return {}


app.add_defaults(_configuration)
app.autodiscover_tasks()
