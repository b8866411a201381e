"""All tables of the site."""

from webapp.models.acts import Act
from webapp.models.club import Club, Event, Login, Person
from webapp.models.talk import Draft, Letter, Recipient

__all__ = ["Act", "Club", "Draft", "Event", "Letter", "Login", "Person", "Recipient"]
