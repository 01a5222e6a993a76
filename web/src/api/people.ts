/** Requests about oneself: own games, notices (docs/people.md). */

import type {
  ArmyRecords,
  Blocks,
  Done,
  Leaderboard,
  Link,
  Listing,
  MatchPhase,
  MyRatings,
  NoticeSettings,
  NoticeWishes,
  Passkey,
  PasskeyOptions,
  Passkeys,
  ReportReason,
  Turns,
} from "./forms";
import { get, getText, post, postAsNobody, put, remove } from "./http";

export interface Wanted {
  army?: string;
  opponent?: string;
  result?: "won" | "drawn" | "lost" | "";
  hidden?: boolean;
}

/** A page of my matches by status, latest first. */
export function myMatches(status: MatchPhase, wanted: Wanted = {}, after?: string): Promise<Listing> {
  const asked = new URLSearchParams({ status, person: "me" });
  if (wanted.army) asked.set("army", wanted.army);
  if (wanted.opponent) asked.set("opponent", wanted.opponent);
  if (wanted.result) asked.set("result", wanted.result);
  if (wanted.hidden) asked.set("hidden", "yes");
  if (after) asked.set("after", after);
  return get<Listing>(`/api/matches?${asked.toString()}`);
}

export const myTurns = (): Promise<Turns> => get<Turns>("/api/me/turns");
export const myArmies = (): Promise<ArmyRecords> => get<ArmyRecords>("/api/me/armies");
export const leaveMatch = (match: string): Promise<Done> => post<Done>(`/api/matches/${match}/leave`, undefined);
export const deleteMatch = (match: string): Promise<Done> => remove<Done>(`/api/matches/${match}`);
export const hideMatch = (match: string, hidden: boolean): Promise<Done> =>
  hidden ? post<Done>(`/api/matches/${match}/hidden`, undefined) : remove<Done>(`/api/matches/${match}/hidden`);

export const myRatings = (): Promise<MyRatings> => get<MyRatings>("/api/me/ratings");
export const leaderboard = (pool: string): Promise<Leaderboard> => get<Leaderboard>(`/api/ratings?pool=${pool}`);
export const newLink = (): Promise<Link> => post<Link>("/api/links", { origin: location.origin });
export const myData = (): Promise<string> => getText("/api/me/export");
/** Delete everything about me: with the password of the account, or the name of the guest. */
export const sayFarewell = (sure: { password?: string; name?: string }): Promise<Done> => remove<Done>("/api/me", sure);

export const myPasskeys = (): Promise<Passkeys> => get<Passkeys>("/api/me/passkeys");
export const newPasskeyOptions = (): Promise<PasskeyOptions> =>
  post<PasskeyOptions>("/api/me/passkey-options", undefined);
export const addPasskey = (credential: string, label: string): Promise<Passkey> =>
  post<Passkey>("/api/me/passkeys", { credential, label });
export const removePasskey = (id: string): Promise<Done> => remove<Done>(`/api/me/passkeys/${id}`);
export const passkeyOptions = (): Promise<PasskeyOptions> =>
  postAsNobody<PasskeyOptions>("/api/passkeys/options", undefined);

export const notices = (): Promise<NoticeSettings> => get<NoticeSettings>("/api/me/notices");
export const setNotices = (wishes: NoticeWishes): Promise<NoticeSettings> =>
  put<NoticeSettings>("/api/me/notices", wishes);
export const confirmNotices = (code: string): Promise<NoticeSettings> =>
  post<NoticeSettings>("/api/me/notices/code", { code });

export const blocks = (): Promise<Blocks> => get<Blocks>("/api/me/blocks");
/** Block somebody who sits in a match. */
export const block = (person: string, match: string): Promise<Blocks> =>
  post<Blocks>("/api/me/blocks", { person, match });
export const unblock = (person: string): Promise<Blocks> => remove<Blocks>("/api/me/blocks", { person });
export const report = (person: string, reason: ReportReason, match: string): Promise<Done> =>
  post<Done>("/api/reports", { person, reason, match });
