/**
 * A match that is being played: its events, and what lies on the table. The events say that something has happened; what
 * then stands, and what it is in words, the server shows right after them. What happened before somebody came, or while
 * the line was broken, it is asked for. Acts are shown one after another, so that people can follow those of bots; a
 * Battle that was fought plays before the table goes on.
 */

import type { Battle, Story } from "../api/forms";
import { Refused } from "../api/http";
import type { Look, Moment } from "../api/views";
import { timesOf, type Times } from "../table/clocks";
import { after, inCommon, momentAt, newCourse, seatOf, type Act, type Course } from "./course";
import type { Accepted, Command, MatchEvent, Presence, Shown, Skipped } from "./messages";
import type { Language } from "../texts/language.svelte";
import { Bell } from "./bell";
import { goneOn, Pushed } from "./pushed";
import {
  allShown,
  battlesIn,
  joined,
  notShown,
  recentIn,
  retold,
  upTo,
  type Happened,
  type BattlesShown,
} from "./telling";
import type { Wire } from "./wire";

/** Acts that are shown one by one for each of the others; when there are more, the table jumps to how it stands. Where
 * they are more than for one, they go by faster. */
export const FAR_BEHIND = 12;
/** Before the server is asked again, where it did not answer. */
const AGAIN = 1_000;
/** How long to wait for what the server shows by itself, before it is asked. */
export const PATIENCE = 3_000;

/** What a live match needs of its surroundings. */
export interface Surroundings {
  look: (moment: Moment) => Promise<Look>;
  story: (moment: Moment, first: number) => Promise<Story & { first: number }>;
  wire: Pick<Wire, "follow" | "ask" | "retell">;
  /** The language in which `look` and `story` are told when they are asked for now. */
  language: () => Language;
  /** Whose acts are one's own; null for a spectator. */
  person: () => string | null;
  /** Whether nobody looks: then nothing is shown act by act. */
  unseen: () => boolean;
  /** For how long an act of somebody else is shown, in milliseconds. */
  pace: () => number;
  /** Whether Battles play by themselves. */
  battles: () => boolean;
  /** Something is shown for the first time: what happened, in words, who did it, and the Battles in it. */
  ontold: (words: string, act: Act, battles: Battle[]) => void;
}

/** The table at a moment. */
interface Found {
  look: Look;
  story: Story;
  /** The acts that stood then. */
  acts: readonly Act[];
  /** Number of the last event that is taken into account. */
  n: number;
}

export class Live {
  course = $state.raw<Course>(newCourse());
  presence = $state.raw<Presence | null>(null);
  times = $state.raw<Times | null>(null);
  /** What lies on the table; null until it is known. */
  look = $state.raw<Look | null>(null);
  /** The moment that this is. */
  moment = $state.raw<Moment | null>(null);
  story = $state.raw<Story | null>(null);
  /** What whoever acted last has done in a row, the last thing last. */
  recent = $state.raw<Happened[]>([]);
  /** A Battle that is being shown. */
  battle = $state.raw<Battle | null>(null);
  /** The match cannot be had, or no longer. */
  refused = $state.raw<Refused | null>(null);
  /** Number of the last event when it was first followed. */
  #newest = $state<number | null>(null);
  /** A decision of one's own is on its way. */
  #sending = $state(false);
  /** Number of the last event that the table shows. */
  #shown = $state(-1);

  #running = false;
  #hurry = false;
  #closed = false;
  #battles: BattlesShown | null = null;
  /** Battles that are to be played after the one that is. */
  #toPlay: Battle[] = [];
  /** The acts that stood when the story was asked for: what was taken back since is not to stay in it. */
  #acts: readonly Act[] = [];
  /** The language of the look and the story. */
  #told = "";
  /** The language in which the server was last asked to show the match. */
  #wanted: Language;
  #asking = false;
  readonly #bell = new Bell();
  readonly #pushed = new Pushed();
  readonly #unfollow: () => void;

