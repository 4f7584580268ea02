"""Who does something: a signed-in account or a table pass with the name typed at joining."""

from dataclasses import dataclass
from uuid import UUID

from tournament.models import Account


@dataclass(frozen=True, slots=True)
class Actor:
    """The person behind a write; exactly one of `user` and `pass_id` is set, or neither for the program itself."""

    name: str
    user: Account | None = None
    pass_id: UUID | None = None

    @classmethod
    def of(cls, user: Account) -> "Actor":
        """The actor of a signed-in account."""
        return cls(name=user.display_name, user=user)

    @classmethod
    def program(cls, name: str) -> "Actor":
        """The program itself, for instance the demo."""
        return cls(name=name)

    @property
    def is_chief(self) -> bool:
        """True for the chief referee."""
        return self.user is not None and self.user.is_chief

    def columns(self) -> dict[str, object]:
        """The three columns in which rows keep their author."""
        return {"actor_user": self.user, "actor_pass": self.pass_id, "actor_name": self.name[:60]}
