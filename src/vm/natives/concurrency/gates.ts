/**
 * The natives of `deadwood.internal.Gate` (see gates.ts). Those that look at or
 * change a gate are observable where the gate is shared; inside a section nothing
 * of the model's own stops a thread, so only the first one of a section does.
 */

import { walkFrames } from "../../code/frames.ts";
import type { Machine } from "../../machine.ts";
import { lockCount, lockOwner, tryLock, unlock, unlockFully } from "../../memory/monitors.ts";
import { ARRAY_DATA } from "../../memory/object-layout.ts";
import {
  effects,
  type NativeFunction,
  type NativeMethod,
  type NativeTable,
  Outcome,
  observableIf,
  pure,
  reading,
} from "../../native-api/native-method.ts";
import { GATE as GATE_STEP, SILENT, type TraceShape } from "../../native-api/trace-shape.ts";
import { enterSection, returnFromOperation } from "../../sharing/gate-operations.ts";
import { hasSections, SectionMode } from "../../sharing/library-operations.ts";
import {
  awaitSignal,
  pass,
  passesOwner,
  refutedByPassage,
  signal,
  threadsAt,
  wouldQueue,
} from "../../threads/gates.ts";
import { noteHolds, noteLent } from "../../threads/holdings.ts";
import { threadOf } from "../../threads/waiting.ts";

const GATE = "Ldeadwood/internal/Gate;";

const onGate = (run: NativeFunction, trace: TraceShape): NativeMethod =>
  effects(["0.value"], ["0.value"], run, { trace });

/** An operation of a gate, which is its first argument: nothing but that decides whether it is observable. */
const onGateIf = (
  isObservable: (m: Machine, args: number) => boolean,
  native: NativeMethod,
): NativeMethod => ({ ...native, isObservable });

const usesGate = (m: Machine, args: number): boolean => m.sharing.gate(m.S[args]!);

const passesGate = (m: Machine, args: number): boolean =>
  m.sharing.gatePassage(m.S[args]!, passesOwner(m, args), refutedByPassage(m, args));

const examinesGate = (m: Machine, args: number): boolean => m.sharing.gateQuery(m.S[args]!);

function waiting(m: Machine, args: number): Outcome {
  const threads = threadsAt(m, m.S[args]!);
  const array = m.newObjectArray("java/lang/Thread", threads.length);
  if (array === 0) return m.throwOutOfMemory();
  threads.forEach((thread, i) => {
    m.H[array + ARRAY_DATA + i] = m.threadAt(thread).object;
  });
  m.S[args] = array;
  return Outcome.done;
}

function holds(m: Machine, args: number): Outcome {
  const gate = m.S[args]!;
  m.S[args] = lockOwner(m, gate) === m.thread ? lockCount(m, gate) : 0;
  return Outcome.done;
}

function owner(m: Machine, args: number): Outcome {
  const thread = lockOwner(m, m.S[args]!);
  m.S[args] = thread < 0 ? 0 : m.threadAt(thread).object;
  return Outcome.done;
}

/**
 * True when the innermost constructor of a lock was called by a class of
 * java.util.concurrent whose operations are not steps by themselves.
 */
function isMadeByLibrary(m: Machine): boolean {
  let isLibrary = false;
  walkFrames(m, m, ({ code }) => {
    const { name, origin } = code.method.owner;
    if (name === "java/util/concurrent/locks/ReentrantLock") return true;
    const isStep = m.space.modes.sections === SectionMode.steps && hasSections(code.method.owner);
    isLibrary = origin !== "application" && name.startsWith("java/util/concurrent/") && !isStep;
    return false;
  });
  return isLibrary;
}

