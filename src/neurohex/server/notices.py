"""Tells people who are away that it is their turn: by e-mail, or by a webhook of the operator. Off by default.

Each minute the server looks for turns that have waited for `notice_minutes`. The server that notes a turn as told first
sends the notice, so that several servers send one. A notice that cannot be sent is logged and not sent again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import smtplib
import ssl
import time
import urllib.request
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Final, TypeVar
from urllib.error import URLError

from neurohex.server.settings import Settings
from neurohex.server.summaries import listed
from neurohex.store import DueNotice, Listed, Store, Unavailable, UnknownMatch
from neurohex.wire.http import ListedMatch

Thing = TypeVar("Thing")

_LOG: Final = logging.getLogger(__name__)
EACH_SECONDS: Final = 60.0
SEND_SECONDS: Final = 20.0
CODE_SECONDS: Final = 3600.0
_TEXTS: Final = {
    "en": {
        "subject": "It is your turn against {others}",
        "body": "It is your turn in your game of Neuroshima Hex against {others}.\n\n{link}\n\n"
        "You asked for this mail in the settings of the page; there you can also stop it.\n",
        "code_subject": "Your code for neurohex: {code}",
        "code_body": "Somebody gave this address on a neurohex server, to be told whose turn it is. If that was you, "
        "type this code on the page:\n\n{code}\n\nIf not, do nothing: no further mail will come.\n",
        "nobody": "nobody",
    },
    "pl": {
        "subject": "Twoja tura – gra: {others}",
        "body": "Teraz twoja tura w partii Neuroshimy Hex. Przeciwnik: {others}.\n\n{link}\n\n"
        "Ten list zamówiono w ustawieniach strony; tam też można z niego zrezygnować.\n",
        "code_subject": "Twój kod do neurohex: {code}",
        "code_body": "Ktoś podał ten adres na serwerze neurohex, żeby dostawać wiadomości o swojej turze. Jeśli to ty, "
        "wpisz na stronie ten kod:\n\n{code}\n\nJeśli nie, zignoruj ten list: więcej nie przyjdzie.\n",
        "nobody": "nikt",
    },
}


class Notices:
    """Sends notices. Does nothing unless the settings name a mail server or a webhook."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        *,
        send: Callable[[EmailMessage], None] | None = None,
        call: Callable[[bytes], None] | None = None,
    ) -> None:
        """`send` and `call` replace sending mail and calling the webhook; they run in threads."""
        self._store = store
        self._settings = settings
        self._send = send or self._send_mail
        self._call = call or self._call_webhook
        self._task: asyncio.Task[None] | None = None

    @property
    def by_mail(self) -> bool:
        """Whether this server sends mail."""
        return bool(self._settings.smtp_host and self._settings.smtp_from)

    @property
    def by_webhook(self) -> bool:
        """Whether this server calls a webhook."""
        return bool(self._settings.turn_webhook)

    def start(self) -> None:
        """Start looking for turns that wait."""
        if self.by_mail or self.by_webhook:
            self._task = asyncio.create_task(self._work(), name="notices")

    async def stop(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def send_code(self, address: str, code: str, lang: str) -> bool:
        """Send a code to an address that is to be confirmed; False if that failed."""
        texts = _TEXTS[lang]
        return await self._try(
            self._send, self._mail(address, texts["code_subject"].format(code=code), texts["code_body"], code=code)
        )

    async def look(self, now: float) -> int:
        """Send what is due; return how many notices were sent. Raises `Unavailable`."""
        sent = 0
        for due in await self._store.due_notices(now - 60 * self._settings.notice_minutes):
            if not await self._store.tell(due.match, due.since):
                continue
            try:
                match = listed(Listed(due.match, await self._store.summary(due.match)))
            except UnknownMatch:
                continue  # deleted meanwhile
            sent += await self._tell(due, match)
        return sent

    async def _tell(self, due: DueNotice, match: ListedMatch) -> bool:
        contact, texts = due.contact, _TEXTS.get(due.contact.lang, _TEXTS["en"])
        names = [seat.name for seat in match.seats if seat.person != contact.person and seat.name]
        others = ", ".join(names) or texts["nobody"]
        sent = False
        if self.by_mail and contact.confirmed:
            subject = texts["subject"].format(others=others)
            mail = self._mail(contact.email, subject, texts["body"], others=others, link=self._link(due.match))
            sent |= await self._try(self._send, mail)
        if self.by_webhook and contact.hook:
            name = next((seat.name for seat in match.seats if seat.person == contact.person), None)
            told = {
                "person": contact.person,
                "name": name,
                "opponents": names,
                "match": due.match,
                "since": due.since,
                "link": self._link(due.match),
            }
            sent |= await self._try(self._call, json.dumps(told).encode())
        return sent

    def _link(self, match: str) -> str:
        site = self._settings.site.rstrip("/") or f"http://{self._settings.host}:{self._settings.port}"
        return f"{site}/match/{match}"

    def _mail(self, address: str, subject: str, body: str, **given: str) -> EmailMessage:
        mail = EmailMessage()
        mail["From"] = self._settings.smtp_from
        mail["To"] = address
        mail["Subject"] = " ".join(subject.split())
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(body.format(**given))
        return mail

    async def _try(self, do: Callable[[Thing], None], what: Thing) -> bool:
        try:
            await asyncio.to_thread(do, what)
        except (OSError, smtplib.SMTPException, ValueError, URLError) as error:
            _LOG.warning("a notice could not be sent: %s", type(error).__name__)  # its text may name the address
            return False
        return True

    def _send_mail(self, mail: EmailMessage) -> None:
        settings = self._settings
        secure = ssl.create_default_context()
        if settings.smtp_security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                settings.smtp_host, settings.smtp_port, timeout=SEND_SECONDS, context=secure
            )
        else:
            server = smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=SEND_SECONDS)
        with server:
            if settings.smtp_security == "starttls":
                server.starttls(context=secure)
            if settings.smtp_user:
                password = Path(settings.smtp_password_file).read_text(encoding="utf-8").strip()
                server.login(settings.smtp_user, password)
            server.send_message(mail)

    def _call_webhook(self, data: bytes) -> None:
        request = urllib.request.Request(
            self._settings.turn_webhook, data, {"content-type": "application/json"}, method="POST"
        )
        with urllib.request.urlopen(request, timeout=SEND_SECONDS) as answer:
            answer.read(1)

    async def _work(self) -> None:
        while True:
            try:
                await self.look(time.time())
            except Unavailable as error:
                _LOG.warning("%s; looking for turns again in %g s", error, EACH_SECONDS)
            await asyncio.sleep(EACH_SECONDS)
