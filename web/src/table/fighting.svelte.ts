import type { PlayerForm, Standing } from "../api/forms";

class Fighting {
  /** The board in the current frame of the Battle being watched; null if there is none or it is only a preview. */
  now = $state.raw<Standing | null>(null);

  /** A player as of that frame. */
  seen(form: PlayerForm): PlayerForm {
    const { now } = this;
    if (now === null) return form;
    const { player } = form;
    return { ...form, hq: now.hq[player] ?? form.hq, score: now.score?.[player] ?? form.score };
  }
}

/** The page shows one Battle at a time. */
export const fighting = new Fighting();
