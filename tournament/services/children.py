"""The processes `serve` keeps: started together, watched, stopped together, on Windows too."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

GRACE_SECONDS = 8.0
RESTART_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 60.0


@dataclass(slots=True)
class Child:
    """One process: its name in words and its command; the pause before it is started again doubles up to a minute."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None
    pause_seconds: float = RESTART_SECONDS
    not_before: float = 0.0

    def start(self) -> None:
        """Start it; on Linux it dies with its parent, however that ends."""
        self.process = subprocess.Popen(
            list(self.command), env={**os.environ, **self.environment}, preexec_fn=_die_with_parent()
        )

    @property
    def alive(self) -> bool:
        """True while it runs."""
        return self.process is not None and self.process.poll() is None

    def revive(self, now: float) -> bool:
        """Start it again if it died and its pause is over; True if it was started."""
        if self.alive or now < self.not_before:
            return False
        self.not_before = now + self.pause_seconds
        self.pause_seconds = min(2 * self.pause_seconds, LONGEST_PAUSE_SECONDS)
        self.start()
        return True


def _die_with_parent() -> Callable[[], None] | None:
    """What a child does first on Linux: ask for SIGTERM when its parent is gone (PR_SET_PDEATHSIG = 1)."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(1, signal.SIGTERM)


def stop_together(children: Sequence[Child], grace_seconds: float = GRACE_SECONDS) -> None:
    """Ask all to end at once, wait, then end what is left."""
    running = [child.process for child in children if child.alive and child.process is not None]
    for process in running:
        _ask_to_end(process)
    deadline = time.monotonic() + grace_seconds
    for process in running:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _ask_to_end(process: "subprocess.Popen[bytes]") -> None:
    """SIGTERM; on Windows, where a killed parent leaves its own children behind, the whole tree is ended."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/PID", str(process.pid), "/T", "/F"], capture_output=True)
    else:
        process.terminate()
