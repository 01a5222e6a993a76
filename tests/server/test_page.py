"""The page's files, their headers, and files that are never served."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from neurohex.server import drawings
from neurohex.server.app import make_app
from neurohex.server.context import open_context
from neurohex.server.documents import Document, document
from neurohex.server.files import HEADERS, is_built
from neurohex.server.settings import Settings
from tests.server.serving import FREE, serving

INDEX = """<!doctype html><html lang="en"><head>
<meta name="description" content="a page" />
<title>neurohex</title></head><body>body</body></html>"""
PATHS = Path(__file__).parents[2] / "web" / "src" / "frame" / "paths.json"
SCRIPT = "console.log('hex');\n" * 200


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A page, and a private file beside it."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    shutil.copy(PATHS, folder)
    (folder / "robots.txt").write_text("User-agent: *\n")
    (folder / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "assets" / "main-4f2a.js").write_text(SCRIPT)
    (folder / "assets" / "main-4f2a.css").write_text("body {}")
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "leak.txt").symlink_to(tmp_path / "secret.txt")
    return folder


@asynccontextmanager
async def browsing(database: str, page: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with open_context(Settings(**{**FREE, "database": database})) as context:
        transport = httpx.ASGITransport(make_app(context, page))
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
            yield http


async def test_every_path_that_is_nothing_else_is_the_page(database: str, built: Path) -> None:
    async with browsing(database, built) as http:
        for path in ("/", "/new", "/match/3f2a90c1d7e4?step=42", "/study", "/lesson/place", "/settings/"):
            answer = await http.get(path)
            assert answer.status_code == (404 if "/match/" in path else 200), path
            assert answer.text.endswith("</head><body>body</body></html>"), path
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-cache"
            again = await http.get(path, headers={"if-none-match": answer.headers["etag"]})
            assert (again.status_code, again.content, again.headers["cache-control"]) == (304, b"", "no-cache")
        whole = await http.get("/", headers={"accept-encoding": "identity"})
        head = await http.head("/", headers={"accept-encoding": "identity"})
        assert head.headers["content-length"] == str(len(whole.content))


async def test_a_path_that_the_page_does_not_have_is_not_found_and_looks_like_the_page(
    database: str, built: Path
) -> None:
    async with browsing(database, built) as http:
        for path in (
            "/apiary",
            "/a.b",
            "/match",
            "/match/a/b",
            "/new/x",
            "/wp-login.php",
            "/armies/borgo/x",
            "/Settings",
        ):
            answer = await http.get(path)
            assert (answer.status_code, answer.text.endswith("body</body></html>")) == (404, True), path
            assert "og:" not in answer.text
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-cache"
            assert (await http.head(path)).status_code == 404
        robots = await http.get("/robots.txt")
        assert (robots.status_code, robots.text) == (200, "User-agent: *\n")
        assert robots.headers["content-type"].startswith("text/plain")


async def test_only_files_with_hashed_names_are_cached_forever(database: str, built: Path) -> None:
    async with browsing(database, built) as http:
        script = await http.get("/assets/main-4f2a.js")
        assert script.text == SCRIPT
        assert script.headers["content-type"].startswith("text/javascript")
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert script.headers["content-encoding"] == "gzip"
        assert int(script.headers.get("content-length", 0)) < len(SCRIPT)
        assert (await http.get("/assets/main-4f2a.css")).headers["content-type"].startswith("text/css")
        icon = await http.get("/icon.svg")
        assert (icon.headers["content-type"], icon.headers["cache-control"]) == ("image/svg+xml", "no-cache")
        old = await http.get("/assets/main-0000.js")  # of a page that was built before: no page in place of a script
        assert old.status_code == 404
        assert "immutable" not in old.headers.get("cache-control", "")


async def test_every_response_has_the_security_headers(database: str, built: Path) -> None:
    assert HEADERS["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "worker-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    assert "unsafe" not in str(HEADERS)
    async with browsing(database, built) as http:
        tag = (await http.get("/")).headers["etag"]
        for method, path in (
            ("GET", "/"),
            ("GET", "/assets/main-4f2a.js"),
            ("GET", "/assets/nothing.js"),
            ("POST", "/"),
            ("GET", "/api"),
            ("GET", "/api/nothing"),
            ("GET", "/api/sprites"),
            ("GET", "/health"),
        ):
            answer = await http.request(method, path, headers={"if-none-match": tag})
            for name, value in {
                "x-content-type-options": "nosniff",
                "referrer-policy": "no-referrer",
                "cross-origin-opener-policy": "same-origin",
                "content-security-policy": HEADERS["content-security-policy"],
            }.items():
                assert answer.headers.get_list(name) == [value], (path, name)


async def test_nothing_outside_the_page_is_given_away(database: str, built: Path) -> None:
    async with browsing(database, built) as http:
        for path in (
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "/assets/../../secret.txt",
            "/assets/%2e%2e/%2e%2e/secret.txt",
            "/assets/..%5c..%5csecret.txt",
            "//etc/passwd",
            "/%2fetc%2fpasswd",
            "/leak.txt",
            "/%00",
            "/" + "x" * 5000,
        ):
            answer = await http.get(path)
            assert answer.status_code in (200, 404), path
            assert "secret" not in answer.text.replace(path, ""), path
            assert answer.text == "Not Found" or "<body>body</body>" in answer.text, path


async def test_the_api_answers_for_itself(database: str, built: Path) -> None:
    async with browsing(database, built) as http:
        assert (await http.get("/api")).json()["server"].startswith("neurohex")
        assert (await http.get("/health")).text == "ok\n"
        assert (await http.get("/metrics")).text.startswith("# HELP")
        for path in ("/api/nothing", "/api/"):
            answer = await http.get(path)
            assert answer.status_code == 404
            assert answer.json()["code"] == "not_found"
        assert (await http.post("/new")).status_code == 405


@pytest.mark.parametrize("built", [True, False])
async def test_drawings_start_before_a_page_asks(database: str, built: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    def drawn() -> Document:
        begun.set()
        return document("drawings")

    monkeypatch.setattr("neurohex.server.run.is_built", lambda: built)
    monkeypatch.setattr("neurohex.server.drawings.drawings_document", drawn)
    async with serving(database) as served:
        assert await asyncio.to_thread(begun.wait, 5 if built else 0.1) is built
        async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
            answers = await asyncio.gather(*(http.get("/api/sprites") for _ in range(5)))
        assert [answer.json() for answer in answers] == ["drawings"] * 5


def test_drawings_come_from_the_file_unless_it_is_out_of_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings, "FILE", tmp_path / "drawings.json")
    monkeypatch.setattr(drawings, "sprites", lambda: {"drawn": "once"})
    drawings.write_file()
    monkeypatch.setattr(drawings, "sprites", lambda: {"drawn": "anew"})
    assert drawings.drawings_document.__wrapped__() == document({"drawn": "once"})
    monkeypatch.setattr(drawings, "EXTRAS", {})
    assert drawings.drawings_document.__wrapped__() == document({"drawn": "anew"})
    drawings.FILE.write_text("half a fi")
    assert drawings.drawings_document.__wrapped__() == document({"drawn": "anew"})


async def test_without_a_page_it_is_said_how_to_build_it(database: str, tmp_path: Path) -> None:
    assert not is_built(tmp_path)
    async with browsing(database, tmp_path / "nothing") as http:
        for path in ("/", "/match/x", "/assets/main.js"):
            answer = await http.get(path)
            assert answer.status_code == 404
            assert answer.text == "The page is not built; `make play` builds it.\n"
            assert answer.headers["content-type"].startswith("text/plain")
        assert (await http.get("/api")).status_code == 200
        assert (await http.get("/api/nothing")).json()["code"] == "not_found"
