"""The one error of the rules: where in the document, and what is wrong, in one Chinese sentence."""


class ScoringError(Exception):
    """A document that breaks a rule.

    `at` is a place such as `entries[4].table_points` (counted from 0; empty for the whole document);
    `message` is one Chinese sentence: what was found and what is allowed.
    """

    def __init__(self, at: str, message: str) -> None:
        super().__init__(at, message)
        self.at = at
        self.message = message

    def __str__(self) -> str:
        return f"{self.at}: {self.message}" if self.at else self.message
