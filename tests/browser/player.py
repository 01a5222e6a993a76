"""A player who uses only the page: reads what it offers and picks something."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random

from playwright.sync_api import Error, Locator, Page

_SEE = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const able = (selector) => shown(selector).filter((each) => !each.disabled && each.ariaDisabled !== "true");
  const asked = document.querySelector("[data-question]");
  // Who speaks to a page says what is written on its buttons.
  const letters = (text) => text.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, " ").trim();
  const misnamed = shown("button[aria-label], a[aria-label]").filter(
    (each) => !` ${letters(each.ariaLabel)} `.includes(` ${letters(each.innerText)} `.replace(/^ +$/, "")));
  return {
    asked: asked?.dataset.question ?? null,
    mine: document.querySelector(".question.mine") !== null,
    busy: document.querySelector('section.play[aria-busy="true"]') !== null,
    battle: document.querySelector("[data-battle-player]") !== null,
    over: document.querySelector("[data-ending]") !== null,
    confirm: able('[data-action="confirm"]').length > 0,
    turning: able('[data-action="turn-right"]').length > 0,
    options: able("[data-option]").length,
    hexes: shown("[data-hex].may").map((each) => each.dataset.hex),
    units: shown("[data-hex].drags").map((each) => each.dataset.hex),
    begun: able('[data-action="back"]').length > 0,
    behind: able('[data-action="catch-up"]').some((each) => each.checkVisibility({ visibilityProperty: true })),
    slots: able("[data-slot]").map((each) => Number(each.dataset.slot)),
    discards: able('[data-offer="discard"][data-of]').map((each) => Number(each.dataset.of)),
    misnamed: misnamed.map((each) => `${each.ariaLabel}: ${each.innerText}`),
    offers: able("[data-offer]:not([data-of])").map((each) => each.dataset.offer),
  };
}"""
_CATCH_UP = """() => {
  const way = document.querySelector('[data-action="catch-up"]');
  way?.click();
  return way !== null;
}"""
_EDGES = "[...document.querySelectorAll('[data-turn]')].map((each) => each.dataset.turn)"
_CAN_CLICK = """(selector) => {
  const found = document.querySelector(selector);
  return Boolean(found?.checkVisibility() && !found.disabled && found.ariaDisabled !== "true");
}"""
_SECONDS = 600.0
_STUCK = 90.0
"""Seconds. Only a test that fails waits so long."""
_RESTED = 5
"""How often nothing must be seen to happen before nothing happens."""

_PLACES = 0.55
"""How likely a tile is played and not discarded: games of people who discard a lot are short."""

_OTHERS = 0.2
"""How likely it is to do something that needs no tile: a procedure, say, or a unit's own move."""

_CHANGES = 0.1
"""How likely somebody thinks better of what was begun."""

_DRAGS = 0.25
"""How likely a tile or a unit is dragged and not clicked."""


@dataclass(frozen=True)
class Seen:
    """What the page shows and offers."""

    asked: str | None
    mine: bool
    busy: bool
    battle: bool
    over: bool
    confirm: bool
    turning: bool
    options: int
    hexes: list[str]
    units: list[str]
    begun: bool
    behind: bool
    """Whether acts of others are still to be shown, and can be skipped."""
    slots: list[int]
    discards: list[int]
    offers: list[str]
    misnamed: list[str]
    """Buttons that are read out as something else than what is written on them."""

    @property
    def waits(self) -> bool:
        """Whether another player is to act."""
        able = self.confirm or self.options or self.hexes or self.slots or self.offers
        return self.asked is None or not self.mine or self.busy or not able


