"""Methods of play that serve every game."""
