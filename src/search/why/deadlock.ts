/** Why no thread can continue: who waits for whom, where each took what the others wait for, and what never came. */
import type { Operation, Trace, Wait, WaitKind, Why, WhyFact } from "../trace/trace.ts";

export function whyDeadlock(trace: Trace): Why {
  const { waits, cycle } = trace;
  const inCycle = cycle.flatMap((lane) => waits.find((wait) => wait.thread === lane) ?? []);
  const others = waits.filter((wait) => !cycle.includes(wait.thread));
  return {
    heading: headingOf(trace),
    facts: [
      ...inCycle.flatMap((wait) => [...holdingFacts(trace, wait.thread), waitFact(wait, trace)]),
      ...others.flatMap((wait) => [waitFact(wait, trace), ...notificationFacts(trace, wait)]),
    ],
  };
}

function headingOf({ waits, cycle, threads }: Trace): string {
  if (cycle.length > 0) {
    const names = [...cycle, cycle[0]!].map((lane) => threads[lane] ?? "?");
    return `these threads wait for each other: ${names.join(" → ")}`;
  }
  if (waits.length > 0 && waits.every((wait) => wait.isIdle)) {
    return "only idle pool workers are left: the pool is never shut down";
  }
  const lost = waits.find(({ kind }) => kind in NOTIFYING);
  if (lost !== undefined) {
    return `lost wake-up: no thread is left to ${NOTIFYING[lost.kind]?.verb} the waiting ones`;
  }
  return "no thread is left that could wake the waiting ones";
}

function waitFact(wait: Wait, { threads }: Trace): WhyFact {
  const owner = wait.owner < 0 ? null : (threads[wait.owner] ?? null);
  const isNamed = owner === null || wait.kind === "join";
  return {
    text: isNamed ? wait.reason : `${wait.reason}, held by ${owner}`,
    lane: wait.thread,
    step: -1,
    operation: -1,
    place: wait.place,
  };
}

/** Where a thread took what another one waits for. */
function holdingFacts(trace: Trace, owner: number): WhyFact[] {
  return trace.waits.flatMap(({ owner: of, heldSince, target, kind }) => {
    if (of !== owner || heldSince === null) return [];
    const found = findOperation(trace, ({ place }, lane) => lane === owner && place === heldSince);
    const what = kind === "gate" ? (target?.slice(0, target.lastIndexOf(".")) ?? "it") : target;
    return [{ text: `took ${what}`, lane: owner, ...found, place: heldSince }];
  });
}

/** How a thread that waits for others to tell it something is told so, and how both show in a trace. */
interface Notifying {
  readonly verb: string;
  readonly third: string;
  readonly past: string;
  notifies(operation: Operation, target: string): boolean;
  waits(operation: Operation, target: string): boolean;
}

const NOTIFYING: Partial<Record<WaitKind, Notifying>> = {
  notify: {
    verb: "notify",
    third: "notifies",
    past: "notified",
    notifies: ({ kind, target }, on) => kind === "notify" && target === on,
    waits: ({ kind, target }, on) => kind === "wait" && target === on,
  },
  signal: {
    verb: "signal",
    third: "signals",
    past: "signalled",
    notifies: ({ place: { library } }, on) =>
      library === `${on}.signal` || library === `${on}.signalAll`,
    waits: ({ place: { library } }, on) => library?.startsWith(`${on}.await`) === true,
  },
};

/** For a thread that waits to be notified: the last notification that it missed. */
function notificationFacts(trace: Trace, wait: Wait): WhyFact[] {
  const way = NOTIFYING[wait.kind];
  if (way === undefined || wait.target === null) return [];
  const on = wait.target;
  const last = findOperation(trace, (operation) => way.notifies(operation, on));
  if (last.step < 0) {
    const text = `No thread ${way.third} ${on} in this schedule`;
    return [{ text, lane: -1, step: -1, operation: -1, place: null }];
  }
  const began = findOperation(
    trace,
    (operation, lane) => lane === wait.thread && way.waits(operation, on),
  );
  const { lane, operations } = trace.steps[last.step]!;
  const isEarlier = last.step < began.step;
  const text = isEarlier
    ? `${way.past} ${on} before ${trace.threads[wait.thread]} began to wait`
    : `${way.past} ${on} last`;
  return [{ text, lane, ...last, place: operations[last.operation]!.place }];
}

/** The last operation of the trace of which this holds. */
function findOperation(
  { steps }: Trace,
  isWanted: (operation: Operation, lane: number) => boolean,
): { readonly step: number; readonly operation: number } {
  for (let step = steps.length - 1; step >= 0; step--) {
    const { lane, operations } = steps[step]!;
    const operation = operations.findLastIndex((each) => isWanted(each, lane));
    if (operation >= 0) return { step, operation };
  }
  return { step: -1, operation: -1 };
}
