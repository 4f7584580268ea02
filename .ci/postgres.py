"""Exits 0 if the PostgreSQL that DATABASE_URL names answers, 1 if not."""

import os
import sys

import psycopg

try:
    psycopg.connect(os.environ["DATABASE_URL"], connect_timeout=3).close()
except psycopg.OperationalError:
    sys.exit(1)
