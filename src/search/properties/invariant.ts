/**
 * Invariants: static methods of the program, without parameters, that say whether a state is right.
 * Each is called in every state, on trial and on a thread of its own, which no other thread can
 * observe. It runs without interruption, as one step, and must not wait: no other thread moves
 * meanwhile.
 *
 * While the program is still initialising the invariant's class, the invariant is not asked. A
 * class that the program has not touched is initialised for the call only.
 */
import { BadUsageError } from "../../core/errors.ts";
import { resolveMethod } from "../../program/linking/resolution.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { beginInitialization, isUsable } from "../../vm/interpreter/class-initialization.ts";
import { interpret } from "../../vm/interpreter/dispatch.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { ThreadStatus } from "../../vm/memory/thread-status.ts";
import { startThread } from "../../vm/threads/start-thread.ts";
import { trial } from "../../vm/trial.ts";
import type { Step } from "../step.ts";
import { whyBroken } from "../why/last-writes.ts";
import { exceptionData, exceptionText, stackOf } from "./exceptions.ts";
import type { OutputGate, ProgramStage, Property, StateProperty } from "./property.ts";
import type { Violation } from "./violation.ts";

/** Instructions after which an invariant is taken to be caught in a loop. */
const MOST_INSTRUCTIONS = 2_000_000;

interface Invariant {
  /** As the user wrote it. */
  readonly name: string;
  readonly method: RuntimeMethod;
}

/** What came of a call: null when all is well. */
interface Complaint {
  readonly text: string;
  readonly details: readonly string[];
}

export class Invariants implements StateProperty {
  readonly #invariants: readonly Invariant[];
  readonly #muffler: OutputGate;
  readonly observers: readonly RuntimeMethod[];

  /** `names` are "p.Class.method". */
  constructor(m: Machine, names: readonly string[], muffler: OutputGate) {
    this.#invariants = names.map((name) => ({ name, method: methodNamed(m, name) }));
    this.#muffler = muffler;
    this.observers = this.#invariants.map(({ method }) => method);
  }

  inspect(m: Machine, trace: () => readonly Step[]): Violation | null {
    for (const { name, method } of this.#invariants) {
      const complaint = this.#ask(m, method);
      if (complaint === null) continue;
      return {
        kind: "invariant",
        message: `invariant ${name} ${complaint.text}`,
        details: complaint.details,
        trace: trace(),
      };
    }
    return null;
  }

  atEnd(m: Machine, stage: ProgramStage, trace: () => readonly Step[]): Violation | null {
    // Where the program may still go on, the state has been inspected.
    return stage === "over" ? this.inspect(m, trace) : null;
  }

  #ask(m: Machine, method: RuntimeMethod): Complaint | null {
    this.#muffler.isMuffled = true;
    try {
      return trial(m, () => evaluate(m, method));
    } finally {
      m.sharing.fields.isInvariantRunning = false;
      this.#muffler.isMuffled = false;
    }
  }
}

function evaluate(m: Machine, method: RuntimeMethod): Complaint | null {
  const scratch = startThread(m, method, []);
  const view = m.threadAt(scratch);
  // If the invariant asks for the current thread, it gets main: there must be one.
  view.setObject(m.threadAt(0).object);
  view.setAtomicDepth(1);
  m.loadRegisters(scratch);
  m.frameLow = m.fp;
  m.stopsAtVisible = false;
  // The search must observe every change to what an invariant reads.
  m.watches = true;
  m.sharing.fields.isInvariantRunning = true;
  // What was under way when the state was reached is not the invariant's.
  m.pending = 0;
  m.choice = -1;
  if (!isUsable(m, method.owner)) beginInitialization(m, method.owner);
  const limit = m.instructions + MOST_INSTRUCTIONS;
  let stop: Stop = Stop.yielded;
  while (stop === Stop.yielded && m.instructions < limit) {
    stop = interpret(m, limit - m.instructions);
  }
  return judge(m, stop, view.status);
}

const complaint = (text: string, details: readonly string[] = []): Complaint => ({ text, details });

const ONLOOKER = "it can only look, not take part";

function judge(m: Machine, stop: Stop, status: number): Complaint | null {
  if (stop === Stop.ended) {
    if (m.pending !== 0) {
      return complaint(
        `threw ${exceptionText(exceptionData(m, m.pending))}`,
        stackOf(m, m.pending),
      );
    }
    return (m.S[m.sp - 2]! & 1) === 1 ? null : complaint("is false");
  }
  if (stop === Stop.ignored) return null;
  if (stop === Stop.blocked) {
    if (status === ThreadStatus.initializing) return null;
    return complaint(`has to wait for another thread: ${ONLOOKER}`);
  }
  if (stop === Stop.choice) return complaint(`makes a choice: ${ONLOOKER}`);
  if (stop === Stop.halted) return complaint(`ends the program: ${ONLOOKER}`);
  const given = MOST_INSTRUCTIONS.toLocaleString("en-US");
  return complaint(`has not ended after ${given} instructions`);
}

function methodNamed(m: Machine, name: string): RuntimeMethod {
  const dot = name.lastIndexOf(".");
  const hint = "Write --invariant Class.method for a method `static boolean method()`.";
  if (dot <= 0 || dot === name.length - 1) {
    throw new BadUsageError(`--invariant ${name} names no class and method`, { hint });
  }
  const [className, methodName] = [name.slice(0, dot), name.slice(dot + 1)];
  const cls = m.program.find(className.replaceAll(".", "/"));
  m.prepareClasses();
  if (cls === null) {
    throw new BadUsageError(`--invariant ${name}: there is no class ${className}`, { hint });
  }
  const method = resolveMethod(cls, `${methodName}()Z`);
  if (method === null || !method.isStatic || method.code === null) {
    const others = cls.methods.some((each) => each.name === methodName);
    const why = others ? `${methodName} of ${className} is not` : `${className} has no`;
    throw new BadUsageError(`--invariant ${name}: ${why} "static boolean ${methodName}()"`, {
      hint,
    });
  }
  m.space.ensureMethod(method.id);
  return method;
}

export const INVARIANT: Property<"invariant", { readonly invariants: readonly string[] }, never> = {
  kind: "invariant",
  title: "broken invariant",
  rule: "An invariant of the program does not hold.",
  help: [
    "A method given with `--invariant` returns false, throws or does not end in a state that other threads can see.",
    "The last step of the schedule is the one that broke it.",
    "Make the writes that must be seen together atomic, for example with a lock that readers take too.",
  ].join(" "),
  foundAt: "state",
  defaults: { invariants: [] },
  options: [
    {
      flags: "--invariant <Class.method>",
      about: "require this static boolean method to return true in every state",
      isRepeatable: true,
    },
  ],
  isOn: ({ invariants }) => invariants.length > 0,
  parse: ({ invariant }) => ({ invariants: isTexts(invariant) ? invariant : [] }),
  make: (m, { invariants }, output) =>
    invariants.length === 0 ? null : new Invariants(m, invariants, output),
  record: ({ invariants }) => ({ invariants }),
  recall: ({ invariants }) => (isTexts(invariants) ? { invariants } : null),
  criteria: (m, { invariants }, _, output) => ({
    properties: [new Invariants(m, invariants, output)],
    cycle: 0,
  }),
  why: (_m, _violation, { trace }) => whyBroken(trace),
  isKnownByMessage: true,
  isReplaceable: false,
  signatures: (_, { message }) => [message],
  reducible: null,
};

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
