/**
 * Random programs that use java.util.concurrent: two or three threads, and tasks that the library runs, call
 * some operations on the objects of one scene (scene.ts). Everything that a thread sees, results and caught
 * exceptions, is mixed into a number. These numbers are the outcome of the program.
 */
import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import { call, getStatic, putStatic } from "../../generator/bytecode.ts";
import { type Dice, pick, seededDice } from "../../generator/dice.ts";
import type { Family } from "../../generator/family.ts";
import type { RandomProgram } from "../../generator/program.ts";
import { type Emitter, recordValue, type Statement, simple } from "../../generator/statement.ts";
import { type Call, callOf, newFailure, STAMP, type Stage, see } from "./calls.ts";
import { concurrentClasses } from "./classes.ts";
import type { Scene, Section } from "./scene.ts";
import { EXECUTOR_SCENES, FUTURE_SCENES } from "./task-scenes.ts";
import { BARRIER_SCENES, CONDITION_SCENES, MONITOR, QUEUE_SCENES } from "./waiting-scenes.ts";

export const CONCURRENT_NAMES = [
  "executors",
  "futures",
  "queues",
  "conditions",
  "barriers",
  "timed",
  "interrupts",
] as const;
export type ConcurrentName = (typeof CONCURRENT_NAMES)[number];

interface Flavour {
  readonly scenes: readonly Scene[];
  /** Operations in addition to those of the scene. */
  readonly operations: readonly string[];
  /** One in this many operations is an additional one. */
  readonly odds: number;
  /** Prefer the scene's operations with a time limit. */
  readonly prefersTimed?: boolean;
}

const ASKS = ["Thread.interrupted() boolean", "thread.isAlive() boolean"];
const INTERRUPTS = [
  "thread.interrupt() void",
  "thread.interrupt() void",
  "Thread.interrupted() boolean",
];
const SLEEPS = ["Thread.sleep(long 1) void", "thread.join(long 1) void"];

const ALL_SCENES: readonly Scene[] = [
  ...CONDITION_SCENES,
  MONITOR,
  ...BARRIER_SCENES,
  ...QUEUE_SCENES,
  ...FUTURE_SCENES,
  ...EXECUTOR_SCENES,
];

const FLAVOURS: Readonly<Record<ConcurrentName, Flavour>> = {
  executors: { scenes: EXECUTOR_SCENES, operations: ASKS, odds: 20 },
  futures: { scenes: FUTURE_SCENES, operations: ASKS, odds: 20 },
  queues: { scenes: QUEUE_SCENES, operations: ASKS, odds: 20 },
  conditions: { scenes: CONDITION_SCENES, operations: ASKS, odds: 20 },
  barriers: { scenes: BARRIER_SCENES, operations: ASKS, odds: 20 },
  timed: { scenes: ALL_SCENES, operations: SLEEPS, odds: 8, prefersTimed: true },
  interrupts: { scenes: ALL_SCENES, operations: INTERRUPTS, odds: 3 },
};

const TASKS = 2;

/** Every access of the JDK's classes is a step, so threads must be short. */
function lengthOf(threads: number, dice: Dice): number {
  if (threads === 1) return 3 + dice(2);
  return threads === 2 ? 1 + dice(3) : 1;
}

function concurrentProgram(kind: ConcurrentName, seed: number): RandomProgram {
  const dice = seededDice(seed ^ (0x2545f491 + CONCURRENT_NAMES.indexOf(kind)));
  const flavour = FLAVOURS[kind];
  const scene = pick(dice, flavour.scenes);
  const threads = scene.hasWorkers === true ? 1 + dice(2) : dice(4) === 0 ? 3 : 2;
  const stage: Stage = { objects: scene.objects, threads, tasks: TASKS };
  const made = scene.objects
    .filter(({ makers }) => makers.length > 0)
    .map(({ name, type, makers }) => ({
      name,
      type,
      by: callOf(pick(dice, makers), dice, stage, type),
    }));
  const writer = new Writer(dice, flavour, scene, stage);
  const bodies = Array.from({ length: threads }, () => writer.body(lengthOf(threads, dice)));
  const tasks = Array.from({ length: TASKS }, () => writer.task());
  const late =
    scene.late === undefined || dice(4) === 0 ? [] : [writer.line(pick(dice, scene.late))];
  return {
    seed,
    surroundings: concurrentClasses({ stage, made }),
    bodies: [...bodies, ...tasks],
    late,
    keepsInLocals: false,
  };
}

class Writer {
  readonly #dice: Dice;
  readonly #flavour: Flavour;
  readonly #stage: Stage;
  readonly #sections: readonly Section[];
  /** A program uses few of the operations, so that its threads interact. */
  readonly #operations: readonly string[];

  constructor(dice: Dice, flavour: Flavour, scene: Scene, stage: Stage) {
    this.#dice = dice;
    this.#flavour = flavour;
    this.#stage = stage;
    this.#sections = scene.sections ?? [];
    this.#operations = Array.from({ length: 5 }, () => this.#pickFrom(scene.operations));
  }

  #pickFrom(lines: readonly string[]): string {
    const timed = this.#flavour.prefersTimed === true ? lines.filter(isTimed) : [];
    return pick(this.#dice, timed.length > 0 && this.#dice(2) === 0 ? timed : lines);
  }

