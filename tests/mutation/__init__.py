"""The mutation check of the rules: `make mutants`."""
