"""The arena on the site: bracket, standings, matches, throws."""
