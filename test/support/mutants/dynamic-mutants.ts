/** Mistakes about what the future of a state reads, and about which states agree in that. */

import { BootPart } from "../../../src/liveness/dynamic/boot-part.ts";
import { LiveLists } from "../../../src/liveness/dynamic/live-words.ts";
import { StatePart } from "../../../src/liveness/dynamic/part-writer.ts";
import { ThreadParts } from "../../../src/liveness/dynamic/thread-parts.ts";
import { LiveFutures } from "../../../src/search/reductions/live-futures.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { REDUCTIONS } from "../../../src/vm/machine-options.ts";
import { AccessLog } from "../../../src/vm/memory/access-log.ts";
import { threadRecord } from "../../../src/vm/memory/memory.ts";
import { ARRAY_LENGTH, CLASS_WORD } from "../../../src/vm/memory/object-layout.ts";
import { T_OBJECT, T_STATUS } from "../../../src/vm/memory/thread-record.ts";
import { ThreadStatus } from "../../../src/vm/memory/thread-status.ts";
import {
  CELL_MUTANTS,
  dynamic,
  isArray,
  nothing,
  RARE_CELL_MUTANTS,
  unreadByNative,
} from "./cell-mutants.ts";
import { both, type Mutant, type Patch, replaced, replacedGetter } from "./mutant.ts";
import { isReference, type Rewrite, walkWords } from "./walk-patch.ts";

/** Reads of some cells are not noted. */
const unread =
  (isMissed: (m: Machine, object: number, offset: number) => boolean) =>
  (m: Machine): Patch =>
    replaced(
      AccessLog.prototype,
      "read",
      (original) =>
        function read(this: AccessLog, object, offset) {
          if (!isMissed(m, object, offset)) original.call(this, object, offset);
        },
    );

/** A thread that has ended has no Thread. */
const forgottenObjects = ({ H }: Machine): Patch =>
  replaced(
    ThreadParts.prototype,
    "find",
    (original) =>
      function find(this: ThreadParts, thread) {
        const record = threadRecord(thread);
        const object = H[record + T_OBJECT]!;
        if (H[record + T_STATUS] === ThreadStatus.terminated) H[record + T_OBJECT] = 0;
        const place = original.call(this, thread);
        H[record + T_OBJECT] = object;
        return place;
      },
  );

/** Objects and references look otherwise to the walk over the live part of a state. */
const walk =
  (rewrite: Rewrite) =>
  (m: Machine): Patch =>
    walkWords(m, rewrite);

/** What a step leads to is taken for something else. */
const arrivals = (
  change: (of: Parameters<LiveFutures["arrived"]>) => Parameters<LiveFutures["arrived"]>,
): Patch =>
  replaced(
    LiveFutures.prototype,
    "arrived",
    (original) =>
      function arrived(this: LiveFutures, ...of) {
        original.apply(this, change(of));
      },
  );

/** Where the heap ends in a state is taken to be where it ended in the state before. */
const earlierLimits = (): Patch => {
  const limits: number[] = [];
  return both(
    replaced(
      LiveLists.prototype,
      "push",
      (original) =>
        function push(this: LiveLists, limit) {
          original.call(this, limits.at(-1) ?? limit);
          limits.push(limit);
        },
    ),
    replaced(
      LiveLists.prototype,
      "pop",
      (original) =>
        function pop(this: LiveLists) {
          original.call(this);
          limits.pop();
        },
    ),
    replaced(
      LiveLists.prototype,
      "popOpen",
      (original) =>
        function popOpen(this: LiveLists) {
          limits.pop();
          return original.call(this);
        },
    ),
  );
};

/** Of a state from which the search goes on again, other threads are taken to sleep while it does. */
const againWith = (asleep: (dynamic: LiveFutures, sleepers: number) => number) => (): Patch =>
  replaced(
    LiveFutures.prototype,
    "enterAgain",
    (original) =>
      function enterAgain(this: LiveFutures, awake, sleepers, position) {
        const undo = replaced(
          LiveFutures.prototype,
          "enter",
          (enter) =>
            function enterOtherwise(this: LiveFutures, _asleep, sameAs) {
              enter.call(this, asleep(this, sleepers), sameAs);
            },
        )();
        original.call(this, awake, sleepers, position);
        undo();
      },
  );

/** While it works, nothing counts as read. */
const silent = (name: "arrived" | "enter"): Patch =>
  replaced(
    LiveFutures.prototype,
    name,
    (original: (...of: never[]) => void) =>
      function silently(this: LiveFutures, ...of: never[]) {
        const read = replaced(AccessLog.prototype, "read", () => () => {})();
        original.apply(this, of);
        read();
      },
  );

