"""The rules of the game: pure functions from a score sheet to the state of a match."""

ENGINE_VERSION = "1"
