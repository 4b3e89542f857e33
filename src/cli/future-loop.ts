/** Drives the exploration of a state's future in slices, so that Ctrl-C is heard and the progress line moves. */

import { interruptName } from "../core/interrupts.ts";
import type { FutureSearch } from "../explain/future/future-search.ts";
import { count } from "../report/check/text.ts";
import type { Host } from "./host.ts";
import { watchInterrupts } from "./interrupts.ts";

/** Milliseconds that a slice should take. */
const SLICE_TIME = 40;
/** Milliseconds after which there is a progress line, and between two of them. */
const PROGRESS_AFTER = 1000;
const PROGRESS_EVERY = 250;

/** What of a search is needed here. */
export interface Explorable extends Pick<FutureSearch, "explore" | "stopBy"> {
  readonly graph: { readonly states: number };
}

export async function exploreFuture(search: Explorable, host: Host): Promise<void> {
  const interrupt = watchInterrupts(host);
  const begin = performance.now();
  let shownAt = PROGRESS_AFTER - PROGRESS_EVERY;
  const write = (text: string): void => host.streams.write(2, Buffer.from(text));
  let isShown = false;
  try {
    let slice = 16;
    for (;;) {
      const before = performance.now();
      if (!search.explore(slice)) return;
      const now = performance.now();
      const wanted = Math.round((slice * SLICE_TIME) / (now - before + 0.01));
      slice = Math.max(1, Math.min(slice * 2, wanted));
      const width = host.terminalWidth;
      if (width !== undefined && now - begin >= shownAt + PROGRESS_EVERY) {
        shownAt = now - begin;
        isShown = true;
        const line = `exploring what follows: ${count(search.graph.states)} states`;
        write(`\r\u001b[K${line.slice(0, width - 1)}`);
      }
      host.streams.flush();
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
      if (interrupt.signal !== null) {
        search.stopBy(interruptName(interrupt.signal));
        return;
      }
    }
  } finally {
    interrupt.close();
    if (isShown) write("\r\u001b[K");
  }
}
