"""All tables of the site."""

from webapp.models.acts import Act
from webapp.models.club import Club, Event, Invitation, Login, MapDraft, Person, Picture
from webapp.models.talk import Draft, Letter, Recipient

__all__ = ["Act", "Club", "Draft", "Event", "Invitation", "Letter", "Login", "MapDraft", "Person", "Picture", "Recipient"]
