"""Refusals: what a service answers when it will not do something."""

from typing import Any


class Refusal(Exception):
    """A write that is not done: one sentence saying what is wrong and what is allowed.

    `code` is stable for programs, `at` names the field (may be empty), `status` the HTTP status,
    `detail` what the other side needs to mend it (JSON-able).
    """

    status = 400

    def __init__(
        self, message: str, *, code: str = "refused", at: str = "", detail: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.message, self.code, self.at, self.detail = message, code, at, detail or {}


class Conflict(Refusal):
    """Something happened since, or the same id came with something else."""

    status = 409


class NotAllowed(Refusal):
    """This person may not do this."""

    status = 403
