"""Every HTML answer of the test suite goes through this: it parses without an error, ids are unique, what htmx names exists, nothing is inline."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, ClassVar

import html5lib
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

ALWAYS_OTHER = re.compile(r'(?<= value=")[0-9a-f-]{32,36}(?=")|(?<= datetime=")[^"<>]*(?=")|(?<=title=")[0-9: A-Z-]*(?=")|\d\d:\d\d(?=<)')


def faults(html: str, fragment: bool) -> list[str]:
    """What is wrong with an answer's HTML."""
    parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"), namespaceHTMLElements=False)
    tree = parser.parseFragment(html) if fragment else parser.parse(html)
    found = [f"line {place[0]}: {code} {data}" for place, code, data in parser.errors if code != "expected-doctype-but-got-start-tag"]
    elements = [e for e in tree.iter() if isinstance(e.tag, str)]
    ids = Counter(e.get("id") for e in elements if e.get("id"))
    found += [f"id {name} stands {n} times" for name, n in ids.items() if n > 1]
    for element in elements:
        found += _inline(element)
        if not fragment:
            found += _broken(element, ids)
    return found


def _inline(element: Any) -> list[str]:
    found = [f"{element.tag} has {name}" for name in element.attrib if name == "style" or name.startswith(("on", "hx-on"))]
    if element.tag == "style" or (element.tag == "script" and not element.get("src")):
        found.append(f"inline {element.tag}")
    return found + [f"{n}={v}" for n, v in element.items() if str(v).strip().lower().startswith("javascript:")]


def _broken(element: Any, ids: Counter[str | None]) -> list[str]:
    found = []
    for name in ("hx-target", "for", "aria-labelledby", "aria-describedby", "aria-controls"):
        for one in (element.get(name) or "").split():
            wanted = one.removeprefix("#")
            if (name != "hx-target" or one.startswith("#")) and wanted not in ids:
                found.append(f"{element.tag} {name}={one} names nothing")
    if element.tag == "img" and element.get("alt") is None:
        found.append(f"an image without alt: {element.get('src')}")
    return found


class CheckedClient(FlaskClient):
    """A test client that refuses bad HTML. On SQLite only: both databases fill the same templates. What was found good is not parsed again."""

    good: ClassVar[set[int]] = set()

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Send a request and check the answer."""
        answer = super().open(*args, **kwargs)
        if answer.mimetype == "text/html" and answer.data and self.application.config["DATABASE_URL"].startswith("sqlite"):
            self._check(answer.request.path, answer.get_data(as_text=True))
        return answer

    def _check(self, path: str, text: str) -> None:
        mark = hash(ALWAYS_OTHER.sub("", text))
        if mark not in self.good:
            wrong = faults(text, fragment="<!doctype" not in text[:200].lower())
            assert not wrong, f"{path}: {wrong[:8]}"
            self.good.add(mark)
