/**
 * Turns lines of the table of scenes (scene.ts) into code: the arguments, the call, and the use of the
 * result. If a line leaves a choice, the dice make it first, so that a call has one text and one meaning.
 */

import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import { invariant } from "../../../core/assert.ts";
import { call, getStatic, make, putStatic } from "../../generator/bytecode.ts";
import { type Dice, pick } from "../../generator/dice.ts";
import { recordValue } from "../../generator/statement.ts";
import type { SceneObject } from "./scene.ts";

/** The parts of a program that its lines can name. */
export interface Stage {
  readonly objects: readonly SceneObject[];
  readonly threads: number;
  readonly tasks: number;
}

const JUC = "java/util/concurrent/";
const IN_LOCKS = /^(?:ReentrantLock|ReentrantReadWriteLock|StampedLock|Condition)/;
const INTERFACES: ReadonlySet<string> = new Set([
  "Condition",
  "Future",
  "ScheduledFuture",
  "ExecutorService",
  "ScheduledExecutorService",
]);

/** The internal name of a class in the table. */
export function internalName(type: string): string {
  if (type === "Object" || type === "Thread") return `java/lang/${type}`;
  return `${JUC}${IN_LOCKS.test(type) ? "locks/" : ""}${type}`;
}

export const descriptorOf = (type: string): string => `L${internalName(type)};`;

/** The local that holds the stamp of the innermost section. */
export const STAMP = 4;
/** The first local that is not common to all methods. */
export const FIRST_LOCAL = 6;

interface Argument {
  readonly text: string;
  readonly descriptor: string;
  readonly push: (code: CodeBuilder) => void;
}

/** The interfaces through which the library calls a task. */
export const TASK_TYPES: Readonly<Record<string, string>> = {
  runnable: "java/lang/Runnable",
  callable: `${JUC}Callable`,
  supplier: "java/util/function/Supplier",
  function: "java/util/function/Function",
  bifunction: "java/util/function/BiFunction",
  consumer: "java/util/function/Consumer",
  biconsumer: "java/util/function/BiConsumer",
};

const POLICIES = ["AbortPolicy", "CallerRunsPolicy", "DiscardPolicy", "DiscardOldestPolicy"];
const ITEMS = [1, 2];

function argumentOf(word: string, dice: Dice, stage: Stage): Argument {
  const [type = "", value = ""] = word.split(" ");
  const chosen = pick(dice, value.split("|"));
  const taskType = TASK_TYPES[type];
  if (taskType !== undefined) {
    const task = dice(stage.tasks);
    const push = (code: CodeBuilder): void => {
      make(code, "Task", task);
    };
    return { text: `task ${task}`, descriptor: `L${taskType};`, push };
  }
  switch (type) {
    case "int":
    case "boolean":
      return {
        text: chosen,
        descriptor: type === "int" ? "I" : "Z",
        push: (code) => code.pushInt(Number(chosen)),
      };
    case "long":
      return { text: chosen, descriptor: "J", push: (code) => code.pushLong(BigInt(chosen)) };
    case "unit":
      return {
        text: "ms",
        descriptor: `L${JUC}TimeUnit;`,
        push: (code) => getStatic(code, "MILLISECONDS", `L${JUC}TimeUnit;`, `${JUC}TimeUnit`),
      };
    case "item": {
      const item = pick(dice, ITEMS);
      const push = (code: CodeBuilder): void => {
        box(code.pushInt(item));
      };
      return { text: `${item}`, descriptor: OBJECT, push };
    }
    case "stamp":
      return { text: "stamp", descriptor: "J", push: (code) => code.emit("lload", STAMP) };
    case "failure":
      return {
        text: "failure",
        descriptor: "Ljava/lang/Throwable;",
        push: (code) => {
          newFailure(code);
        },
      };
    case "tasks": {
      const tasks = [dice(stage.tasks), dice(stage.tasks)];
      return { text: `tasks ${tasks.join(" and ")}`, descriptor: COLLECTION, push: listOf(tasks) };
    }
    case "policy": {
      const policy = pick(dice, POLICIES);
      const name = `${JUC}ThreadPoolExecutor$${policy}`;
      return {
        text: policy,
        descriptor: `L${JUC}RejectedExecutionHandler;`,
        push: (code) => {
          code.emit("new", name).emit("dup");
          call(code, "invokespecial", name, "<init>", "()V");
        },
      };
    }
    case "queue":
      return fieldArgument(value, `L${JUC}BlockingQueue;`, stage);
    case "executor":
      return fieldArgument(value, `L${JUC}Executor;`, stage);
    case "stage":
      return fieldArgument(value, `L${JUC}CompletionStage;`, stage);
    default:
      return fieldArgument(type, descriptorOf(typeOf(type, stage)), stage);
  }
}

function fieldArgument(name: string, descriptor: string, stage: Stage): Argument {
  const own = descriptorOf(typeOf(name, stage));
  return { text: name, descriptor, push: (code) => getStatic(code, name, own) };
}

function typeOf(name: string, { objects }: Stage): string {
  const found = objects.find((each) => each.name === name);
  invariant(found !== undefined, `the scene has no object ${name}`);
  return found.type;
}

