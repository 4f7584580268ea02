"""A whole tournament as one JSON document, `tournament/1`: written, read back, and checked against its own results."""

from .exporting import archive_of
from .importing import import_archive

__all__ = ["archive_of", "import_archive"]
