/** Events during the exploration of a state's future, and how it is ended early. */
import { expect, test } from "vitest";
import {
  type DrivenFuture,
  type ExplainEvent,
  exploreFuture,
} from "../../../src/explain/explain.ts";

interface Seen {
  readonly events: readonly ExplainEvent[];
  readonly stoppedBy: string | null;
  readonly slices: number;
}

/** A search of so many slices; it is aborted in the slice given. */
async function explore(slices: number, abortIn = -1): Promise<Seen> {
  const controller = new AbortController();
  const events: ExplainEvent[] = [];
  let taken = 0;
  let stoppedBy: string | null = null;
  const search: DrivenFuture = {
    graph: { states: 1234 },
    explore() {
      if (taken === abortIn) controller.abort("Ctrl-C");
      return ++taken < slices;
    },
    stopBy(limit) {
      stoppedBy = limit;
      return false;
    },
  };
  await exploreFuture(search, (event) => events.push(event), controller.signal);
  return { events, stoppedBy, slices: taken };
}

test("an event after each slice but the last", async () => {
  const { events, stoppedBy } = await explore(3);
  expect(events.map((event) => event.type)).toEqual(["progress", "progress"]);
  expect(events[0]).toMatchObject({ states: 1234 });
  expect(stoppedBy).toBeNull();
});

test("a signal arrives between slices", async () => {
  expect(await explore(20, 2)).toMatchObject({ stoppedBy: "Ctrl-C", slices: 3 });
});