const OBJECT = "Ljava/lang/Object;";
const COLLECTION = "Ljava/util/Collection;";

export const box = (code: CodeBuilder): CodeBuilder =>
  call(code, "invokestatic", "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;");

const FAILURE = "java/lang/IllegalStateException";

/** Creates the exception that tasks throw and futures fail with. */
export function newFailure(code: CodeBuilder): CodeBuilder {
  code.emit("new", FAILURE).emit("dup");
  return call(code, "invokespecial", FAILURE, "<init>", "()V");
}

const listOf =
  (tasks: readonly number[]) =>
  (code: CodeBuilder): void => {
    code.pushInt(tasks.length).emit("anewarray", "java/lang/Object");
    tasks.forEach((task, i) => {
      code.emit("dup").pushInt(i);
      make(code, "Task", task);
      code.emit("aastore");
    });
    const descriptor = `([${OBJECT})Ljava/util/List;`;
    call(code, "invokestatic", "java/util/Arrays", "asList", descriptor);
  };

export interface Call {
  readonly text: string;
  /** Pushes the receiver and the arguments, and calls; leaves the result on the stack. */
  readonly emit: (code: CodeBuilder) => void;
  /** The result as the table writes it. */
  readonly result: string;
}

const LINE = /^(?:(\w+)\.)?(\w+)\((.*)\)(?: (.+))?$/;

/** `type`: the class of the object that a maker creates. */
export function callOf(line: string, dice: Dice, stage: Stage, type?: string): Call {
  const match = LINE.exec(line);
  invariant(match !== null, `not a line of the table: ${line}`);
  const [, receiver = "", method = "", words = "", result = type ?? "void"] = match;
  const args = words === "" ? [] : words.split(", ").map((each) => argumentOf(each, dice, stage));
  const pushAll = (code: CodeBuilder): void => {
    for (const { push } of args) push(code);
  };
  const parameters = args.map((each) => each.descriptor).join("");
  const inside = args.map((each) => each.text).join(", ");
  if (method === "new") {
    const owner = internalName(type!);
    return {
      text: `new ${type!}(${inside})`,
      result,
      emit: (code) => {
        code.emit("new", owner).emit("dup");
        pushAll(code);
        call(code, "invokespecial", owner, "<init>", `(${parameters})V`);
      },
    };
  }
  const on = receiverOf(receiver, dice, stage);
  const descriptor = `(${parameters})${resultDescriptor(result)}`;
  return {
    text: `${on.text}.${method}(${inside})`,
    result,
    emit: (code) => {
      on.push(code);
      pushAll(code);
      call(code, on.op, on.owner, method, descriptor);
    },
  };
}

interface Receiver {
  readonly text: string;
  readonly owner: string;
  readonly op: "invokevirtual" | "invokestatic" | "invokeinterface";
  readonly push: (code: CodeBuilder) => void;
}

function receiverOf(name: string, dice: Dice, stage: Stage): Receiver {
  if (/^[A-Z]/.test(name)) {
    return { text: name, owner: internalName(name), op: "invokestatic", push: () => {} };
  }
  if (name === "thread") {
    const text = threadField(dice(stage.threads));
    const push = (code: CodeBuilder): CodeBuilder => getStatic(code, text, THREAD);
    return { text, owner: "java/lang/Thread", op: "invokevirtual", push };
  }
  const type = typeOf(name, stage);
  return {
    text: name,
    owner: internalName(type),
    op: INTERFACES.has(type) ? "invokeinterface" : "invokevirtual",
    push: (code) => getStatic(code, name, descriptorOf(type)),
  };
}

export const THREAD = "Ljava/lang/Thread;";
export const threadField = (thread: number): string => `t${thread}`;

function resultDescriptor(result: string): string {
  switch (result) {
    case "void":
      return "V";
    case "boolean":
      return "Z";
    case "int":
      return "I";
    case "long":
    case "sign":
    case "stamp":
      return "J";
    case "object":
      return OBJECT;
    case "list":
      return "Ljava/util/List;";
    default:
      return descriptorOf(result.replace(/>.*/, ""));
  }
}

/** Takes the result of a call from the stack and records it as the table says. */
export function see(code: CodeBuilder, result: string, { objects }: Stage): void {
  switch (result) {
    case "void":
      return;
    case "boolean":
    case "int":
      recordValue(code);
      return;
    case "long":
      recordValue(code.emit("l2i"));
      return;
    case "sign":
      // The remaining time is not specified, only whether there is some.
      code.emit("lconst_0").emit("lcmp").emit("iconst_1").emit("iadd").emit("iconst_1");
      recordValue(code.emit("ishr"));
      return;
    case "stamp":
      code.emit("dup2").emit("lstore", STAMP).emit("lconst_0").emit("lcmp");
      recordValue(code.emit("dup").emit("imul"));
      return;
    case "object":
    case "list":
      call(code, "invokestatic", "Main", "see", `(${OBJECT})I`);
      recordValue(code);
      return;
    default: {
      const [, field] = result.split(">");
      if (field === undefined) code.emit("pop");
      else putStatic(code, field, descriptorOf(typeOf(field, { objects, threads: 0, tasks: 0 })));
    }
  }
}