class Player(ABC):
    """Plays until the match is over. Subclasses play by mouse or by keyboard."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self._luck = Random(seed)
        self.did: dict[str, int] = {}
        """How often it did what."""
        self._turned = False
        """Whether it has turned a tile: until then it plays what it can, and turns the first one that can be."""

    hurries = False
    """Whether it skips what others do; the Battles in it too."""

    def catch_up(self) -> bool:
        """Find and click "Now" in one step; return whether there was one."""
        return False

    def see(self) -> Seen:
        """Read the page. Every control's accessible name must contain its visible text."""
        seen = Seen(**self.page.evaluate(_SEE))
        assert not seen.misnamed, seen.misnamed
        return seen

    def play(self, *, acts: int = 10_000, until: str | None = None) -> None:
        """Play to the end, or that many own steps; stop only when something requested was done."""
        ends = time.monotonic() + _SECONDS
        moved = time.monotonic()
        while True:
            seen = self.see()
            if (seen.over and not seen.battle) or (acts <= 0 and (until is None or until in self.did)):
                return
            now = time.monotonic()
            assert now < ends, f"the game takes too long: {seen}"
            assert now - moved < _STUCK, f"nothing goes on: {seen}"
            if self.act(seen):
                moved = now
                acts -= 1
            elif seen.waits and not seen.battle and not (seen.behind and self.hurries and self.catch_up()):
                self.page.wait_for_timeout(30)

    def act(self, seen: Seen) -> bool:
        """Do one thing if there is something to do; return whether something was done."""
        what = self._step(seen) if seen.battle or not seen.waits else ""
        if what:
            self.did[what] = self.did.get(what, 0) + 1
        return bool(what)

    def rest(self) -> None:
        """Wait for the start of an own decision, with nothing shown or under way."""
        rested = 0
        ends = time.monotonic() + _STUCK
        while rested < _RESTED:
            seen = self.see()
            assert not seen.over, "the game is over"
            assert time.monotonic() < ends, f"there is no rest: {seen}"
            if not seen.battle and not seen.waits and seen.asked == "main" and not seen.begun:
                rested += 1
            else:
                rested = 0
                # What is asked in between must be answered: going back from it leads nowhere.
                if seen.asked == "main" and seen.mine and seen.begun and not seen.battle and not seen.busy:
                    self.back()
                elif seen.battle or not seen.waits:
                    self._step(seen)
            self.page.wait_for_timeout(30)

    def _step(self, seen: Seen) -> str:
        """Do one thing; return what it was, or nothing if it could no longer be done."""
        if seen.battle:
            return self.close_battle()
        if seen.turning and (not self._turned or self._luck.random() < 0.5):
            self._turned = True
            return self.turn()
        if seen.confirm:
            return self.confirm()
        if seen.options:
            return self.option(self._luck.randrange(seen.options))
        others = [kind for kind in seen.offers if kind != "end"]
        if seen.begun and self._luck.random() < _CHANGES:
            return self.offer(self._luck.choice(others)) if others else self.back()
        if (seen.begun or seen.asked not in ("main", "discard")) and seen.hexes:
            return self.hex(self._luck.choice(seen.hexes))
        if seen.begun:
            return self.offer(self._luck.choice(others)) if others and self._luck.random() < 0.8 else self.back()
        if seen.asked == "discard" and seen.discards:
            return self.discard(self._luck.choice(seen.discards))
        if seen.units and self._luck.random() < _OTHERS:
            return self.unit(self._luck.choice(seen.units))
        if others and self._luck.random() < _OTHERS:
            return self.offer(self._luck.choice(others))
        if seen.slots and (self._luck.random() < _PLACES or (seen.asked == "main" and not self._turned)):
            return self.tile(self._luck.choice(seen.slots))
        if seen.discards and self._luck.random() < 0.5:
            return self.discard(self._luck.choice(seen.discards))
        if "end" in seen.offers:
            return self.end()
        if others:
            return self.offer(self._luck.choice(others))
        return self.tile(self._luck.choice(seen.slots))

    @abstractmethod
    def close_battle(self) -> str: ...

    @abstractmethod
    def turn(self) -> str: ...

    @abstractmethod
    def confirm(self) -> str: ...

    @abstractmethod
    def option(self, number: int) -> str: ...

    @abstractmethod
    def hex(self, name: str) -> str: ...

    @abstractmethod
    def unit(self, name: str) -> str: ...

    @abstractmethod
    def back(self) -> str: ...

    @abstractmethod
    def discard(self, slot: int) -> str: ...

    @abstractmethod
    def tile(self, slot: int) -> str: ...

    @abstractmethod
    def end(self) -> str: ...

    @abstractmethod
    def offer(self, kind: str) -> str: ...


