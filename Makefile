# Thin aliases for those who expect make; everything is in start.py.
PYTHON ?= python3

.PHONY: run test browser bench pictures mutants backup
run test browser bench pictures mutants backup:
	$(PYTHON) start.py $(if $(filter run,$@),serve,$@)
