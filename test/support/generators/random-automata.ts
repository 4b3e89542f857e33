/**
 * Small programs that go round: each thread is an automaton over a few shared
 * variables, in which any instruction may lead back to any other. They have
 * more cycles, and more ways into each of them, than programs have that
 * somebody would write. What such a program can do is also worked out here, by
 * a search that knows nothing of the checker's.
 */

import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder, Label } from "../../../src/classfile/assembling/code-builder.ts";
import {
  ACC_PUBLIC,
  ACC_STATIC,
  ACC_VOLATILE,
} from "../../../src/classfile/format/access-flags.ts";
import { unreachable } from "../../../src/core/assert.ts";
import { Random } from "../../../src/core/random.ts";

/** `to` is where a jump leads; the place behind the last instruction is the end. */
interface Instruction {
  readonly kind: "write" | "test" | "await" | "choose" | "end";
  readonly variable: number;
  readonly value: number;
  readonly to: number;
}

export interface Automata {
  readonly variables: number;
  readonly threads: readonly (readonly Instruction[])[];
}

export function randomAutomata(seed: number): Automata {
  const random = new Random(seed, 77);
  const count = 2 + random.below(3);
  const variables = 1 + random.below(4);
  const threads = Array.from({ length: count }, () => {
    const length = 1 + random.below(count > 3 ? 3 : 5);
    // Some threads have no other end than instructions that are one.
    const places = length + (random.below(3) > 0 ? 1 : 0);
    return Array.from({ length }, (): Instruction => {
      const dice = random.below(12);
      const kind =
        dice < 5 ? "write" : dice < 9 ? "test" : dice < 10 ? "await" : dice < 11 ? "choose" : "end";
      return {
        kind,
        variable: random.below(variables),
        value: random.below(3),
        to: random.below(places),
      };
    });
  });
  return { variables, threads };
}

/** Seeds of the few (one in ten thousand) whose search loses a state when it does not go on again from known ones. */
export const NEEDS_TO_GO_ON_AGAIN: readonly number[] = [
  94_109, 102_129, 194_160, 201_944, 252_015, 270_053, 275_667, 320_709, 357_048, 366_687, 494_417,
];

export function automataText({ threads }: Automata): string {
  const line = ({ kind, variable, value, to }: Instruction, i: number): string =>
    `  ${i}: ${kind} v${variable} ${value} -> ${to}`;
  return threads.map((code, i) => [`thread ${i}`, ...code.map(line)].join("\n")).join("\n");
}

// ---- as a program ----

const MAIN = "Main";
const field = (variable: number) => ({ owner: MAIN, name: `v${variable}`, descriptor: "I" });
const constructorOf = (owner: string) => ({ owner, name: "<init>", descriptor: "()V" });

export function automataClasses({ variables, threads }: Automata): ClassAssembler[] {
  const main = new ClassAssembler({ name: MAIN, majorVersion: 50 });
  for (let i = 0; i < variables; i++) {
    main.field(ACC_PUBLIC | ACC_STATIC | ACC_VOLATILE, `v${i}`, "I");
  }
  main.method(ACC_PUBLIC | ACC_STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    threads.forEach((_, i) => {
      const owner = `T${i}`;
      code.emit("new", owner).emit("dup").emit("invokespecial", constructorOf(owner));
      code.emit("invokevirtual", { owner, name: "start", descriptor: "()V" });
    });
    code.emit("return");
  });
  const others = threads.map((instructions, i) => {
    const cls = new ClassAssembler({
      name: `T${i}`,
      superName: "java/lang/Thread",
      majorVersion: 50,
    });
    cls.method(ACC_PUBLIC, "<init>", "()V", (code) => {
      code.emit("aload_0").emit("invokespecial", constructorOf("java/lang/Thread")).emit("return");
    });
    return cls.method(ACC_PUBLIC, "run", "()V", (code) => emitAll(code, instructions));
  });
  return [main, ...others];
}

function emitAll(code: CodeBuilder, instructions: readonly Instruction[]): void {
  const labels = Array.from({ length: instructions.length + 1 }, () => code.label());
  instructions.forEach((instruction, i) => {
    code.mark(labels[i]);
    emit(code, instruction, i, labels);
  });
  code.mark(labels[instructions.length]);
  code.emit("return");
}

