"""A list of teams out of a workbook or a text file: read, shown row by row, then entered as a whole or not at all."""
