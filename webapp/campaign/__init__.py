"""See CONTRIBUTING.md for what belongs in views, forms, acts and read."""
