"""Mail over SMTP, for an installation that has set it up. Sent beside the request: nobody waits for it, and the time it takes tells nothing."""

from __future__ import annotations

import logging
import smtplib
import ssl
import threading
from collections.abc import Mapping
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any

from flask import current_app

TIMEOUT = 10
"""How many seconds a mail server may let us wait."""

log = logging.getLogger(__name__)


def ready() -> bool:
    """Is mail set up? The site's own address must be known too: a request may name any host, and a link in a mail must lead here."""
    return all(current_app.config.get(name) for name in ("SMTP_HOST", "MAIL_FROM", "SITE_URL"))


def message(to: str, subject: str, text: str) -> EmailMessage:
    """A mail; a header is always one line, whatever is in it."""
    mail = EmailMessage()
    mail["From"], mail["To"] = current_app.config["MAIL_FROM"], " ".join(to.split())
    mail["Subject"], mail["Date"] = " ".join(subject.split()), formatdate()
    mail["Message-ID"] = make_msgid(domain=current_app.config["MAIL_FROM"].rpartition("@")[2].strip("> ") or "localhost")
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text)
    return mail


def send(mail: EmailMessage) -> threading.Thread:
    """Send it beside the request; what goes wrong stands in the log."""
    config = {name: current_app.config[name] for name in ("SMTP_HOST", "SMTP_PORT", "SMTP_USER", "SMTP_PASSWORD", "SMTP_TLS")}
    thread = threading.Thread(target=_deliver, args=(mail, config))
    thread.start()
    return thread


def _deliver(mail: EmailMessage, config: Mapping[str, Any]) -> None:
    try:
        with _connected(config) as server:
            if config["SMTP_TLS"] == "starttls":
                server.starttls(context=ssl.create_default_context())
            if config["SMTP_USER"]:
                server.login(config["SMTP_USER"], config["SMTP_PASSWORD"])
            server.send_message(mail)
    except (OSError, smtplib.SMTPException) as no:
        log.error("a mail could not be sent: %s", type(no).__name__)


def _connected(config: Mapping[str, Any]) -> smtplib.SMTP:
    host, port = config["SMTP_HOST"], int(config["SMTP_PORT"])
    if config["SMTP_TLS"] == "tls":
        return smtplib.SMTP_SSL(host, port, timeout=TIMEOUT, context=ssl.create_default_context())
    return smtplib.SMTP(host, port, timeout=TIMEOUT)
