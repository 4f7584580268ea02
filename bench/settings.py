"""The product's settings, with the yardstick's address beside its own."""

from config.settings import *  # noqa: F403 - settings are the names of a module: all of them are taken over

ROOT_URLCONF = "bench.bare"
