/**
 * Overwrites what a liveness analysis calls dead. A program that goes on as if
 * nothing had happened has never read it: the strongest thing that can be asked
 * of such an analysis.
 */
import { Random } from "../../../src/core/random.ts";
import { holdsReference, SlotKind } from "../../../src/program/types/verification-type.ts";
import { beginStep, enabledThreads, prepareForSteps } from "../../../src/search/step.ts";
import type { FieldLiveness, FrameLiveness, LiveCells } from "../../../src/state/live-cells.ts";
import { Canonicalizer } from "../../../src/state/vector/canonicalizer.ts";
import { type FrameView, walkFrames } from "../../../src/vm/code/frames.ts";
import { LINKAGE_WORDS } from "../../../src/vm/code/instructions.ts";
import { interpret } from "../../../src/vm/interpreter/dispatch.ts";
import { Stop } from "../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { threadRecord } from "../../../src/vm/memory/memory.ts";
import { T_FP, T_PC, T_SP, T_STATUS } from "../../../src/vm/memory/thread-record.ts";
import { ThreadStatus } from "../../../src/vm/memory/thread-status.ts";
import { endThread } from "../../../src/vm/threads/end-thread.ts";
import type { TestMachine } from "../machine.ts";
import { spoilDeadFields } from "./dead-fields.ts";

/** References become null, numbers any number. Gives how many values were overwritten. */
export function spoilDeadSlots(m: Machine, liveness: FrameLiveness, random: Random): number {
  let spoiled = 0;
  for (let thread = 0; thread < m.threadCount; thread++) {
    const record = threadRecord(thread);
    if (m.H[record + T_STATUS] === ThreadStatus.terminated) continue;
    const top = { pc: m.H[record + T_PC]!, fp: m.H[record + T_FP]!, sp: m.H[record + T_SP]! };
    walkFrames(m, top, (frame) => {
      spoiled += spoilFrame(m, frame, liveness, random);
      return true;
    });
  }
  return spoiled;
}

function spoilFrame(
  m: Machine,
  { code, pc, fp, sp }: FrameView,
  liveness: FrameLiveness,
  random: Random,
): number {
  const kinds = m.typesOf(code).kindsAt(code.offsets[m.space.instructionAt(code, pc)]!);
  if (kinds === null) return 0;
  const { maxLocals } = code.info;
  let spoiled = 0;
  const spoil = (slot: number, at: number, kind: number): void => {
    if (kind === SlotKind.unusable || kind === SlotKind.second || kind === SlotKind.returnAddress)
      return;
    if (liveness.isLive(code, pc, slot)) return;
    spoiled++;
    m.S[at] = holdsReference(kind) ? 0 : random.below(2 ** 32) | 0;
    if (kind === SlotKind.long || kind === SlotKind.double) m.S[at + 1] = random.below(2 ** 32) | 0;
  };
  kinds.locals.forEach((kind, i) => {
    spoil(i, fp + i * 2, kind);
  });
  const stack = fp + m.space.locals[code.method.id]! + LINKAGE_WORDS;
  kinds.stack.forEach((kind, i) => {
    if (stack + i * 2 < sp) spoil(maxLocals + i, stack + i * 2, kind);
  });
  return spoiled;
}

export interface SpoiledOptions {
  /**
   * Whether states are compared as well, and not only what the program does.
   * Where fields that were dead can become live again without ever being read
   * (inside String.valueOf, of which callers know more), states may differ.
   */
  readonly comparesStates?: boolean;
}

/** What a run has come to. */
export interface SpoiledRun {
  /** What the run with dead slots overwritten did differently; null when nothing. */
  readonly difference: string | null;
  readonly instructions: number;
  readonly spoiled: number;
}

/**
 * Runs a program twice at the same time, by one random schedule in which any
 * instruction may be followed by another thread's. In the second machine dead
 * slots and fields are overwritten again and again. Both must look the same all
 * the time to those who do not look at what is dead.
 */
