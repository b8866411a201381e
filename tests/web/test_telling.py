"""How rulings are told on pages."""

from __future__ import annotations

from webapp.web import told


def test_an_instant_in_a_ruling_is_told_on_the_clubs_clock(club):
    with club.test_request_context():
        text = told("W1.1 is fought at 2031-07-01 17:38 UTC, as both agreed.")
    assert '<time datetime="2031-07-01T17:38+00:00">Tue 1 Jul 2031, 19:38</time>, as both agreed.' in text
    assert "UTC" not in text
