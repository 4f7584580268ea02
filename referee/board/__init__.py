"""The board: the hall's large screen, with what the chief referee announces."""
