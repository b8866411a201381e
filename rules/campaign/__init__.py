"""The campaign: provinces, declarations of war, battles, lords and subordinates, peace and points."""
