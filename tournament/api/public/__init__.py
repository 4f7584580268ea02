"""The read-only interface for everybody: published tournaments, teams, fixtures, results, standings, brackets."""
