"""The Flask extensions, made once and bound in create_app."""

from __future__ import annotations

from flask_compress import Compress
from flask_htmx import HTMX
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_login import LoginManager
from flask_wtf import CSRFProtect

compress = Compress()
htmx = HTMX()
csrf = CSRFProtect()
limiter = Limiter(get_remote_address)
login_manager = LoginManager()
