/* oxlint-disable unicorn/consistent-function-scoping -- each test reads best with its program in it */
/**
 * What a section of the library is and is not. The library is a made-up one
 * under the names of classes whose operations are steps, so that every access
 * in it is known: it counts in static fields that the program looks at.
 */
import { expect, test } from "vitest";
import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../src/classfile/assembling/code-builder.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../src/classfile/format/access-flags.ts";
import { explore } from "../../../src/fuzz/outcomes/collect.ts";
import { DEFAULT_TEXTS } from "../../../src/fuzz/outcomes/outcomes.ts";
import { Program } from "../../../src/program/linking/program.ts";
import { bootMachine } from "../../../src/vm/boot.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { threadRecord } from "../../../src/vm/memory/memory.ts";
import { T_SECTION } from "../../../src/vm/memory/thread-record.ts";
import { allNatives } from "../../../src/vm/natives/registry.ts";
import { assembledSource, MemoryConsole, modelLibrary } from "../../support/machine.ts";

const STATIC = ACC_PUBLIC | ACC_STATIC;
const LIBRARY = "java/util/concurrent/Phaser";
const FUTURE = "java/util/concurrent/CompletableFuture";
const RUNNABLE = "Ljava/lang/Runnable;";

type Code = (code: CodeBuilder) => unknown;

const int = (owner: string, name: string) => ({ owner, name, descriptor: "I" });
const call = (code: CodeBuilder, owner: string, name: string): CodeBuilder =>
  code.emit("invokestatic", { owner, name, descriptor: "()V" });

/** `owner.name += by` in three steps. */
const add =
  (owner: string, name: string, by = 1): Code =>
  (code) =>
    code
      .emit("getstatic", int(owner, name))
      .pushInt(by)
      .emit("iadd")
      .emit("putstatic", int(owner, name));

/** Calls the program's Runnable, as a library does that was given a function. */
const callBack: Code = (code) =>
  code
    .emit("getstatic", { owner: LIBRARY, name: "callback", descriptor: RUNNABLE })
    .emit("invokeinterface", { owner: "java/lang/Runnable", name: "run", descriptor: "()V" });

const lock = { owner: LIBRARY, name: "lock", descriptor: "Ljava/lang/Object;" };

function method(cls: ClassAssembler, name: string, access: number, ...parts: Code[]): void {
  cls.method(access, name, "()V", (code) => {
    for (const part of parts) part(code);
    code.emit("return");
  });
}

/** Operations on `n`, each of which adds two to it. */
function library(): ClassAssembler[] {
  const cls = new ClassAssembler({ name: LIBRARY });
  cls.field(STATIC, "n", "I").field(STATIC, "flag", "I");
  cls.field(STATIC, "callback", RUNNABLE).field(STATIC, "lock", lock.descriptor);
  const one = add(LIBRARY, "n");
  method(cls, "twice", STATIC, one, one);
  method(cls, "around", STATIC, one, callBack, one);
  method(cls, "nested", STATIC, one, (code) => call(code, LIBRARY, "twice"), add(LIBRARY, "n", -1));
  method(cls, "clear", STATIC, one, (code) => call(code, LIBRARY, "twice"));
  method(cls, "throwing", STATIC, one, one, (code) => {
    code.emit("aconst_null").emit("athrow");
  });
  method(cls, "endless", STATIC, (code) => call(code, LIBRARY, "endless"));
  method(cls, "spinning", STATIC, (code) => {
    const start = code.mark();
    code.emit("getstatic", int(LIBRARY, "flag")).emit("ifeq", start);
  });
  method(cls, "locking", STATIC, one, (code) => {
    code.emit("getstatic", lock).emit("monitorenter");
    one(code);
    code.emit("getstatic", lock).emit("monitorexit");
  });
  const future = new ClassAssembler({ name: FUTURE });
  method(future, "complete", STATIC, one, (code) => call(code, FUTURE, "tryFire"));
  method(future, "tryFire", ACC_STATIC, one);
  return [cls, future];
}

/** A program of two threads. `first` is one of them; what it calls back is `back`. */
interface Actors {
  readonly first: Code;
  readonly second: Code;
  readonly back?: Code;
  readonly realLibrary?: boolean;
}

function worker(name: string, body: Code): ClassAssembler {
  const cls = new ClassAssembler({ name, superName: "java/lang/Thread" });
  cls.method(ACC_PUBLIC, "<init>", "()V", (code) =>
    code
      .emit("aload_0")
      .emit("invokespecial", { owner: "java/lang/Thread", name: "<init>", descriptor: "()V" })
      .emit("return"),
  );
  method(cls, "run", ACC_PUBLIC, body);
  return cls;
}

const create = (code: CodeBuilder, name: string): CodeBuilder =>
  code
    .emit("new", name)
    .emit("dup")
    .emit("invokespecial", { owner: name, name: "<init>", descriptor: "()V" });

