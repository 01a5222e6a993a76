/**
 * A match that is being played: its events, and what lies on the table. The events say that something has happened; what
 * then stands, and what it is in words, the server is asked for. Acts are shown one after another, so that people can
 * follow those of bots; a Battle that was fought plays before the table goes on.
 */

import type { Battle, Story } from "../api/forms";
import { Refused } from "../api/http";
import type { Look, Moment } from "../api/views";
import { timesOf, type Times } from "../table/clocks";
import { after, momentAt, newCourse, seatOf, type Act, type Course } from "./course";
import type { Accepted, Command, MatchEvent, Presence } from "./messages";
import { Bell } from "./bell";
import { allShown, battlesIn, joined, notShown, recentIn, type Happened, type Shown } from "./telling";
import type { Wire } from "./wire";

/** Acts of others that are shown one by one; when there are more, the table jumps to how it stands. */
export const FAR_BEHIND = 12;
/** Before the server is asked again, where it did not answer. */
const AGAIN = 1_000;

/** What a live match needs of its surroundings. */
export interface Surroundings {
  look: (moment: Moment) => Promise<Look>;
  story: (moment: Moment, first: number) => Promise<Story & { first: number }>;
  wire: Pick<Wire, "follow" | "ask">;
  /** The language in which `look` and `story` are told when they are asked for now. */
  language: () => string;
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
  #battles: Shown | null = null;
  /** The language of the look and the story. */
  #told = "";
  #asking = false;
  readonly #bell = new Bell();
  readonly #unfollow: () => void;

  constructor(
    readonly match: string,
    private readonly given: Surroundings,
  ) {
    this.#unfollow = given.wire.follow(match, {
      event: (event) => this.#take(event),
      presence: (note) => (this.presence = note),
      following: (last) => (this.#newest ??= last),
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
    // While it is asked the table may go on, in either language.
    while (this.look !== null && this.#told !== language && !this.#closed) {
      const before = this.look;
      const moment = { match: this.match, step: before.step };
      const [look, story] = await Promise.all([this.given.look(moment), this.given.story(moment, 0)]);
      if (this.given.language() !== language) return; // whoever changed it again has it told again
      if (this.look !== before) continue;
      [this.look, this.story, this.#told] = [look, story, language];
      this.recent = recentIn(this.course.acts, this.happened?.act, story);
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
    if (this.course.created?.clock && this.course.phase !== "open") void this.#askTimes();
    if (this.course.phase !== "open") void this.#go();
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
    const course = this.course;
    const moment = { match: this.match, step: act ? act.to : null };
    const language = this.given.language();
    const known = this.#told === language ? (this.story?.steps ?? 0) : 0; // a story is told in one language
    const first = Math.min(known, act ? act.from : course.steps);
    const [look, part] = await Promise.all([this.given.look(moment), this.given.story(moment, first)]);
    if (this.#closed) return;
    // Another language was chosen meanwhile, or what this part belongs to was told in it: ask again.
    if (this.given.language() !== language || (part.first > 0 && this.#told !== language)) return;
    const story = joined(this.story, part);
    if (act === null) {
      this.battle = null;
      this.#battles = allShown(story);
      // What was done last is worth knowing for whoever comes; what was taken back is not.
      const last = course.acts.at(-1);
      const stands = last && last.n > course.undone && last.to === look.step ? last : undefined;
      this.#told = language;
      this.#show(look, story, Math.max(course.moved, look.event ?? -1), recentIn(course.acts, stands, story));
      return;
    }
    if (this.course.undone > this.#shown) return; // it was taken back meanwhile
    const recent = recentIn(course.acts, act, story);
    const told = recent.at(-1);
    if (told) this.given.ontold(told.words, act, battlesIn(told));
    await this.#fight(story, recent);
    if (this.#closed || this.given.language() !== language) return;
    this.#told = language;
    this.#show(look, story, act.n, recent);
    // Nobody waits for what they did themselves.
    const enough = () => this.#closed || this.#hurry || this.#own(this.#next());
    await this.#bell.until(enough, this.given.pace() * (this.#own(act) ? 0.3 : 1));
  }

  #own(act: Act | null): boolean {
    return act !== null && act.by !== null && act.by === this.given.person();
  }

  /** The act to be shown next; null where the present is. */
  #next(): Act | null {
    const { course } = this;
    if (this.look === null || this.#hurry || this.given.unseen() || course.undone > this.#shown) return null;
    const left = course.acts.filter(({ n }) => n > this.#shown);
    return left.length > FAR_BEHIND ? null : (left[0] ?? null);
  }

  #show(look: Look, story: Story, shown: number, recent: Happened[]): void {
    this.look = look;
    this.moment = momentAt(this.match, this.course, look.step);
    this.story = story;
    this.recent = recent;
    this.#shown = shown;
    this.#bell.ring();
  }

  /** Play the Battles that were fought and have not been shown. */
  async #fight(story: Story, recent: Happened[]): Promise<void> {
    const battles = notShown(story, this.#battles);
    this.#battles = allShown(story);
    for (const battle of battles) {
      if (!this.given.battles() || this.#hurry || this.#closed || this.given.unseen()) return;
      this.recent = recent;
      this.battle = battle;
      await this.#bell.until(() => this.battle !== battle || this.#closed);
    }
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
