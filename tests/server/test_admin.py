"""`neurohex admin`, verb by verb: output, refusals and exit codes."""

from __future__ import annotations

import asyncio
import io
import json
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from neurohex.cli import main
from neurohex.cli.admin_run import _VERBS
from neurohex.server.identity import BadPassword, Passwords, account
from neurohex.store import EVERYBODY, Store, open_store
from tests.postgres import shared_postgres
from tests.server.aged import DAY, put_match
from tests.server.serving import guests, serving
from tests.waiting import until

ANN, BEN = "guest-ann", "guest-ben"
Admin = Callable[..., tuple[int, str, str]]
Work = Callable[[Store], Awaitable[Any]]


def with_store(url: str, work: Work) -> Any:
    async def run() -> Any:
        store = await open_store(url)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def fill(store: Store) -> str:
    now = time.time()
    await put_match(store, "m1", now - 40 * DAY, ANN, BEN, over=True)
    await put_match(store, "m2", now - 40 * DAY, ANN, BEN)
    await put_match(store, "m3", now, account("Zoe").id, bot=True)
    await store.add_account("Zoe", "hash")
    return await store.add_text("the text of a record", ANN)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "matches.db") if request.param == "sqlite" else shared_postgres().new_database()


@pytest.fixture
def record(url: str) -> str:
    return str(with_store(url, fill))


@pytest.fixture
def admin(url: str, record: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Admin:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["admin", *words, "--database", url])
        out, err = capsys.readouterr()
        assert err.count("\n") <= 1, err
        return code, out, err

    return run