/** Found by random programs. */
export const DYNAMIC_MUTANTS: readonly Mutant[] = [
  dynamic({
    name: "dynamic: fields with references are not read",
    traps: [8],
    patch: unread(
      (m, object, offset) => object !== 0 && !isArray(m, object) && isReference(m, object, offset),
    ),
  }),
  dynamic({
    name: "dynamic: fields with numbers are not read",
    traps: [9],
    patch: unread(
      (m, object, offset) =>
        object !== 0 &&
        offset !== CLASS_WORD &&
        !isArray(m, object) &&
        !isReference(m, object, offset),
    ),
  }),
  dynamic({
    name: "dynamic: elements are not read",
    traps: [4],
    patch: unread(
      (m, object, offset) => isArray(m, object) && offset !== CLASS_WORD && offset !== ARRAY_LENGTH,
    ),
  }),
  dynamic({
    name: "dynamic: statics are not read",
    traps: [3],
    patch: unread((_m, object) => object === 0),
  }),
  dynamic({
    name: "dynamic: half of a long is read",
    traps: [13],
    patch: () =>
      replaced(
        AccessLog.prototype,
        "readRange",
        (original) =>
          function readRange(this: AccessLog, object, from, to) {
            original.call(this, object, from, to - from === 2 ? from + 1 : to);
          },
      ),
  }),
  dynamic({
    name: "dynamic: arraycopy reads nothing",
    traps: [6],
    patch: unreadByNative("arraycopy"),
  }),
  dynamic({
    name: "dynamic: clone reads nothing",
    traps: [6],
    patch: unreadByNative("clone"),
  }),
  dynamic({
    name: "dynamic: objects have no type",
    traps: [5, 9],
    patch: unread((_m, object, offset) => object !== 0 && offset === CLASS_WORD),
  }),
  dynamic({
    name: "dynamic: arrays have no length",
    traps: [4],
    patch: unread((m, object, offset) => isArray(m, object) && offset === ARRAY_LENGTH),
  }),
  dynamic({
    name: "dynamic: objects made by the step before are new",
    traps: [12],
    patch: earlierLimits,
  }),
  dynamic({
    name: "dynamic: nothing is live where a circle closes",
    traps: [12],
    patch: () =>
      arrivals(([arrival, isEntered, isFound, position]) =>
        arrival === "matched" && !isFound && position >= 0
          ? ["end", isEntered, false, position]
          : [arrival, isEntered, isFound, position],
      ),
  }),
  dynamic({
    name: "dynamic: of known states nothing is live",
    traps: [12],
    patch: () =>
      arrivals(([arrival, isEntered, isFound, position]) =>
        arrival === "matched"
          ? ["end", isEntered, false, -1]
          : [arrival, isEntered, isFound, position],
      ),
  }),
  dynamic({
    name: "dynamic: what sleeps in a state found was followed there",
    traps: [11],
    reductions: ["private", "final", "sleep"],
    patch: () => replacedGetter(LiveFutures.prototype, "foundSleepers", () => 0),
  }),
  dynamic({
    name: "dynamic: nobody slept in a state that is left",
    traps: [11],
    reductions: ["private", "final", "sleep"],
    patch: () =>
      replaced(
        LiveFutures.prototype,
        "enter",
        (original) =>
          function enter(this: LiveFutures, _sleepers, sameAs) {
            original.call(this, 0, sameAs);
          },
      ),
  }),
  dynamic({
    name: "dynamic: what never changed will not",
    traps: [3],
    patch: () =>
      replaced(
        LiveFutures.prototype,
        "arrived",
        (original) =>
          function arrived(this: LiveFutures, ...of) {
            original.apply(this, of);
            this.isBroken = false;
          },
      ),
  }),
  dynamic({
    name: "dynamic: what an invariant reads is dead",
    traps: [10],
    watches: true,
    patch: () =>
      both(
        replaced(LiveFutures.prototype, "beforeInspection", () => nothing),
        replaced(LiveFutures.prototype, "afterInspection", () => nothing),
      ),
  }),
  ...CELL_MUTANTS,
  dynamic({
    name: "dynamic: objects have no identity hash",
    traps: [8],
    patch: walk((word, value) => (word === "hash" ? 0 : value)),
  }),
  dynamic({
    name: "dynamic: no Thread tells that its thread has ended",
    traps: [7],
    patch: walk((word, value) => {
      if (word === "ended" || word === "interrupted") return null;
      return word === "head" ? value & ~8 : value;
    }),
  }),
  dynamic({
    name: "dynamic: of those that were there from the start, which Thread has ended does not matter",
    traps: [7],
    patch: forgottenObjects,
  }),
  dynamic({
    name: "dynamic: locks and hashes of what was there from the start are no part of a state",
    traps: [7, 8],
    patch: () => replaced(BootPart.prototype, "now", () => () => new StatePart()),
  }),
  dynamic({
    name: "dynamic: a reference is as good as another",
    traps: [8],
    // 1: to an object that has a number, whichever it is.
    patch: walk((word, value) => (word === "reference" && (value & 3) === 1 ? 1 : value)),
  }),
  dynamic({
    name: "dynamic: what is told of an exception is dead",
    traps: [10],
    patch: () => replaced(LiveFutures.prototype, "noteReport", () => nothing),
  }),
  dynamic({
    name: "dynamic: gates of threads that wait are not noted",
    traps: [7],
    reductions: REDUCTIONS,
    // Neither where they wait nor where a path ends for it.
    patch: () => both(silent("enter"), silent("arrived")),
  }),
  dynamic({
    name: "dynamic: gates of threads that wait are not noted, and deadlocks no errors",
    traps: [7],
    reductions: REDUCTIONS,
    ignoresDeadlocks: true,
    patch: () => both(silent("enter"), silent("arrived")),
  }),
];

/** Finds everything, and follows threads that it need not. */
export const SLEEPY = dynamic({
  name: "dynamic: whoever slept in a state found still does when followed",
  traps: [],
  reductions: ["private", "final", "sleep"],
  patch: againWith((reduction, sleepers) => reduction.foundSleepers | sleepers),
});

/** Random programs do not find these; there are programs made for them (test/differential/dynamic-regressions). */
export const RARE_DYNAMIC_MUTANTS: readonly Mutant[] = [
  dynamic({
    name: "dynamic: whoever slept in a state found was followed from the one that is known whole",
    traps: [11],
    reductions: ["private", "final", "sleep"],
    patch: () => replaced(LiveFutures.prototype, "unreadBy", () => () => 0),
  }),
  dynamic({
    name: "dynamic: objects from the start keep their places in circles",
    traps: [12],
    patch: () => replacedGetter(LiveFutures.prototype, "fixedTop", () => 0),
  }),
  ...RARE_CELL_MUTANTS,
];
