"""Sending a page's own form without painting the page: what a browser would send, from a form that is really there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus, urljoin

import html5lib
from playwright.sync_api import APIResponse, BrowserContext, Page


@dataclass(frozen=True)
class Form:
    """A form as it stands: where it goes, its words, what it would send, and what could be chosen in it (None: anything)."""

    action: str
    words: str
    filled: dict[str, list[str]]
    choices: dict[str, set[str] | None]


def forms(html: str, address: str) -> list[Form]:
    """The forms of a page that write."""
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    return [_form(f, tree, address) for f in tree.iter("form") if (f.get("method") or "get").lower() == "post"]


def _form(form: Any, tree: Any, address: str) -> Form:
    inside = list(form.iter())
    parts = inside + [e for e in tree.iter() if form.get("id") and e.get("form") == form.get("id") and e not in inside]
    filled: dict[str, list[str]] = {}
    choices: dict[str, set[str] | None] = {}
    for part in parts:
        if part.get("name") and part.get("disabled") is None:
            _field(part, filled, choices)
    return Form(urljoin(address, form.get("action") or address), " ".join("".join(form.itertext()).split()), filled, choices)


def _field(part: Any, filled: dict[str, list[str]], choices: dict[str, set[str] | None]) -> None:
    name, kind = part.get("name"), part.get("type", "text") if part.tag == "input" else part.tag
    if kind in ("radio", "checkbox", "button", "submit"):
        known = choices.setdefault(name, set())
        if known is not None:
            known.add(part.get("value", "on"))
        if part.get("checked") is not None:
            filled.setdefault(name, []).append(part.get("value", "on"))
    elif kind == "select":
        options = [(o.get("value", "".join(o.itertext())), o.get("selected") is not None) for o in part.iter("option")]
        choices[name] = {value for value, _ in options}
        chosen = [value for value, picked in options if picked] or ([] if part.get("multiple") is not None else [v for v, _ in options[:1]])
        filled.setdefault(name, []).extend(chosen)
    else:
        choices[name] = None
        filled.setdefault(name, []).append("".join(part.itertext()) if kind == "textarea" else part.get("value", ""))


def send(page: Page | BrowserContext, path: str, words: str, may: Mapping[str, str] | None = None, **fill: str | list[str]) -> APIResponse:
    """Send the first form of the page at `path` whose text, action or buttons match `words`, filled in so; what it does not offer is no answer.

    `may` is filled in only where it is offered.
    """
    shown = page.request.get(path)
    assert shown.ok, f"{path} answers {shown.status}"
    found = [f for f in forms(shown.text(), shown.url) if re.search(words, f"{f.words} {f.action}")]
    assert found, f"{path} has no form for {words!r}, only {[(f.words, f.action) for f in forms(shown.text(), shown.url)]}"
    offered = {name: value for name, value in (may or {}).items() if name in found[0].choices}
    return _sent(page, found[0], {**offered, **fill}, shown.url)


def _sent(page: Page | BrowserContext, form: Form, fill: Mapping[str, str | list[str]], referer: str) -> APIResponse:
    values = {name: list(old) for name, old in form.filled.items()}
    for name, wanted in fill.items():
        offered = form.choices.get(name, set())
        values[name] = wanted if isinstance(wanted, list) else [wanted]
        assert offered is None or set(values[name]) <= offered, f"{name} of {form.action} offers {offered}, not {wanted}"
    body = "&".join(f"{_quoted(n)}={_quoted(v)}" for n, all_ in values.items() for v in all_)
    kind = "application/x-www-form-urlencoded"
    answer = page.request.post(form.action, data=body, headers={"Referer": referer, "Content-Type": kind}, max_redirects=0)
    assert answer.status == 303, f"{form.action} answers {answer.status}: {answer.text()[:3000]}"
    return answer


def _quoted(text: str) -> str:
    return quote_plus(text.replace("\r\n", "\n").replace("\n", "\r\n"))
