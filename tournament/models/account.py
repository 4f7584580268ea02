"""Accounts of the union office and of the chief referee."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class Account(AbstractUser):
    """A person who signs in: `is_staff` is the union office, `is_chief` the chief referee; one may be both."""

    is_chief = models.BooleanField("裁判长", default=False)

    class Meta:
        verbose_name = "账号"

    @property
    def display_name(self) -> str:
        """How this person signs entries."""
        return self.first_name or self.username
