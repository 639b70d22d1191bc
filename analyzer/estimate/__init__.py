"""What to sample, tallies, intervals, when to stop, paired differences; knows no game by name."""
