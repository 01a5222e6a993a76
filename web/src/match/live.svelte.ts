/**
 * A running match: its events and its table. Events say that something happened; the server then pushes the new view
 * with its words. The client requests what happened before it connected or while the socket was broken. Acts appear one
 * after another, so that people can follow bots; a fought Battle plays before the table goes on.
 */

import type { Battle, Beat, Reaction, Story } from "../api/forms";
import { postAs, RefusedError } from "../api/http";
import type { LiveLook, Moment } from "../api/views";
import type { Companion, Company } from "../app/companions";
import { timesOf, type Times } from "../table/clocks";
import { after, inCommon, momentAt, newCourse, seatOf, type Act, type Course } from "./course";
import type { Accepted, Command, MatchEvent, Presence, Shown, Skipped } from "./messages";
import type { Language } from "../texts/language.svelte";
import { Bell } from "./bell";
import { extended, Pushed } from "./pushed";
import { afterSaid, type Said } from "./reactions";
import {
  allShown,
  battlesIn,
  entries,
  joined,
  notShown,
  recentIn,
  retold,
  upTo,
  type Happened,
  type BattlesShown,
} from "./story";
import type { Wire } from "./wire";

/**
 * Most acts per other player to show one by one; with more, the table jumps to the present. Above one per player they
 * go faster.
 */
export const FAR_BEHIND = 12;
/** Milliseconds before a retry without an answer. */
const AGAIN = 1_000;
/** Milliseconds to wait for a pushed view before requesting it. */
export const PATIENCE = 3_000;

/** Dependencies of a live match. */
export interface Dependencies {
  look: (moment: Moment) => Promise<LiveLook>;
  story: (moment: Moment, first: number) => Promise<Story & { first: number }>;
  wire: Pick<Wire, "follow" | "ask" | "retell">;
  /** The language of the next `look` and `story`. */
  language: () => Language;
  /** The user; null for a spectator. */
  person: () => string | null;
  /** Whether the page is hidden: then do not show acts one by one. */
  unseen: () => boolean;
  /** Milliseconds to show another player's act. */
  pace: () => number;
  /** Whether Battles play automatically. */
  battles: () => boolean;
  /** An act appears for the first time: its words, the act, and its Battles. */
  /** Other people at this screen. */
  company?: Company | undefined;
  ontold: (words: string, act: Act, battles: Battle[], beats: Beat[]) => void;
}

/** The table at a moment. */
interface Found {
  look: LiveLook;
  story: Story;
  /** The acts that stood then. */
  acts: readonly Act[];
  /** Number of the last included event. */
  n: number;
}

export class Live {
  course = $state.raw<Course>(newCourse());
  presence = $state.raw<Presence | null>(null);
  times = $state.raw<Times | null>(null);
  /** The shown table; null until known. */
  look = $state.raw<LiveLook | null>(null);
  /** The moment of `look`. */
  moment = $state.raw<Moment | null>(null);
  story = $state.raw<Story | null>(null);
  /** The last player's consecutive acts, newest last. */
  recent = $state.raw<Happened[]>([]);
  /** The Battle being shown. */
  battle = $state.raw<Battle | null>(null);
  /** The latest reactions. */
  said = $state.raw<Said[]>([]);
  /** Set if the match is unavailable, or no longer available. */
  refused = $state.raw<RefusedError | null>(null);
  /** Number of the last event when following began. */
  #newest = $state<number | null>(null);
  /** The user's decision is under way. */
  #sending = $state(false);
  /** Number of the last shown event. */
  #shown = $state(-1);

  #running = false;
  #hurry = false;
  #closed = false;
  #battles: BattlesShown | null = null;
  /** Battles queued after the current one. */
  #toPlay: Battle[] = [];
  /** The acts that stood when the story was fetched, to remove what was taken back since. */
  #acts: readonly Act[] = [];
  /** The language of the look and the story. */
  #told = "";
  /** The language last requested from the server. */
  #wanted: Language;
  #asking = false;
  readonly #bell = new Bell();
  readonly #pushed = new Pushed();
  readonly #unfollow: () => void;

