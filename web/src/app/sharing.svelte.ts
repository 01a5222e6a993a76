/** Sharing a moment or a Battle as a picture. `Share.svelte` shows the dialog. */

import { fetchFile } from "../api/http";
import type { InBattle } from "../api/forms";
import type { Moment } from "../api/views";
import { chosen } from "../texts/language.svelte";

export type PictureForm = "png" | "svg" | "gif" | "webp";

/** What is shared. */
export interface Shared {
  moment: Moment;
  /** A Battle instead of the moment. */
  battle: InBattle | null;
  /** The address that shows it; null if it has none. */
  link: string | null;
}

/** Milliseconds allowed for a picture: an animation takes some seconds. */
const PATIENCE = 60_000;

class Sharing {
  now = $state.raw<Shared | null>(null);

  open(shared: Shared): void {
    this.now = shared;
  }

  close(): void {
    this.now = null;
  }
}

export const sharing = new Sharing();

/** The picture as a file. Throws `RefusedError`. */
export async function pictureOf({ moment, battle }: Shared, form: PictureForm): Promise<File> {
  const body = { moment, lang: chosen.language, form, ...(battle === null ? {} : { battle }) };
  const data = await fetchFile("/api/views/picture", body, PATIENCE);
  return new File([data], `neurohex-${battle === null ? "board" : "battle"}.${form}`, { type: data.type });
}
