"""The head of the page: title, description, language and picture, for search engines and link previews.

Programs that show previews run no scripts, so the server writes the head of each path.
"""

from __future__ import annotations

import asyncio
import html
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

import msgspec
from starlette.requests import Request

from neurohex.server.context import ServerContext
from neurohex.server.endpoint import Call
from neurohex.server.picture_jobs import AboutMoment, AboutWork
from neurohex.server.pictures import linked_moment
from neurohex.server.refusals import Refusal
from neurohex.server.sources import find_source, player_names
from neurohex.server.views import LANGS, view_for
from neurohex.store import Unavailable, UnknownMatch
from neurohex.tiles import ARMIES, EXTRAS
from neurohex.wire.messages import Code, Lang
from neurohex.wire.views import Moment

SITE: Final = "neurohex"
PREVIEW: Final = "/preview.png"
"""The picture of pages that show no board."""
_SIZE: Final = (1200, 630)
PATIENCE: Final = 0.5
"""Seconds that a page waits for words about its board. After that it has a general head."""
_LOCALES: Final = {"en": "en_US", "pl": "pl_PL"}
_GONE: Final = (Code.NOT_FOUND, Code.UNKNOWN_MATCH)


class PagePath(msgspec.Struct, frozen=True):
    """A page by the first part of its path, from `web/src/frame/paths.json`."""

    least: int
    """How many parts must follow."""
    most: int
    """How many may follow."""
    title: tuple[str, str] = ("", "")
    """English and Polish, as in all texts of the page."""
    about: tuple[str, str] = ("", "")

    def in_lang(self, lang: Lang) -> tuple[str, str]:
        """Title and description."""
        number = LANGS.index(lang)
        return self.title[number], self.about[number]


@dataclass(frozen=True, slots=True)
class Head:
    """What the head of a page says."""

    lang: Lang
    title: str = ""
    about: str = ""
    image: str = PREVIEW
    """A path of this server."""
    found: bool = True
    """Whether there is such a page."""


class Template:
    """`index.html`, with the head of any page put in."""

    def __init__(self, text: str) -> None:
        self._text = text

    def page(self, head: Head, request: Request) -> bytes:
        """The page with this head."""
        title = f"{head.title} – {SITE}" if head.title and head.title != SITE else SITE
        text = re.sub(r"<html[^>]*>", f'<html lang="{head.lang}">', self._text, count=1)
        text = re.sub(r'\s*<meta name="description"[^>]*>', "", text, count=1)
        if not head.found:
            lines = [f"<title>{html.escape(title)}</title>", _meta("name", "robots", "noindex")]
            return _put(text, lines)
        base = str(request.base_url).rstrip("/")
        path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        facts = {
            "og:type": "website",
            "og:site_name": SITE,
            "og:title": title,
            "og:description": head.about,
            "og:url": base + path,
            "og:image": base + head.image,
            "og:image:width": str(_SIZE[0]),
            "og:image:height": str(_SIZE[1]),
            "og:image:alt": head.about,
            "og:locale": _LOCALES[head.lang],
        }
        lines = [f"<title>{html.escape(title)}</title>", _meta("name", "description", head.about)]
        lines += [_meta("property", name, content) for name, content in facts.items()]
        lines.append(_meta("name", "twitter:card", "summary_large_image"))
        return _put(text, lines)


def _put(text: str, lines: list[str]) -> bytes:
    """The page with these lines in place of its title."""
    put = "\n    ".join(lines)
    return re.sub(r"<title>.*?</title>", lambda _: put, text, count=1, flags=re.DOTALL).encode()


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{html.escape(content)}" />'


def lang_of(request: Request) -> Lang:
    """The language of the link (`lang=pl`), else the first of the browser's that the page has, else English."""
    asked = request.query_params.get("lang")
    wanted = [asked] if asked else re.findall(r"([A-Za-z]+)[^,]*", request.headers.get("accept-language", ""))
    for tag in wanted:
        for lang in LANGS:
            if tag.lower() == lang:
                return lang
    return "en"


async def head_of(context: ServerContext, request: Request, parts: list[str], known: PagePath) -> Head:
    """The head of a page at a path. Never fails: what cannot be told in time is left out."""
    lang = lang_of(request)
    title, about = known.in_lang(lang)
    general = Head(lang, title, about)
    first, second = (*parts, "", "")[:2]
    if first == "armies" and second:
        army = ARMIES.get(second) or EXTRAS.get(second)
        return Head(lang, title, about, found=False) if army is None else _army(general, second)
    try:
        moment = linked_moment(first, second, request.query_params)
        if moment is None:
            return general
        found = await _told(context, request, moment, lang)
    except UnknownMatch:
        return Head(lang, title, about, found=False)
    except Refusal as refusal:
        return Head(lang, title, about, found=refusal.code not in _GONE)
    except (TimeoutError, Unavailable):
        return general
    asked = [f"{name}={_quoted(value)}" for name, value in request.query_params.items() if name not in ("lang", "wide")]
    query = "&".join([*asked, f"lang={lang}", "wide=1"])
    return Head(lang, f"{found.title} – {title}" if found.title else title, found.about, _image(parts, query))


def _army(general: Head, key: str) -> Head:
    army = ARMIES.get(key) or EXTRAS[key]
    name, about = (army.name_pl or army.name, army.about_pl) if general.lang == "pl" else (army.name, army.about)
    return Head(general.lang, f"{name} – {general.title}", about or general.about)


def _image(parts: list[str], query: str) -> str:
    kind, name = (*parts, "board")[:2]
    return f"/api/pictures/{_quoted(kind)}/{_quoted(name)}.png?{query}"


def _quoted(text: str) -> str:
    return quote(text, safe="")


async def _told(context: ServerContext, request: Request, moment: Moment, lang: Lang) -> AboutMoment:
    """A moment in words. Raises `Refusal`, `UnknownMatch`, `Unavailable` and `TimeoutError`."""
    async with asyncio.timeout(PATIENCE):
        source = await find_source(context, moment)
        body = AboutWork(moment=moment, lang=lang, names=await player_names(context, moment))
        made = await view_for(Call(context, request, None, body), "about", source)
        return msgspec.json.decode(made.data, type=AboutMoment)