export const synchronizerNatives: NativeTable = {
  "deadwood/internal/Gate": {
    [`pass(${GATE}IIZJ)Z`]: onGateIf(
      passesGate,
      effects(["0.value", "0:deadwood/internal/SharedGate.holds[]"], ["0.value"], pass, {
        // Who shares the gate: the effect on any gate does not say that.
        readsWhole: ["deadwood/internal/SharedGate"],
        trace: GATE_STEP,
      }),
    ),
    [`await(${GATE}${GATE}ZJ)I`]: effects(["0.value", "1.value"], ["0.value"], awaitSignal, {
      trace: GATE_STEP,
    }),
    [`signal(${GATE}${GATE})V`]: effects([], ["0.value"], signal),
    [`enter(${GATE})V`]: onGateIf(
      usesGate,
      onGate((m) => {
        enterSection(m);
        return Outcome.done;
      }, GATE_STEP),
    ),
    "leave()V": pure((m) => {
      returnFromOperation(m);
      return Outcome.done;
    }),
    [`own(${GATE}I)V`]: onGate((m, args) => {
      tryLock(m, m.S[args]!, m.S[args + 2]);
      noteHolds(m, m.S[args + 2]!);
      return Outcome.done;
    }, SILENT),
    [`disown(${GATE})Z`]: onGateIf(
      usesGate,
      onGate((m, args) => {
        m.S[args] = unlock(m, m.S[args]!) ? 1 : 0;
        noteHolds(m, -m.S[args]);
        return Outcome.done;
      }, SILENT),
    ),
    [`disownFully(${GATE})I`]: onGate((m, args) => {
      m.S[args] = unlockFully(m, m.S[args]!);
      noteHolds(m, -m.S[args]);
      return Outcome.done;
    }, SILENT),
    [`hold(${GATE}I)V`]: {
      ...pure((m, args) => {
        noteHolds(m, m.S[args + 2]!);
        return Outcome.done;
      }),
      trace: SILENT,
    },
    [`lend(${GATE}I)V`]: effects(
      ["0:deadwood/internal/LendingGate.lent"],
      ["0:deadwood/internal/LendingGate.lent"],
      (m, args) => {
        noteLent(m, m.S[args]!, m.S[args + 2]!);
        return Outcome.done;
      },
      { trace: SILENT },
    ),
    "countsLent()Z": pure((m, args) => {
      m.S[args] = m.options.tracksHoldings === true ? 1 : 0;
      return Outcome.done;
    }),
    // Only the thread itself can change what these see of it.
    [`holds(${GATE})I`]: pure(holds),
    "isInternal()Z": pure((m, args) => {
      m.S[args] = m.checking && isMadeByLibrary(m) ? 1 : 0;
      return Outcome.done;
    }),
    "self()I": pure((m, args) => {
      m.S[args] = m.thread;
      return Outcome.done;
    }),
    [`entries(${GATE})I`]: onGateIf(
      examinesGate,
      reading(["0.value"], (m, args) => {
        m.S[args] = lockCount(m, m.S[args]!);
        return Outcome.done;
      }),
    ),
    "queues(Ljava/lang/Thread;)Z": observableIf(
      (m) => m.sharing.lockQuery(),
      pure((m, args) => {
        const thread = threadOf(m, m.S[args]!);
        m.S[args] = thread >= 0 && wouldQueue(m, thread) ? 1 : 0;
        return Outcome.done;
      }),
    ),
    [`look(${GATE})I`]: onGateIf(
      examinesGate,
      reading(["0.value"], (m, args) => {
        m.S[args] = m.H[m.S[args]! + m.fieldOffset("deadwood/internal/Gate", "value")]!;
        return Outcome.done;
      }),
    ),
    [`owner(${GATE})Ljava/lang/Thread;`]: onGateIf(
      examinesGate,
      reading(["0.value"], owner, { trace: SILENT }),
    ),
    [`waiting(${GATE})[Ljava/lang/Thread;`]: onGateIf(
      (m, args) => m.sharing.gateQueueQuery(m.S[args]!),
      reading(["0.value"], waiting, { trace: SILENT }),
    ),
  },
};
