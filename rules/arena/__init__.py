"""The arena: double elimination dice duels between fighters and mages."""
