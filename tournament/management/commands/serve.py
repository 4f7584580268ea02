"""`manage.py serve`: the web server on the LAN, with a worker and beat beside it, stopped together."""

import io
import os
import signal
import socket
import sys
import time
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection

from tournament import tasks
from tournament.services import addresses, jobs, serve_mark
from tournament.services.children import Child, stop_together

LAST_PORT_TRIED = 20
TICK_SECONDS = 0.5
THREADS = min(8, 2 * (os.cpu_count() or 1) + 1)


class Stop(BaseException):
    """Somebody asked the server to end."""


def free_port(wanted: int, host: str) -> int | None:
    """The wanted port or the next free one; None if twenty in a row are taken."""
    for port in range(wanted, min(wanted + LAST_PORT_TRIED, 65536)):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with suppress(OSError):
                probe.bind((host, port))
                return port
    return None


def answers(port: int) -> bool:
    """True once the web server takes connections."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def has_screen() -> bool:
    """True where a browser can be opened for somebody to see."""
    return sys.platform in {"win32", "darwin"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def children_for(host: str, port: int, threads: int) -> tuple[Child, list[Child]]:
    """The web server, and its helpers: a worker with threads and beat (Windows has no worker with beat inside)."""
    python = [sys.executable, "-m"]
    workers = 1 if connection.vendor == "sqlite" else max(1, int(os.environ.get("WEB_WORKERS") or 2))
    web = ["granian", "--interface", "wsgi", "--no-ws", "--host", host, "--port", str(port), "--workers", str(workers)]
    web += ["--blocking-threads", str(threads), "--log-level", "warning", "config.wsgi:application"]
    celery = ["celery", "-A", "config", "--quiet"]
    worker = [
        "worker",
        "--pool=threads",
        "--concurrency=2",
        "--without-gossip",
        "--without-mingle",
        "--without-heartbeat",
    ]
    quiet = {"CELERY_SKIP_CHECKS": "1", "LOG_LEVEL": "ERROR", "PYTHONWARNINGS": "ignore"}  # pages are not their concern
    return Child("网页服务 web server", python + web), [
        Child("后台任务 worker", python + celery + worker + ["-l", "ERROR"], quiet),
        Child("定时器 beat", python + celery + ["beat", "-l", "ERROR", "--pidfile="], quiet),
    ]


class Command(BaseCommand):
    """Runs until Ctrl-C or SIGTERM."""

    help = (
        "在局域网上提供服务（网页、后台任务、定时备份），Ctrl-C 停止。"
        " Serve on the local network (pages, background work, backups); Ctrl-C stops."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Port, threads, browser."""
        parser.add_argument("--host", default="0.0.0.0", help="监听的地址（默认全部）")  # noqa: S104
        parser.add_argument("--port", type=int, default=8000, help="端口（默认 8000）")
        parser.add_argument("--threads", type=int, default=THREADS, help=f"处理请求的线程数（默认 {THREADS}）")
        parser.add_argument("--no-browser", action="store_true", help="不打开浏览器")
        parser.add_argument("--new-address", action="store_true", help="记住现在的地址（卡片按新地址重印之后）")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take the lock, start the children, watch them, stop them together."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self._on_signal)
        with serve_mark.serve_mark() as held:
            if not held:
                url = serve_mark.facts().get("url", "")
                raise CommandError(f"服务已经在运行 It is running already: {url}", returncode=2)
            self._serve(options)

    def _on_signal(self, number: int, frame: object) -> None:
        raise Stop

    def _serve(self, options: dict[str, Any]) -> None:
        """Start everything, tell the address, keep it running."""
        port = self._port(options["port"], options["host"])
        Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
        web, helpers = children_for(options["host"], port, options["threads"])
        try:
            for child in (web, *helpers):
                child.start()
            self._wait_for(web, port)
            self._announce(port, options)
            tasks.enqueue("backup", reason="start")
            self._watch(web, helpers)
        except Stop:
            self.stdout.write("\n正在停止 Stopping …")
        finally:
            for name in ("SIGINT", "SIGTERM"):
                signal.signal(getattr(signal, name), signal.SIG_IGN)
            stop_together([web, *helpers])
        self.stdout.write("已停止 Stopped.")

    def _port(self, wanted: int, host: str) -> int:
        """The port to take; says so where it is not the wanted one."""
        port = free_port(wanted, host)
        if port is None:
            raise CommandError(f"端口 {wanted} 起的 {LAST_PORT_TRIED} 个端口都被占用，请用 --port 另选。", returncode=2)
        if port != wanted:
            self.stdout.write(f"端口 {wanted} 被占用，改用 {port}。Port {wanted} is taken; using {port}.")
        return port

    def _wait_for(self, web: Child, port: int) -> None:
        """Until the web server answers, or CommandError if it ended."""
        deadline = time.monotonic() + 60
        while not answers(port):
            if not web.alive or time.monotonic() > deadline:
                raise CommandError("网页服务没有启动，原因见上。The web server did not start; see above.", returncode=1)
            time.sleep(0.05)

    def _announce(self, port: int, options: dict[str, Any]) -> None:
        """All addresses, a QR code of the first, a warning where the remembered one changed; open the browser."""
        found = addresses.urls(port)
        if options["new_address"] or addresses.remembered() is None:
            addresses.remember(found[0])
        serve_mark.note_facts(url=found[0], port=port)
        self.stdout.write("\n在同一网络的手机和电脑上打开 Open on phones and computers of the same network:\n")
        for url in found:
            self.stdout.write(f"    {url}")
        picture = io.StringIO()
        segno.make(found[0], error="l").terminal(out=picture, compact=True, border=2)
        self.stdout.write(picture.getvalue())
        if old := addresses.changed_from(found):
            self.stdout.write(
                f"注意：地址变了，以前是 {old}；印好的卡片要重印，重印后加 --new-address 启动一次。\n"
                f"The address changed from {old}: print the cards again, then start once with --new-address."
            )
        self.stdout.write(f"工会 Office: {found[0]}office/    记分 Console: {found[0]}console/    停止 Stop: Ctrl-C")
        self.stdout.flush()
        if has_screen() and not options["no_browser"]:
            webbrowser.open(f"http://127.0.0.1:{port}/office/")

    def _watch(self, web: Child, helpers: list[Child]) -> None:
        """Until the web server ends: start helpers that died again, and do their jobs meanwhile."""
        while web.alive:
            time.sleep(TICK_SECONDS)
            dead = [child for child in helpers if not child.alive]
            for child in dead:
                if child.revive(time.monotonic()):
                    self.stderr.write(f"{child.name} 停了，已重新启动 ended; started again.")
            if dead:
                with suppress(DatabaseError):
                    jobs.work_off()
        raise CommandError("网页服务意外结束。The web server ended unexpectedly.", returncode=1)