  body(length: number): Statement[] {
    return Array.from({ length }, () => this.#statement());
  }

  /** The statements of a task: few, and sometimes it fails. */
  task(): Statement[] {
    const dice = this.#dice;
    switch (dice(6)) {
      case 0:
        return [FAIL];
      case 1:
        return [this.#plain(this.#operations.filter((line) => !GIVES_TASKS.test(line)))];
      case 2:
        return [SEE, COUNT];
      case 3:
        return [COUNT, this.line("Thread.interrupted() boolean")];
      default:
        return [COUNT];
    }
  }

  #statement(): Statement {
    const dice = this.#dice;
    if (dice(8) === 0) return pick(dice, [SEE, COUNT]);
    if (this.#sections.length > 0 && dice(4) > 0 && dice(this.#flavour.odds) > 0) {
      return this.#section(pick(dice, this.#sections));
    }
    return this.#plain(this.#operations);
  }

  #plain(own: readonly string[]): Statement {
    const { operations, odds } = this.#flavour;
    const isOther = this.#dice(odds) === 0 || own.length === 0;
    return this.line(pick(this.#dice, isOther ? operations : own));
  }

  #section({ enters, leave, inner }: Section): Statement {
    const dice = this.#dice;
    const parts = Array.from({ length: 1 + dice(2) }, () =>
      dice(4) === 0 ? pick(dice, [SEE, COUNT]) : this.line(this.#pickFrom(inner)),
    );
    const enter = this.#pickFrom(enters);
    if (enter.startsWith("synchronized ")) return this.#synchronized(enter, parts);
    const stage = this.#stage;
    return sectionOf(callOf(enter, dice, stage), callOf(leave, dice, stage), parts, stage);
  }

  #synchronized(enter: string, parts: readonly Statement[]): Statement {
    const [, name = ""] = enter.split(" ");
    return synchronizedOn(name, parts);
  }

  line(line: string): Statement {
    return operation(callOf(line, this.#dice, this.#stage), this.#stage);
  }
}

/** A call that records its result or what it throws. */
export const operation = (made: Call, stage: Stage): Statement =>
  simple(textOf(made), (code) => {
    guarded(code, () => {
      made.emit(code);
      see(code, made.result, stage);
    });
  });

/** Tasks that submit tasks would never end. */
const GIVES_TASKS = /runnable|callable|supplier|function|consumer|tasks|\.run\(/;

const isTimed = (line: string): boolean => line.includes("long 1");

function textOf({ text, result }: Call): string {
  if (result === "void") return text;
  const [type, field] = result.split(">");
  if (field !== undefined) return `${field} = ${text}`;
  return /^[A-Z]/.test(type!) ? text : `acc <- ${text}`;
}

/** try { … } catch (Throwable e) { acc <- code(e); then otherwise() } */
function guarded(code: CodeBuilder, body: () => void, otherwise: () => void = () => {}): void {
  const [start, end, handler, after] = [code.label(), code.label(), code.label(), code.label()];
  code.mark(start);
  body();
  code.mark(end);
  code.emit("goto", after).mark(handler);
  call(code, "invokestatic", "Main", "code", "(Ljava/lang/Throwable;)I");
  recordValue(code);
  otherwise();
  code.mark(after);
  code.handler(start, end, handler, null);
}

/** A section is skipped if it cannot be entered. */
export function sectionOf(
  enter: Call,
  leave: Call,
  parts: readonly Statement[],
  stage: Stage,
): Statement {
  return {
    text: `${textOf(enter)} { ${parts.map((part) => part.text).join("; ")} } ${textOf(leave)}`,
    parts,
    emit: (to: Emitter) => {
      const { code } = to;
      const out = code.label();
      to.line();
      guarded(
        code,
        () => {
          enter.emit(code);
          if (enter.result === "boolean") code.emit("dup").emit("istore", ENTERED);
          see(code, enter.result, stage);
        },
        () => code.emit("goto", out),
      );
      if (enter.result === "boolean") code.emit("iload", ENTERED).emit("ifeq", out);
      if (enter.result === "stamp") {
        code.emit("lload", STAMP).emit("lconst_0").emit("lcmp").emit("ifeq", out);
      }
      for (const part of parts) part.emit(to);
      guarded(code, () => {
        leave.emit(code);
        see(code, leave.result, stage);
      });
      code.mark(out);
    },
  };
}

/** Whether a section could be entered. */
const ENTERED = 2;

function synchronizedOn(name: string, parts: readonly Statement[]): Statement {
  return {
    text: `synchronized (${name}) { ${parts.map((part) => part.text).join("; ")} }`,
    parts,
    emit: (to: Emitter) => {
      const { code } = to;
      to.line();
      getStatic(code, name, "Ljava/lang/Object;").emit("monitorenter");
      for (const part of parts) part.emit(to);
      getStatic(code, name, "Ljava/lang/Object;").emit("monitorexit");
    },
  };
}

export const COUNT = simple("n++", (code) => {
  getStatic(code, "n", "I").emit("iconst_1").emit("iadd");
  putStatic(code, "n", "I");
});

export const SEE = simple("acc <- n", (code) => {
  getStatic(code, "n", "I");
  recordValue(code);
});

/** The following code is unreachable, which is allowed. */
export const FAIL = simple("throw failure", (code) => {
  const after = code.label();
  code.emit("iconst_1").emit("ifeq", after);
  newFailure(code).emit("athrow").mark(after);
});

const ABOUT: Readonly<Record<ConcurrentName, string>> = {
  executors: "thread pools and what is submitted to them",
  futures: "futures, and stages that depend on them",
  queues: "blocking queues and other collections",
  conditions: "locks and conditions",
  barriers: "barriers, latches, phasers, semaphores",
  timed: "operations with a time limit",
  interrupts: "threads that interrupt each other",
};

/** One family for each part of java.util.concurrent or way to use it. */
export const CONCURRENT_FAMILIES: readonly Family<ConcurrentName>[] = CONCURRENT_NAMES.map(
  (name) => ({
    name,
    about: ABOUT[name],
    mayNeedJdk: true,
    generate: (seed) => concurrentProgram(name, seed),
  }),
);