class Mouse(Player):
    """Plays by mouse or finger."""

    drags = True
    """Whether it drags tiles and units now and then."""

    def catch_up(self) -> bool:
        # It may go at any moment, so it is looked for and pressed in one.
        pressed: bool = self.page.evaluate(_CATCH_UP)
        return pressed

    def close_battle(self) -> str:
        return self._press('[data-action="close-battle"]', "battle closed")

    def turn(self) -> str:
        way = self._luck.choice(["wheel", "edge", "button"])
        if way == "wheel":
            self.page.locator("[data-board]").hover(force=True)
            self.page.mouse.wheel(0, 120)
        elif way == "edge":
            return self.turn_by_edge()
        else:
            return self._press('[data-action="turn-right"]', f"turned by {way}")
        return f"turned by {way}"

    def turn_by_edge(self) -> str:
        edges: list[str] = self.page.evaluate(_EDGES)  # not all six where a tile may not face everywhere
        return self._press(f'[data-turn="{self._luck.choice(edges)}"]', "turned by edge") if edges else ""

    def confirm(self) -> str:
        return self._press('[data-action="confirm"]', "confirmed")

    def option(self, number: int) -> str:
        return self._press(f'[data-option="{number}"]', "option")

    def hex(self, name: str) -> str:
        tile = self.page.locator('[data-slot][aria-pressed="true"]')
        if self.drags and tile.count() and self._luck.random() < _DRAGS:
            return self._drag(tile.first, name, "tile dragged")
        return self._press(f'[data-hex="{name}"]', "hex")

    def unit(self, name: str) -> str:
        unit = self.page.locator(f'[data-hex="{name}"]')
        if self.drags and self._luck.random() < _DRAGS:
            near = self.page.evaluate("[...document.querySelectorAll('[data-hex]')].map((each) => each.dataset.hex)")
            return self._drag(unit, self._luck.choice(near), "unit dragged")
        return self._press(f'[data-hex="{name}"]', "unit")

    def _drag(self, what: Locator, to: str, how: str) -> str:
        what.scroll_into_view_if_needed()
        start, end = what.bounding_box(), self.page.locator(f'[data-hex="{to}"]').bounding_box()
        assert start is not None
        assert end is not None
        self.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=3)
        self.page.mouse.up()
        return how

    def back(self) -> str:
        return self._press('[data-action="back"]', "back")

    def discard(self, slot: int) -> str:
        return self._press(f'[data-offer="discard"][data-of="{slot}"]', "discarded")

    def tile(self, slot: int) -> str:
        return self._press(f'[data-slot="{slot}"]', "tile")

    def end(self) -> str:
        return self._press('[data-offer="end"]', "turn ended")

    def offer(self, kind: str) -> str:
        return self._press(f'[data-offer="{kind}"]:not([data-of])', f"offer {kind}")

    def _press(self, selector: str, what: str) -> str:
        """Click it, or nothing if the page has removed it since `see`: the film of a Battle ends by itself, say."""
        target = self.page.locator(selector).first
        ends = time.monotonic() + _STUCK
        while True:
            try:
                self._touch(target)
            except Error:
                if not self.page.evaluate(_CAN_CLICK, selector):
                    return ""
                if time.monotonic() > ends:
                    raise
            else:
                return what

    def _touch(self, target: Locator) -> None:
        """Click it. Raises `Error` if that is not possible soon."""
        target.click(timeout=1_000)


class Keys(Player):
    """Plays by keyboard alone."""

    def close_battle(self) -> str:
        return self._press("Escape", "battle closed")

    def turn(self) -> str:
        return self._press(self._luck.choice(["q", "e"]), "turned")

    def confirm(self) -> str:
        return self._press("Enter", "confirmed")

    def option(self, number: int) -> str:
        return self._focus(f'[data-option="{number}"]', "option")

    def hex(self, name: str) -> str:
        """Go to a hex with Tab and arrows, always by the arrow that leads nearer, and choose it."""
        self.page.locator(f'[data-hex="{name}"]').wait_for()
        for _ in range(80):
            at = self._focused("hex")
            if at == name:
                return self._press("Enter", "hex")
            self.page.keyboard.press("Tab" if at is None else self._arrow(at, name))
        raise AssertionError(f"no way to {name} by keys")

    def unit(self, name: str) -> str:
        self.hex(name)
        return "unit"

    def _arrow(self, at: str, to: str) -> str:
        here, there = self._place(at), self._place(to)
        across, down = there[0] - here[0], there[1] - here[1]
        if abs(across) > 5:
            return "ArrowRight" if across > 0 else "ArrowLeft"
        return "ArrowDown" if down > 0 else "ArrowUp"

    def _place(self, name: str) -> tuple[float, float]:
        box = self.page.locator(f'[data-hex="{name}"]').bounding_box()
        assert box is not None
        return box["x"], box["y"]

    def back(self) -> str:
        return self._press("Escape", "back")

    def discard(self, slot: int) -> str:
        return self._focus(f'[data-offer="discard"][data-of="{slot}"]', "discarded")

    def tile(self, slot: int) -> str:
        return self._press(str(slot + 1), "tile")

    def end(self) -> str:
        return self._press("t", "turn ended")

    def offer(self, kind: str) -> str:
        return self._focus(f'[data-offer="{kind}"]:not([data-of])', f"offer {kind}")

    def _press(self, key: str, what: str) -> str:
        self.page.keyboard.press(key)
        return what

    def _focused(self, name: str) -> str | None:
        found: str | None = self.page.evaluate("(name) => document.activeElement?.dataset[name] ?? null", name)
        return found

    def _focus(self, selector: str, what: str) -> str:
        """Go to a button with Tab and press it."""
        self.page.locator(selector).first.wait_for()
        for _ in range(80):
            if self.page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
                return self._press("Enter", what)
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {selector} by Tab")
