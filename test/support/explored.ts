/** Sessions of `deadwood explore` for tests, without a server. */
import type { PropertyChoice } from "../../src/check/options.ts";
import { readTrace, type TraceFile } from "../../src/check/trace-file.ts";
import { loadBulkHash } from "../../src/core/bulk-hash.ts";
import type { Random } from "../../src/core/random.ts";
import { openSession } from "../../src/explore/explore.ts";
import type { ExploreSession } from "../../src/explore/session.ts";

const CONTEXT = { env: process.env, directory: process.cwd() };

export const sessionOf = (main: string, ...args: readonly string[]): Promise<ExploreSession> =>
  sessionWith({}, main, ...args);

export async function sessionWith(
  properties: PropertyChoice,
  main: string,
  ...args: readonly string[]
): Promise<ExploreSession> {
  await loadBulkHash();
  const options = { properties, limits: { states: 20_000 }, maxViolations: 20 };
  return openSession({ program: { main, args }, options }, null, CONTEXT).session;
}

export async function sessionOfTrace(trace: TraceFile): Promise<ExploreSession> {
  await loadBulkHash();
  const { session } = openSession({ trace }, readTrace(trace), CONTEXT);
  await session.follow(trace.trace.steps);
  return session;
}

/** Takes random steps; true if the program goes on. */
export async function wander(
  session: ExploreSession,
  random: Random,
  steps: number,
): Promise<boolean> {
  for (let i = 0; i < steps; i++) {
    const moves = session.live.moves();
    if (moves.count === 0) return false;
    const { thread, choice } = moves.stepAt(random.below(moves.count));
    await session.perform({ do: "step", thread, choice });
  }
  return true;
}

export async function checked(session: ExploreSession): Promise<void> {
  await session.perform({ do: "check" });
  while (!session.check.isOver) await new Promise((resolve) => setTimeout(resolve, 5));
  await session.correctSteps();
}