export function runSpoiled(
  make: () => TestMachine,
  livenessOf: (m: Machine) => LiveCells,
  seed: number,
  limit: number,
  { comparesStates = true }: SpoiledOptions = {},
): SpoiledRun {
  const random = new Random(seed);
  const plain = new SteppedMachine(make(), livenessOf);
  const other = new SteppedMachine(make(), livenessOf);
  let spoiled = 0;
  let thread = 0;
  let instructions = 0;
  let [choice, choices] = [-1, 0];
  const result = (difference: string | null): SpoiledRun => ({ difference, instructions, spoiled });
  for (; instructions < limit; instructions++) {
    const enabled = plain.enabled;
    if (enabled.join() !== other.enabled.join()) return result("other threads can run");
    if (choices > 0) choice = random.below(choices);
    else if (enabled.length === 0) break;
    else if (!enabled.includes(thread) || random.below(SWITCH_EVERY) === 0) {
      thread = enabled[random.below(enabled.length)]!;
    }
    if (random.below(SPOIL_EVERY) === 0) spoiled += other.spoil(random);
    const stop = plain.step(thread, choice);
    if (other.step(thread, choice) !== stop) return result(`${other.place(thread)}: other stop`);
    if (plain.pcOf(thread) !== other.pcOf(thread)) return result(`goes to ${other.place(thread)}`);
    choice = -1;
    choices = stop === Stop.choice ? plain.m.choices : 0;
    if (stop === Stop.halted || stop === Stop.ignored) break;
    if (comparesStates && random.below(COMPARE_EVERY) === 0 && plain.vector !== other.vector) {
      return result(`another state behind ${other.place(thread)}`);
    }
  }
  if (comparesStates && plain.vector !== other.vector) return result("another state at the end");
  const isSame = plain.printed === other.printed && plain.m.uncaught === other.m.uncaught;
  return result(isSame ? null : "another end");
}

const SWITCH_EVERY = 12;
const SPOIL_EVERY = 3;
const COMPARE_EVERY = 20;

/** A machine that takes one instruction at a time. */
class SteppedMachine {
  readonly m: Machine;
  readonly #console: TestMachine["console"];
  readonly #frames: FrameLiveness | null;
  readonly #fields: FieldLiveness | null;
  readonly #canonicalizer: Canonicalizer;

  constructor({ m, console }: TestMachine, livenessOf: (m: Machine) => LiveCells) {
    this.m = m;
    this.#console = console;
    prepareForSteps(m);
    m.sharing.assume({ fields: false, threads: false });
    // What has been shared is history, and by dead references more or less may have been: nobody gets there by them.
    m.isAllShared = true;
    const liveness = livenessOf(m);
    this.#frames = liveness.frames;
    this.#fields = liveness.fields;
    this.#canonicalizer = new Canonicalizer(m, liveness);
  }

  get enabled(): number[] {
    return enabledThreads(this.m);
  }

  get vector(): string {
    const canonicalizer = this.#canonicalizer;
    canonicalizer.write(0);
    return canonicalizer.vector.subarray(0, canonicalizer.length).join();
  }

  get printed(): string {
    return this.#console.text(1) + this.#console.text(2);
  }

  pcOf(thread: number): number {
    return this.m.H[threadRecord(thread) + T_PC]!;
  }

  place(thread: number): string {
    const { space } = this.m;
    const pc = this.pcOf(thread);
    return `${space.codeAt(pc).method.toString()}+${space.offsetAt(pc)}`;
  }

  spoil(random: Random): number {
    const slots = this.#frames === null ? 0 : spoilDeadSlots(this.m, this.#frames, random);
    return slots + (this.#fields === null ? 0 : spoilDeadFields(this.m, this.#fields, random));
  }

  step(thread: number, choice: number): Stop {
    const { m } = this;
    m.loadRegisters(thread);
    const since = m.logTop;
    m.beginTransition(m.fp, m.sp);
    beginStep(m, thread, choice);
    m.stopsAtVisible = false;
    m.watches = false;
    const stop = interpret(m, 1);
    m.choice = -1;
    if (stop === Stop.ended) endThread(m);
    else m.saveRegisters();
    this.#canonicalizer.noteWrites(since);
    return stop;
  }
}
