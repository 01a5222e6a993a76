/** What is heard at a table besides acts and Battles. */

import { sounds } from "../app/sound.svelte";
import { leftNow } from "../table/clocks";
import type { Live } from "./live.svelte";

/** Milliseconds of a clock from which every second is heard. */
const LAST_SECONDS = 10_000;

/** The last seconds of the user's own clock tick. Call it while a component is set up. */
export function hearClock(live: Live): void {
  $effect(() => {
    const { times, seat } = live;
    if (times === null || seat === null || times.running !== seat) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const left = leftNow(times, seat, Date.now());
      if (left > 0 && left <= LAST_SECONDS) sounds.play("clock");
      if (left > 0) timer = setTimeout(tick, left > LAST_SECONDS ? left - LAST_SECONDS : 1000);
    };
    tick();
    return () => clearTimeout(timer);
  });
}