function emit(
  code: CodeBuilder,
  { kind, variable, value, to }: Instruction,
  i: number,
  labels: readonly Label[],
): void {
  switch (kind) {
    case "write":
      code.pushInt(value).emit("putstatic", field(variable));
      // The last one leads back somewhere.
      code.emit("goto", labels[i + 2 === labels.length ? to : i + 1]!);
      break;
    case "test":
      code.emit("getstatic", field(variable)).pushInt(value).emit("if_icmpeq", labels[to]!);
      code.emit("goto", labels[i + 1]!);
      break;
    case "await":
      code.emit("getstatic", field(variable)).pushInt(value).emit("if_icmpne", labels[i]!);
      code.emit("goto", labels[to]!);
      break;
    case "choose":
      code.emit("invokestatic", {
        owner: "deadwood/Verify",
        name: "getBoolean",
        descriptor: "()Z",
      });
      code.emit("ifeq", labels[to]!).emit("goto", labels[i + 1]!);
      break;
    case "end":
      code.emit("return");
      break;
    default:
      unreachable(kind);
  }
}

// ---- by the book ----

/** Places of the threads, values of the variables, and the thread that has a choice to make, plus one (0: none). */
export type AutomataState = readonly number[];

/** Wherever a thread has ended is one place. */
const placeOf = (code: readonly Instruction[], place: number): number =>
  code[place]?.kind === "end" ? code.length : place;

export const firstState = ({ threads, variables }: Automata): AutomataState => [
  ...threads.map((code) => placeOf(code, 0)),
  ...Array.from({ length: variables + 1 }, () => 0),
];

/** The thread that has a choice to make, -1 when none has. */
export const chooserOf = (state: AutomataState): number => state.at(-1)! - 1;

/** What the next step of a thread reads or writes: twice the variable, plus one for a write; -1 for neither. */
export function touchOf({ threads }: Automata, state: AutomataState, thread: number): number {
  const { kind, variable } = threads[thread]![state[thread]!]!;
  return kind === "choose" ? -1 : variable * 2 + (kind === "write" ? 1 : 0);
}

/** Where a step of a thread leads from a state, by each of its choices; nowhere when the thread has ended. */
export function stepsOf(
  { threads }: Automata,
  state: AutomataState,
  thread: number,
): AutomataState[] {
  const code = threads[thread]!;
  const at = state[thread]!;
  const instruction = code[at];
  const chooser = chooserOf(state);
  if (instruction === undefined || (chooser >= 0 && chooser !== thread)) return [];
  const { kind, variable, value, to } = instruction;
  const goTo = (place: number): AutomataState =>
    state.map((each, i) => (i === thread ? placeOf(code, place) : each));
  const cell = threads.length + variable;
  switch (kind) {
    case "write": {
      const next = goTo(at + 1 === code.length ? to : at + 1);
      return [next.map((each, i) => (i === cell ? value : each))];
    }
    case "test":
      return [goTo(state[cell] === value ? to : at + 1)];
    case "await":
      return [goTo(state[cell] === value ? to : at)];
    case "choose":
      if (chooser < 0) return [[...state.slice(0, -1), thread + 1]];
      return [goTo(to), goTo(at + 1)].map((each) => [...each.slice(0, -1), 0]);
    case "end":
      throw new Error("a thread that has ended goes on");
    default:
      return unreachable(kind);
  }
}

/** All states that there are, by their texts, with where their steps lead. */
export interface AutomataGraph {
  readonly edges: ReadonlyMap<string, readonly string[]>;
  /** Of each set of states that no schedule leaves or ends in, the states. */
  readonly traps: readonly ReadonlySet<string>[];
}

/** Null when there are more states than that. */
export function graphOf(automata: Automata, limit: number): AutomataGraph | null {
  const start = firstState(automata);
  const states = new Map<string, AutomataState>([[start.join(), start]]);
  const edges = new Map<string, string[]>();
  for (const [key, state] of states) {
    if (states.size > limit) return null;
    const next = automata.threads.flatMap((_, thread) => stepsOf(automata, state, thread));
    for (const each of next) if (!states.has(each.join())) states.set(each.join(), each);
    edges.set(key, next.map(String));
  }
  return { edges, traps: trapsOf(edges) };
}

function trapsOf(edges: ReadonlyMap<string, readonly string[]>): ReadonlySet<string>[] {
  const reachable = (from: string): Set<string> => {
    const seen = new Set(edges.get(from));
    for (const each of seen) for (const to of edges.get(each)!) seen.add(to);
    return seen;
  };
  const traps = new Map<string, ReadonlySet<string>>();
  for (const key of edges.keys()) {
    const seen = reachable(key);
    const isTrap = seen.size > 0 && [...seen].every((other) => reachable(other).has(key));
    if (isTrap) traps.set([...seen].toSorted()[0]!, seen);
  }
  return [...traps.values()];
}
