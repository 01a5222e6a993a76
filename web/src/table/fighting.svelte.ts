import type { PlayerForm, Standing } from "../api/forms";

class Fighting {
  /** What stands on the board in the Battle that is being watched, as far as it is seen; null while none is, or while
   * it is only foreseen. */
  now = $state.raw<Standing | null>(null);

  /** A player as that Battle has left them so far. */
  seen(form: PlayerForm): PlayerForm {
    const { now } = this;
    if (now === null) return form;
    const { player } = form;
    return { ...form, hq: now.hq[player] ?? form.hq, score: now.score?.[player] ?? form.score };
  }
}

/** The page shows one Battle at a time. */
export const fighting = new Fighting();