  constructor(
    readonly match: string,
    private readonly given: Surroundings,
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
      language: () => this.given.language(),
      lost: () => {
        this.#pushed.end();
        this.#bell.ring();
      },
      ended: (why) => (this.refused = why),
    });
  }

  /** Whether the table shows the match as it stands; only then may anything be decided. */
  get isNow(): boolean {
    return this.look !== null && this.#shown >= this.course.moved;
  }

  /** Whether all that had happened before one came is known. */
  get isThere(): boolean {
    return this.#newest !== null && this.course.last >= this.#newest;
  }

  /** Whether an event came to pass while one was here: nobody is told of others in passing. */
  isNews(n: number): boolean {
    return this.#newest !== null && n > this.#newest;
  }

  get busy(): boolean {
    return this.#sending;
  }

  /** What has just happened. */
  get happened(): Happened | null {
    return this.recent.at(-1) ?? null;
  }

  /** How many acts of others are still to be shown. */
  get behind(): number {
    return this.course.acts.filter((act) => act.n > this.#shown && !this.#own(act)).length;
  }

  /** One's own seat; null for a spectator. */
  get seat(): number | null {
    return seatOf(this.course, this.given.person());
  }

  /** Hear no more of it. */
  close(): void {
    this.#closed = true;
    this.#unfollow();
    this.#bell.ring();
  }

  /** Show how it stands at once, whatever is still to be shown before. */
  catchUp(): void {
    this.#hurry = true;
    this.battle = null;
    this.#bell.ring();
  }

  /** The Battle was seen, or is not wanted. */
  closeBattle(): void {
    this.battle = null;
    this.#bell.ring();
  }

  /** Tell everything anew, if the language is another than that of what is there. Throws `Refused`. */
  async retell(): Promise<void> {
    const language = this.given.language();
    if (this.#wanted !== language) this.given.wire.retell(this.match);
    this.#wanted = language;
    // While it is asked the table may go on, in either language.
    while (this.look !== null && this.#told !== language && !this.#closed) {
      const [before, happened] = [this.look, this.happened];
      const moment = { match: this.match, step: before.step };
      const { acts, steps } = this.course;
      // Battles play before the table shows what came of them.
      const ahead = Math.max(before.step, Math.min(steps, happened?.act.to ?? 0));
      const [look, story] = await Promise.all([
        this.given.look(moment),
        this.given.story({ ...moment, step: ahead }, 0),
      ]);
      if (this.given.language() !== language) return; // whoever changed it again has it told again
      if (this.look !== before) continue;
      this.look = look;
      this.story = ahead > look.step ? upTo(story, look.step) : story;
      [this.#told, this.#acts] = [language, acts];
      if (this.happened === happened) this.recent = recentIn(this.course.acts, happened?.act, story);
      if (this.battle) this.battle = retold(this.battle, story) ?? this.battle;
      this.#toPlay = this.#toPlay.map((battle) => retold(battle, story) ?? battle);
    }
  }

  /** Ask something of the match. Throws `Refused`. */
  async ask(command: Command): Promise<Accepted> {
    const reply = await this.given.wire.ask(command);
    if (reply.type !== "accepted") throw new Refused("malformed", `not an answer to that: ${reply.type}`, 0, 0);
    return reply;
  }

  /** Decide, or take back, on what the table shows; done when the table shows what came of it. Throws `Refused`. */
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

  /** The number of the last event that people here know of. */
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

  /** Show one thing after another until nothing is left; one at a time. */
  async #go(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    // What comes in one go, as at the beginning, is one thing: take all of it up first.
    await Promise.resolve();
    while (!this.#closed && this.#shown < this.course.moved) {
      try {
        await this.#step();
      } catch (error) {
        const refused = error instanceof Refused;
        if (!refused) reportError(error); // a mistake of the page's own; but the game must go on
        // What was asked for is not there any more (taken back), or the server is not: look at the present, later.
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
    // Another language was chosen meanwhile: look again.
    if (this.given.language() !== language) return;
    const { look, story, acts } = found;
    if (act === null) {
      this.battle = null;
      this.#battles = allShown(story);
      // What was done last is worth knowing for whoever comes; what was taken back is not.
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
    if (told) this.given.ontold(told.words, act, battlesIn(told));
    await this.#fight(story, recent);
    if (this.#closed || this.given.language() !== language) return;
    this.#told = language;
    this.#acts = acts;
    this.#show(look, story, act.n, recent);
    // Nobody waits for what they did themselves.
    const enough = () => this.#closed || this.#hurry || this.#own(this.#next());
    await this.#bell.until(enough, this.#pace(act));
  }

  /** How many steps of the story still stand: it is told in one language, and acts may have been taken back since. */
  #stands(language: string): number {
    if (this.#told !== language) return 0;
    return Math.min(this.story?.steps ?? 0, inCommon(this.#acts, this.course.acts));
  }

  /** The table after an act, or as it stands, as far as the server shows it by itself; null where it must be asked. */
  async #shownFor(act: Act | null, language: string): Promise<Found | null> {
    const n = act?.n ?? this.course.moved;
    await this.#bell.until(() => this.#closed || this.#pushed.settled(n), PATIENCE);
    const notes = this.#pushed.between(this.#shown, act ? n : Infinity, language);
    const last = notes.at(-1);
    if (last === undefined || last.n < n) return null;
    const story = goneOn(this.#told === language ? this.story : null, this.#stands(language), notes);
    if (story === null) return null;
    // Of these acts the story tells: those after them may have come in the place of one that was taken back.
    return { look: last.look, story, acts: this.course.acts.filter((each) => each.n <= last.n), n: last.n };
  }

  /** The same, by asking for it; null where it is to be asked again. Throws `Refused`. */
  async #askedFor(act: Act | null, language: string): Promise<Found | null> {
    const course = this.course;
    const moment = { match: this.match, step: act ? act.to : null };
    const first = Math.min(this.#stands(language), act ? act.from : course.steps);
    const [look, part] = await Promise.all([this.given.look(moment), this.given.story(moment, first)]);
    // Another language was chosen meanwhile, or what this part belongs to was told in it.
    if (this.given.language() !== language || (part.first > 0 && this.#told !== language)) return null;
    const story = joined(this.story, part);
    const n = act?.n ?? Math.max(course.moved, look.event ?? -1);
    // Whoever has just come may know of the present before all events have been told that led to it.
    await this.#bell.until(() => this.#closed || this.course.last >= n, PATIENCE);
    const same = this.course.undone <= course.last;
    const acts = same ? this.course.acts.filter((each) => each.n <= n) : course.acts;
    return { look, story, acts, n };
  }

  #own(act: Act | null): boolean {
    return act !== null && act.by !== null && act.by === this.given.person();
  }

  /** The act to be shown next; null where the present is. */
  #next(): Act | null {
    const { course } = this;
    if (this.look === null || this.#hurry || this.given.unseen() || course.undone > this.#shown) return null;
    const left = course.acts.filter(({ n }) => n > this.#shown);
    return left.length > this.#far() ? null : (left[0] ?? null);
  }

  /** How many acts are too many: nobody is to miss a Battle because many bots act at once. On a clock there is no time
   * for all of them. */
  #far(): number {
    const { created, seats } = this.course;
    return created?.clock ? FAR_BEHIND : FAR_BEHIND * Math.max(1, seats.length - 1);
  }

  /** For how long an act is shown. */
  #pace(act: Act): number {
    if (this.#own(act)) return 0.3 * this.given.pace();
    return this.given.pace() / Math.max(1, this.behind / FAR_BEHIND);
  }

  #show(look: Look, story: Story, shown: number, recent: Happened[]): void {
    this.look = look;
    this.moment = momentAt(this.match, this.course, look.step);
    this.story = story;
    this.recent = recent;
    this.#shown = shown;
    this.#pushed.forget(shown);
    this.#bell.ring();
  }

  /** Play the Battles that were fought and have not been shown. */
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

  /** Ask how much time everybody has, as it stands when the answer comes. */
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
