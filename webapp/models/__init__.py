"""All tables of the site."""

from webapp.models.acts import Act
from webapp.models.club import Club, Event, Login, Person

__all__ = ["Act", "Club", "Event", "Login", "Person"]