function program({ first, second, back = () => undefined }: Actors): ClassAssembler[] {
  const main = new ClassAssembler({ name: "Main" });
  main.field(STATIC, "x", "I").field(STATIC, "seen", "I");
  main.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    create(code, "Back").emit("putstatic", {
      owner: LIBRARY,
      name: "callback",
      descriptor: RUNNABLE,
    });
    create(code, "java/lang/Object").emit("putstatic", lock);
    for (const name of ["First", "Second"]) {
      create(code, name).emit("invokevirtual", {
        owner: "java/lang/Thread",
        name: "start",
        descriptor: "()V",
      });
    }
    code.emit("return");
  });
  return [main, worker("First", first), worker("Second", second), worker("Back", back)];
}

function machine(actors: Actors): Machine {
  return bootMachine(
    new Program({
      models: modelLibrary(),
      jdk: assembledSource(library()),
      application: assembledSource(program(actors)),
      featureVersion: 17,
    }),
    {
      heapWords: 1 << 16,
      stackWords: 1 << 12,
      console: new MemoryConsole(),
      assertions: true,
      epochMillis: 0,
      properties: [],
      natives: allNatives,
      undo: true,
      checking: true,
      realLibrary: actors.realLibrary ?? false,
    },
    "Main",
    [],
  );
}

/** The different values of a static field at the ends of all schedules. */
function ends(actors: Actors, owner = "Main", name = "seen"): number[] {
  const m = machine(actors);
  const at = m.fieldOffset(owner, name);
  const { outcomes, isComplete } = explore(m, 100_000, {
    ...DEFAULT_TEXTS,
    end: ({ H, threadCount }) => {
      for (let thread = 0; thread < threadCount; thread++) {
        expect(H[threadRecord(thread) + T_SECTION]).toBe(0);
      }
      return `${H[at]}`;
    },
  });
  expect(isComplete).toBe(true);
  return [...outcomes].map(Number).toSorted((a, b) => a - b);
}

const look: Code = (code) => {
  code.emit("getstatic", int(LIBRARY, "n")).emit("putstatic", int("Main", "seen"));
};
const operation =
  (name: string, owner = LIBRARY): Code =>
  (code) =>
    call(code, owner, name);
const race = add("Main", "x");

test("others see nothing of what is half done", () => {
  const actors = { first: operation("twice"), second: look };
  expect(ends({ ...actors, realLibrary: true })).toEqual([0, 1, 2]);
  expect(ends(actors)).toEqual([0, 2]);
});

test("an operation that calls another is still one", () => {
  expect(ends({ first: operation("nested"), second: look })).toEqual([0, 2]);
});

test("a bulk operation is as many steps as the operations in it", () => {
  expect(ends({ first: operation("clear"), second: look })).toEqual([0, 1, 3]);
});

test("code of the program is interleaved, wherever it is called from", () => {
  expect(ends({ first: operation("around"), second: look })).toEqual([0, 2]);
  expect(ends({ first: operation("around"), second: look, back: race })).toEqual([0, 1, 2]);
});

test("an operation called by the program inside another is a step of its own, and so is the rest of the other", () => {
  const back = operation("twice");
  expect(ends({ first: operation("around"), second: look, back })).toEqual([0, 1, 3, 4]);
});

test("a method that begins another step", () => {
  expect(ends({ first: operation("complete", FUTURE), second: look })).toEqual([0, 1, 2]);
});

/** Runs an operation that fails, and something that needs interleaving. */
const surviving =
  (name: string): Code =>
  (code) => {
    const start = code.mark();
    call(code, LIBRARY, name);
    const end = code.mark();
    const after = code.label();
    code.emit("goto", after);
    code.handler(start, end, code.mark(), "java/lang/Throwable").emit("pop");
    code.mark(after);
    race(code);
  };

test("an exception ends the section it leaves", () => {
  expect(ends({ first: surviving("throwing"), second: race }, "Main", "x")).toEqual([1, 2]);
});

test("so does an overflow of the stack", () => {
  expect(ends({ first: surviving("endless"), second: race }, "Main", "x")).toEqual([1, 2]);
});

test("so does an exception of the program's own code inside", () => {
  const back: Code = (code) => code.emit("aconst_null").emit("athrow");
  expect(ends({ first: surviving("around"), second: race, back }, "Main", "x")).toEqual([1, 2]);
});

test("a section that waits in a loop for another thread lets it run", () => {
  const second: Code = (code) => code.emit("iconst_1").emit("putstatic", int(LIBRARY, "flag"));
  expect(ends({ first: operation("spinning"), second }, LIBRARY, "flag")).toEqual([1]);
});

test("a section that waits for a monitor goes on when it is free", () => {
  const second: Code = (code) => {
    code.emit("getstatic", lock).emit("monitorenter");
    look(code);
    code.emit("getstatic", lock).emit("monitorexit");
  };
  expect(ends({ first: operation("locking"), second })).toEqual([0, 1, 2]);
  expect(ends({ first: operation("locking"), second }, LIBRARY, "n")).toEqual([2]);
});

test("two threads inside the same operation", () => {
  const actors = { first: operation("around"), second: operation("around"), back: race };
  expect(ends(actors, LIBRARY, "n")).toEqual([4]);
  expect(ends(actors, "Main", "x")).toEqual([1, 2]);
});
