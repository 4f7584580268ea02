"""An evening with faults, played on a tournament of its own so that the staff can practise what to do about each."""