  constructor(
    readonly match: string,
    private readonly given: Dependencies,
  ) {
    this.#wanted = given.language();
    this.#unfollow = given.wire.follow(match, {
      event: (event) => this.#take(event),
      presence: (note) => (this.presence = note),
      following: (last) => {
        this.#newest ??= last;
        this.#pushed.begin(last);
        this.#bell.ring();
      },
      shown: (note) => this.#hear(note),
      reacted: (note) => (this.said = afterSaid(this.said, note, Date.now())),
      language: () => this.given.language(),
      lost: () => {
        this.#pushed.end();
        this.#bell.ring();
      },
      ended: (why) => (this.refused = why),
    });
  }

  /** Whether the table shows the present; only then can the user decide. */
  get isNow(): boolean {
    return this.look !== null && this.#shown >= this.course.moved;
  }

  /** Whether everything before the user's arrival is known. */
  get isThere(): boolean {
    return this.#newest !== null && this.course.last >= this.#newest;
  }

  /** Whether an event happened while the user was here: older ones are not announced. */
  isNews(n: number): boolean {
    return this.#newest !== null && n > this.#newest;
  }

  get busy(): boolean {
    return this.#sending;
  }

  /** The last act. */
  get happened(): Happened | null {
    return this.recent.at(-1) ?? null;
  }

  /** Number of other players' acts still to be shown. */
  get behind(): number {
    return this.course.acts.filter((act) => act.n > this.#shown && !this.#own(act)).length;
  }

  /** The user's seat; null for a spectator. With several people at this screen, the seat that decides. */
  get seat(): number | null {
    const own = seatOf(this.course, this.given.person());
    if (!this.shared) return own;
    const decides = this.look?.choices.decides?.player ?? null;
    return decides !== null && this.companionAt(decides) ? decides : own;
  }

  /** Whether other people play at this screen: then nobody is "you". */
  get shared(): boolean {
    return this.given.company !== undefined && this.given.company.companions.length > 0;
  }

  /** Who plays a seat at this screen, besides the user. */
  companionAt(seat: number): Companion | null {
    const person = this.course.seats[seat]?.person ?? null;
    return this.given.company?.companions.find((one) => one.person === person) ?? null;
  }

  /** Stop following the match. */
  close(): void {
    this.#closed = true;
    this.#unfollow();
    this.#bell.ring();
  }

  /** Jump to the present. */
  catchUp(): void {
    this.#hurry = true;
    this.battle = null;
    this.#bell.ring();
  }

  /** The user has seen the Battle, or skips it. */
  closeBattle(): void {
    this.battle = null;
    this.#bell.ring();
  }

  /** Fetch everything again if the language changed. Throws `RefusedError`. */
  async retell(): Promise<void> {
    const language = this.given.language();
    if (this.#wanted !== language) this.given.wire.retell(this.match);
    this.#wanted = language;
    // Meanwhile the table may go on, in either language.
    while (this.look !== null && this.#told !== language && !this.#closed) {
      const [before, happened] = [this.look, this.happened];
      const moment = { match: this.match, step: before.step };
      const { acts, steps } = this.course;
      // Battles play before the table shows their outcome.
      const ahead = Math.max(before.step, Math.min(steps, happened?.act.to ?? 0));
      const [look, story] = await Promise.all([
        this.given.look(moment),
        this.given.story({ ...moment, step: ahead }, 0),
      ]);
      if (this.given.language() !== language) return; // the language changed again, and another call handles it
      if (this.look !== before) continue;
      this.look = look;
      this.story = ahead > look.step ? upTo(story, look.step) : story;
      [this.#told, this.#acts] = [language, acts];
      if (this.happened === happened) this.recent = recentIn(this.course.acts, happened?.act, story);
      if (this.battle) this.battle = retold(this.battle, story) ?? this.battle;
      this.#toPlay = this.#toPlay.map((battle) => retold(battle, story) ?? battle);
    }
  }

  /** Send a command to the match. Throws `RefusedError`. */
  async ask(command: Command): Promise<Accepted> {
    const companion = this.seat === null ? null : this.companionAt(this.seat);
    if (companion) return this.askAs(companion, command);
    const reply = await this.given.wire.ask(command);
    if (reply.type !== "accepted") throw new RefusedError("malformed", `not an answer to that: ${reply.type}`, 0, 0);
    return reply;
  }

  /** Show a reaction to everybody at the table. Throws `RefusedError`. */
  async react(reaction: Reaction): Promise<void> {
    await this.given.wire.ask({ type: "react", match: this.match, reaction });
  }

  /** A reaction has been shown for long enough. */
  forget(said: Said): void {
    this.said = this.said.filter((each) => each !== said);
  }

  /** Send a command of somebody else at this screen. Throws `RefusedError`. */
  async askAs({ token }: Companion, command: Command): Promise<Accepted> {
    const id = crypto.randomUUID();
    return postAs<Accepted>(token, `/api/matches/${encodeURIComponent(this.match)}/commands`, { ...command, id });
  }

  /** Decide or take back at the shown moment; resolves when the table shows the outcome. Throws `RefusedError`. */
  async decide(command: { type: "act"; action: number } | { type: "undo" }): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      const reply = await this.ask({ ...command, match: this.match, seen: this.seen });
      await this.#bell.until(() => this.#shown >= reply.last || this.#closed);
    } finally {
      this.#sending = false;
    }
  }

  /** Number of the last event known to the user. */
  get seen(): number {
    return this.isNow ? this.course.last : Math.max(0, this.#shown);
  }

  // --- inside ---
  #take(event: MatchEvent): void {
    this.course = after(this.course, event);
    this.#bell.ring();
    const willBeShown = this.course.moved === event.n && this.#pushed.covers(event.n);
    if (this.#hasClock && !willBeShown) void this.#askTimes();
    if (this.course.phase !== "open") void this.#go();
  }

  #hear(note: Shown | Skipped): void {
    this.#pushed.take(note);
    if (note.type === "shown" && note.left) {
      this.times = { left: note.left, running: note.running ?? null, came: Date.now() };
    } else if (note.type === "skipped" && this.#hasClock) void this.#askTimes();
    this.#bell.ring();
  }

  get #hasClock(): boolean {
    return Boolean(this.course.created?.clock) && this.course.phase !== "open";
  }

  /** Show one thing after another until nothing is left. Never runs twice at once. */
  async #go(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    // Events that arrive together, as at the start, are one batch: take all of them first.
    await Promise.resolve();
    while (!this.#closed && this.#shown < this.course.moved) {
      try {
        await this.#step();
      } catch (error) {
        const refused = error instanceof RefusedError;
        if (!refused) reportError(error); // a bug in the page, but the game must go on
        // The request failed: it was taken back, or the server is down. Fetch the present later.
        this.#hurry = true;
        await this.#bell.until(() => this.#closed, Math.max(AGAIN, refused ? error.wait * 1000 : 0));
      }
    }
    this.#hurry = false;
    this.#running = false;
  }

  async #step(): Promise<void> {
    const act = this.#next();
    const language = this.given.language();
    const found = (await this.#shownFor(act, language)) ?? (await this.#askedFor(act, language));
    if (this.#closed || found === null) return;
    // The language changed meanwhile: try again.
    if (this.given.language() !== language) return;
    const { look, story, acts } = found;
    if (act === null) {
      this.battle = null;
      this.#battles = allShown(story);
      // A newcomer sees the last act, unless it was taken back.
      const last = acts.at(-1);
      const latest = last && last.n > this.course.undone && last.to === look.step ? last : undefined;
      this.#told = language;
      this.#acts = acts;
      this.#show(look, story, found.n, recentIn(acts, latest, story));
      return;
    }
    if (this.course.undone > this.#shown) return; // it was taken back meanwhile
    const recent = recentIn(acts, act, story);
    const told = recent.at(-1);
    const beats = entries(story, act.from, act.to).flatMap((entry) => entry.beats);
    if (told) this.given.ontold(told.words, act, battlesIn(told), beats);
    await this.#fight(story, recent);
    if (this.#closed || this.given.language() !== language) return;
    this.#told = language;
    this.#acts = acts;
    this.#show(look, story, act.n, recent);
    // Users do not wait for their own acts.
    const enough = () => this.#closed || this.#hurry || this.#own(this.#next());
    await this.#bell.until(enough, this.#pace(act));
  }

  /** Number of steps of the story that still stand: it has one language, and acts may have been taken back. */
  #stands(language: string): number {
    if (this.#told !== language) return 0;
    return Math.min(this.story?.steps ?? 0, inCommon(this.#acts, this.course.acts));
  }

  /** The table after an act, or the present (null), from pushed views; null if it must be fetched. */
  async #shownFor(act: Act | null, language: string): Promise<Found | null> {
    const n = act?.n ?? this.course.moved;
    await this.#bell.until(() => this.#closed || this.#pushed.settled(n), PATIENCE);
    const notes = this.#pushed.between(this.#shown, act ? n : Infinity, language);
    const last = notes.at(-1);
    if (last === undefined || last.n < n) return null;
    const story = extended(this.#told === language ? this.story : null, this.#stands(language), notes);
    if (story === null) return null;
    // Only these acts are in the story: later ones may have replaced a takeback.
    return { look: last.look, story, acts: this.course.acts.filter((each) => each.n <= last.n), n: last.n };
  }

  /** The same by request; null if it must be retried. Throws `RefusedError`. */
  async #askedFor(act: Act | null, language: string): Promise<Found | null> {
    const course = this.course;
    const moment = { match: this.match, step: act ? act.to : null };
    const first = Math.min(this.#stands(language), act ? act.from : course.steps);
    const [look, part] = await Promise.all([this.given.look(moment), this.given.story(moment, first)]);
    // The language changed meanwhile, or the earlier part has another language.
    if (this.given.language() !== language || (part.first > 0 && this.#told !== language)) return null;
    const story = joined(this.story, part);
    const n = act?.n ?? Math.max(course.moved, look.event ?? -1);
    // A newcomer may get the present before all the events that led to it.
    await this.#bell.until(() => this.#closed || this.course.last >= n, PATIENCE);
    const same = this.course.undone <= course.last;
    const acts = same ? this.course.acts.filter((each) => each.n <= n) : course.acts;
    return { look, story, acts, n };
  }

  #own(act: Act | null): boolean {
    if (act === null || act.by === null) return false;
    return (
      act.by === this.given.person() || this.given.company?.companions.some(({ person }) => person === act.by) === true
    );
  }

  /** The next act to show; null for the present. */
  #next(): Act | null {
    const { course } = this;
    if (this.look === null || this.#hurry || this.given.unseen() || course.undone > this.#shown) return null;
    const left = course.acts.filter(({ n }) => n > this.#shown);
    return left.length > this.#far() ? null : (left[0] ?? null);
  }

  /**
   * Number of acts that is too many: nobody should miss a Battle because many bots act at once. With a clock there is
   * no time for all of them.
   */
  #far(): number {
    const { created, seats } = this.course;
    return created?.clock ? FAR_BEHIND : FAR_BEHIND * Math.max(1, seats.length - 1);
  }

  /** Milliseconds to show an act. */
  #pace(act: Act): number {
    if (this.#own(act)) return 0.3 * this.given.pace();
    return this.given.pace() / Math.max(1, this.behind / FAR_BEHIND);
  }

  #show(look: LiveLook, story: Story, shown: number, recent: Happened[]): void {
    this.look = look;
    this.moment = momentAt(this.match, this.course, look.step);
    this.story = story;
    this.recent = recent;
    this.#shown = shown;
    this.#pushed.forget(shown);
    this.#bell.ring();
  }

  /** Play the fought Battles that were not shown yet. */
  async #fight(story: Story, recent: Happened[]): Promise<void> {
    this.#toPlay = notShown(story, this.#battles);
    this.#battles = allShown(story);
    const more = () =>
      this.#toPlay.length > 0 && this.given.battles() && !this.#hurry && !this.#closed && !this.given.unseen();
    if (more()) this.recent = recent;
    while (more()) {
      this.battle = this.#toPlay.shift() ?? null;
      await this.#bell.until(() => this.battle === null || this.#closed);
    }
    this.#toPlay = [];
  }

  /** Request the clocks; they are exact when the answer arrives. */
  async #askTimes(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    let asked: number;
    do {
      asked = this.course.last;
      const reply = await this.given.wire.ask({ type: "look", match: this.match }).catch(() => null);
      if (reply?.type === "looked") this.times = timesOf(reply.present, Date.now());
    } while (asked < this.course.last && !this.#closed);
    this.#asking = false;
  }
}