def read(admin: Admin, *words: str) -> Any:
    code, out, err = admin(*words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_status(admin: Admin) -> None:
    facts = read(admin, "status")
    assert facts["matches"] == {"open": 0, "running": 2, "finished": 1}
    assert (facts["records"], facts["accounts"]) == (1, 1)
    assert facts["bytes"] > 0
    code, out, _ = admin("status")
    assert code == 0
    assert "0 open, 2 running, 1 finished" in out


def test_lists(admin: Admin, record: str) -> None:
    assert [match["id"] for match in read(admin, "list", "matches")["matches"]] == ["m1", "m2", "m3"]
    assert [match["id"] for match in read(admin, "list", "matches", "--status", "running")["matches"]] == ["m2", "m3"]
    assert [match["id"] for match in read(admin, "list", "matches", "--older", "30")["matches"]] == ["m1", "m2"]
    assert [match["id"] for match in read(admin, "list", "matches", "--person", "zoe")["matches"]] == ["m3"]
    cut = read(admin, "list", "matches", "--limit", "1")
    assert ([match["id"] for match in cut["matches"]], cut["more"]) == (["m1"], True)
    people = read(admin, "list", "people")["people"]
    assert [(each["name"], each["account"], each["unfinished"]) for each in people] == [
        ("Zoe", True, 1),
        (ANN, False, 1),
        (BEN, False, 1),
    ]
    assert [each["id"] for each in read(admin, "list", "records")["records"]] == [record]
    assert read(admin, "list", "records", "--person", BEN) == {"records": [], "more": False}
    code, out, _ = admin("list", "matches", "--limit", "2")
    assert code == 0
    assert "borgo, moloch" in out
    assert "and more" in out
    assert admin("list", "records", "--older", "9")[1] == "none\n"


def test_show(admin: Admin, record: str) -> None:
    match = read(admin, "show", "match", "m1")
    assert (match["status"], match["seats"], match["people"]) == ("finished", [ANN, BEN], [ANN, BEN])
    assert match["changed"] == pytest.approx(time.time() - 40 * DAY, abs=600)
    assert read(admin, "show", "person", ANN)["matches"] == ["m1", "m2"]
    assert read(admin, "show", "person", "ZOE")["name"] == "Zoe"
    assert read(admin, "show", "record", record)["person"] == ANN
    assert "finished" in admin("show", "match", "m1")[1]


def test_export(admin: Admin, record: str, tmp_path: Path) -> None:
    code, out, _ = admin("export", "match", "m1")
    match = json.loads(out)
    assert code == 0
    assert [event["type"] for event in match["log"]] == ["created", "joined", "joined", "started", "finished"]
    assert match["text"].startswith("[")
    assert admin("export", "record", record)[1] == "the text of a record"
    file = tmp_path / "ann.json"
    assert admin("export", "person", ANN, "-o", str(file)) == (0, "", "")
    person = json.loads(file.read_text(encoding="utf-8"))
    assert [each["id"] for each in person["matches"]] == ["m1", "m2"]
    assert person["records"][0]["text"] == "the text of a record"
    assert "hash" not in admin("export", "person", "Zoe")[1].replace('"hash"', "hash").split("log")[0]
    code, _, err = admin("export", "person", ANN, "-o", str(file))
    assert code == 2
    assert "File exists" in err


def test_end_and_delete_a_match(admin: Admin, url: str) -> None:
    code, out, err = admin("delete", "match", "m1", "m2", "--yes")
    assert (code, out) == (2, "")
    assert err == "neurohex: match m2 is not over: end it first (neurohex admin end m2)\n"
    assert len(read(admin, "list", "matches")["matches"]) == 3  # all or nothing
    assert admin("end", "m2", "--why", "enough") == (0, "ended 1 match\n", "")
    assert admin("end", "m2")[2] == "neurohex: match m2 is over already\n"
    assert admin("delete", "match", "m1", "m2", "--dry-run")[1] == "would delete match m1\nwould delete match m2\n"
    assert len(read(admin, "list", "matches")["matches"]) == 3
    assert admin("delete", "match", "m1", "m2")[2].startswith("neurohex: there is no terminal to ask at; say --yes")
    assert admin("delete", "match", "m1", "m2", "--yes")[1] == "deleted match m1\ndeleted match m2\n"
    assert [match["id"] for match in read(admin, "list", "matches")["matches"]] == ["m3"]


def test_delete_asks_at_a_terminal(admin: Admin, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for answer, code in (("no\n", 2), ("\n", 2), ("", 2), ("y\n", 0)):
        monkeypatch.setattr("sys.stdin", Terminal(answer))
        got, _, err = admin("delete", "match", "m1")
        assert got == code
        assert err.startswith("delete match m1? [y/N] ")
    assert admin("show", "match", "m1")[2] == "neurohex: there is no match m1\n"


def test_delete_people_and_records(admin: Admin, record: str, url: str) -> None:
    assert "not over: end them first (neurohex admin end m2)" in admin("delete", "person", ANN, "--yes")[2]
    admin("end", "m2", "m3")
    dry = read(admin, "delete", "person", ANN, "zoe", "--dry-run")
    assert dry["dry_run"]
    done = read(admin, "delete", "person", ANN, "zoe", "--yes")
    assert done["deleted"] == dry["deleted"]
    ann, zoe = done["deleted"]
    assert (ann["matches_renamed"], ann["records"]) == (["m1", "m2"], [record])
    assert (zoe["account"], zoe["matches_deleted"]) == ("Zoe", ["m3"])
    assert with_store(url, lambda store: store.revocations()) == {ANN: 1, account("Zoe").id: 1}
    assert admin("delete", "record", record, "--yes")[2] == f"neurohex: there is no record {record}\n"
    assert read(admin, "check", "--logs") == {"flaws": []}


def test_delete_a_record(admin: Admin, record: str) -> None:
    assert admin("delete", "record", record, "--yes") == (0, f"deleted record {record}\n", "")
    assert read(admin, "list", "records")["records"] == []


@pytest.mark.slow
def test_password(admin: Admin, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("correct horse\n"))
    assert admin("password", "zoe", "--stdin")[1].startswith("changed the password of Zoe")

    async def check(store: Store) -> None:
        kept = await store.account("Zoe")
        assert kept is not None
        await Passwords().check("correct horse", kept.password_hash)
        with pytest.raises(BadPassword):
            await Passwords().check("wrong horse", kept.password_hash)
        assert await store.revocations() == {account("Zoe").id: 1}

    with_store(url, check)
    assert admin("password", "nobody", "--stdin")[2] == 'neurohex: there is no account "nobody"\n'
    monkeypatch.setattr("sys.stdin", io.StringIO("short\n"))
    assert admin("password", "zoe", "--stdin")[2] == "neurohex: password: expected 10 to 200 letters, got 5\n"
    assert "there is no terminal" in admin("password", "zoe")[2]


def test_revoke(admin: Admin, url: str) -> None:
    assert admin("revoke", "zoe", ANN) == (0, f"revoked all tokens of {account('Zoe').id}, {ANN}\n", "")
    assert admin("revoke", "--all") == (0, "revoked all tokens of everybody\n", "")
    expected = {account("Zoe").id: 1, ANN: 1, EVERYBODY: 1}
    assert with_store(url, lambda store: store.revocations()) == expected
    for words in ((), (ANN, "--all")):
        assert admin("revoke", *words)[2] == "neurohex: expected people whose tokens are to be revoked, or --all\n"


def test_sweep(admin: Admin, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = "1 abandoned and 0 finished matches, 0 guests, 0 records\n"
    assert admin("sweep", "--abandoned", "30", "--dry-run") == (0, f"would delete {said}", "")
    assert admin("sweep")[2].startswith("neurohex: nothing is to be deleted: expected --abandoned")
    monkeypatch.setenv("NEUROHEX_KEEP_FINISHED_DAYS", "30")
    assert read(admin, "sweep", "--dry-run")["finished"] == ["m1"]
    assert admin("sweep", "--abandoned", "30") == (0, f"deleted {said}", "")  # options replace the settings
    assert [match["id"] for match in read(admin, "list", "matches")["matches"]] == ["m1", "m3"]


def test_check_and_compact(admin: Admin, url: str) -> None:
    assert admin("check") == (0, "no damage was found\n", "")
    assert admin("compact")[0] == 0
    sizes = read(admin, "compact")
    assert sizes["before"] > 0 < sizes["after"]

    async def spoil(store: Store) -> None:
        await store.append("m2", 4, [b"{}"])

    with_store(url, spoil)
    code, out, err = admin("check", "--logs")
    assert (code, err) == (1, "")
    assert out == "match m2: this match was written by another version of the server\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "a verb is missing"),
        (["list"], "required"),
        (["list", "cats"], "cats"),
        (["list", "people", "--status", "open"], "--status: goes with matches only"),
        (["list", "matches", "--older", "0"], "--older: expected 1 or more, got 0"),
        (["list", "matches", "--limit", "x"], "--limit"),
        (["sweep", "--abandoned", "0.5"], "--abandoned"),
        (["sweep", "--guests", "-1"], "--guests: expected 1 or more, got -1"),
        (["show", "match", "none"], "there is no match none"),
        (["show", "person", "none"], 'no person "none"'),
        (["show", "record", "none"], "there is no record none"),
        (["delete", "record", "\0"], "there is no record"),
        (["end", "none"], "there is no match none"),
    ],
)
def test_errors_are_one_line(words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = str(tmp_path / "m.db")
    with_store(url, fill)
    where = ["--database", url] if words else []
    assert main(["admin", *words, *where]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("neurohex: ")
    assert err.count("\n") == 1
    assert said in err


def test_settings_name_the_database_as_for_a_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = str(tmp_path / "m.db")
    with_store(url, fill)
    file = tmp_path / "server.toml"
    file.write_text(f'database = "{url}"\nport = 8001\n')
    assert main(["admin", "status", "--config", str(file)]) == 0
    monkeypatch.setenv("NEUROHEX_DATABASE", url)
    assert main(["admin", "status"]) == 0
    file.write_text("nonsense = 1\n")
    assert main(["admin", "status", "--config", str(file)]) == 2
    monkeypatch.setenv("NEUROHEX_DATABASE", "postgresql://me:secret@localhost:1/none")
    assert main(["admin", "status"]) == 2
    assert "secret" not in capsys.readouterr().err


@pytest.mark.slow
async def test_beside_a_server_a_changed_password_signs_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neurohex.server.revocations.REFRESH_SECONDS", 0.05)
    url = str(tmp_path / "m.db")
    async with serving(url, accounts=True) as served, guests(served.url, "Ann") as (ann,):
        await ann.register("Zoe", "first password")
        program = "import sys; from neurohex.cli import main; sys.exit(main(sys.argv[1:]))"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", program, "admin", "password", "Zoe", "--stdin", "--database", url),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        await process.communicate(b"second password\n")
        assert process.returncode == 0
        assert ann.signed_in is not None
        await until(lambda: served.context.revocations.changes)
        await ann.sign_in("Zoe", "second password")


def test_every_verb_of_the_parser_is_carried_out_and_documented() -> None:
    doc = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
    for verb in _VERBS:
        assert f"| `{verb}" in doc, verb
