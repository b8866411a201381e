"""How rulings are told on pages."""

from __future__ import annotations

from datetime import UTC, datetime

from rules.rulings import instant
from webapp.web import told


def test_an_instant_in_a_ruling_is_told_on_the_clubs_clock(club):
    with club.test_request_context():
        text = told(f"W1.1 is fought at {instant(datetime(2031, 7, 1, 17, 38, tzinfo=UTC))}, as both agreed.")
    assert '<time datetime="2031-07-01T17:38+00:00">Tue 1 Jul 2031, 19:38</time>, as both agreed.' in text
    assert "UTC" not in text
