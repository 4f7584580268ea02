"""The fairness file (`fairness/1`): everything published from which draws and standings follow, and its replay."""
