/**
 * The laws of a session: a state is the same however the reader has come and gone, and what the session says of it
 * is what a fresh replay of the path says.
 */
import { describe, expect, test } from "vitest";
import { Random } from "../../../src/core/random.ts";
import { LiveMachine } from "../../../src/explore/live-machine.ts";
import type { ExploreSession } from "../../../src/explore/session.ts";
import { StateViews } from "../../../src/explore/state-view.ts";
import { SILENT } from "../../../src/launch/presets.ts";
import { DEFAULT_SETTINGS } from "../../../src/search/properties/table.ts";
import { replay } from "../../../src/search/replay/replay.ts";
import { sessionOf, wander } from "../../support/explored.ts";
import { sized } from "../../support/size.ts";

const WALKS = sized("DEADWOOD_EXPLORED_WALKS", 3, 20);
const STEPS = 25;
const PROGRAMS = [
  ["DiningPhilosophers", "naive"],
  ["BoundedBuffer", "if"],
  ["LockFreeStack", "reuse"],
  ["QueensByChoice", "search", "3"],
  ["ConcurrentCache", "twice"],
  ["Timeout", "careless"],
] as const;

/** Everything that a reader sees of the present state. */
async function seen(session: ExploreSession): Promise<unknown> {
  const { states, moves, end } = await new StateViews(session).view(0);
  const shown = moves.map(({ leadsTo: _, ...move }) => move);
  const { objects } = session.heap();
  return { key: session.live.standing.key, states, moves: shown, end, objects };
}

const disciplineOf = (session: ExploreSession) => session.live.machine.sharing.refuted;

describe.each(PROGRAMS.map((words) => [words.join(" "), words] as const))("%s", (_, words) => {
  const [main, ...args] = words;

  test("going back and forth leads to the same states", async () => {
    const session = await sessionOf(main, ...args);
    let compared = 0;
    for (let seed = 1; seed <= WALKS; seed++) {
      await session.perform({ do: "go", to: 0 });
      const random = new Random(seed);
      await wander(session, random, STEPS);
      const length = session.live.depth;
      const before: unknown[] = [];
      for (let at = 0; at <= length; at++) {
        await session.perform({ do: "go", to: at });
        before.push(await seen(session));
      }
      // Looking at moves may have shown that an assumption is wrong: then the steps are others.
      if (session.live.depth !== length) continue;
      for (let i = 0; i < 8; i++) {
        const at = random.below(length + 1);
        await session.perform({ do: "go", to: at });
        // A branch that is given up leaves no trace either.
        if (i % 2 === 0) {
          const ahead = session.ahead.map(({ step }) => step);
          await wander(session, random, 3);
          await session.perform({ do: "go", to: at });
          for (const { thread, choice } of ahead) {
            await session.perform({ do: "step", thread, choice });
          }
          if (session.live.depth !== length) break;
          await session.perform({ do: "go", to: at });
        }
        expect(await seen(session), `seed ${seed}, state ${at}`).toEqual(before[at]);
        compared++;
      }
    }
    session.program.close();
    expect(compared).toBeGreaterThan(0);
  });

  test("a path is recorded as a replay records it, and a fresh machine has the same state", async () => {
    const session = await sessionOf(main, ...args);
    await wander(session, new Random(7), STEPS);
    await session.perform({ do: "go", to: Math.floor(session.live.depth / 2) });
    await wander(session, new Random(8), STEPS);
    const { program, live } = session;
    const discipline = disciplineOf(session);
    const { machine } = program.start(SILENT, discipline);
    const { trace } = replay(machine, live.steps);
    expect(live.recorded).toEqual(trace.steps);
    const fresh = new LiveMachine(program.start(SILENT, discipline), DEFAULT_SETTINGS);
    for (const step of live.steps) fresh.take(step);
    expect(fresh.standings.map(({ key }) => key)).toEqual(live.standings.map(({ key }) => key));
    expect(live.depth).toBeGreaterThan(3);
    program.close();
  });
});
