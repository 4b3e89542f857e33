/** Statements of random programs that wait, wake other threads, or inspect threads. */
import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import { call, getStatic } from "../../generator/bytecode.ts";
import type { Dice } from "../../generator/dice.ts";
import { inside, recordValue, type Statement, simple } from "../../generator/statement.ts";
import { type Guard, type MemoryLocation, readPlace, under, writePlace } from "./locations.ts";

/** Runs `body` while (or once, if) the location is 0. */
function untilSet(place: MemoryLocation, body: Statement, loops: boolean): Statement {
  return inside(
    `${loops ? "while" : "if"} (${place.text} == 0)`,
    [body],
    ({ code }, all) => {
      // `all` uses a line of its own: the loop starts before it.
      const end = code.label();
      const start = code.mark();
      place.target(code);
      place.load(code);
      code.emit("ifne", end);
      all();
      if (loops) code.emit("goto", start);
      code.mark(end);
    },
    place.needs,
  );
}

const onMonitor = (guard: Guard, name: string, descriptor: string, millis = -1): Statement =>
  simple(`${name}(${millis < 0 ? "" : millis})`, (code) => {
    guard.monitor!(code);
    if (millis >= 0) code.pushLong(BigInt(millis));
    call(code, "invokevirtual", "java/lang/Object", name, descriptor);
  });

/** One side of a wait on a guard that is a monitor. */
export function waiting(dice: Dice, guard: Guard, place: MemoryLocation): Statement {
  const wait =
    dice(3) === 0 ? onMonitor(guard, "wait", "(J)V", 1) : onMonitor(guard, "wait", "()V");
  switch (dice(6)) {
    case 0:
      return under(guard, [wait, readPlace(place)]);
    case 1:
    case 2:
      return under(guard, [untilSet(place, wait, dice(2) === 0), readPlace(place)]);
    case 3:
      return under(guard, [onMonitor(guard, "notifyAll", "()V"), writePlace(place, 1)]);
    default:
      return under(guard, [writePlace(place, 1), onMonitor(guard, "notify", "()V")]);
  }
}

const ofThread = (thread: number, name: string, descriptor: string, text = `${name}()`) =>
  ({
    text: `threads[${thread}].${text}`,
    emit: (code: CodeBuilder) => {
      getStatic(code, "threads", "[LWorker;").pushInt(thread).emit("aaload");
      if (text.endsWith("(1)")) code.emit("lconst_1");
      call(code, "invokevirtual", "Worker", name, descriptor);
    },
  }) as const;

function threadCall(thread: number, name: string, descriptor: string, text?: string): Statement {
  const { text: all, emit } = ofThread(thread, name, descriptor, text);
  return simple(all, emit);
}

/** Queries about threads and requests to them. */
export function aboutThreads(dice: Dice, threads: number): Statement {
  const thread = 1 + dice(threads - 1);
  switch (dice(11)) {
    case 0:
      return threadCall(thread, "join", "()V");
    case 1:
      return threadCall(thread, "join", "(J)V", "join(1)");
    case 2:
      return threadCall(thread, "interrupt", "()V");
    case 3:
      return simple("acc <- Thread.interrupted()", (code) => {
        call(code, "invokestatic", "java/lang/Thread", "interrupted", "()Z");
        recordValue(code);
      });
    case 4:
    case 5: {
      const { text, emit } = ofThread(thread, "isAlive", "()Z");
      return simple(`acc <- ${text}`, (code) => {
        emit(code);
        recordValue(code);
      });
    }
    case 6: {
      const { text, emit } = ofThread(thread, "isInterrupted", "()Z");
      return simple(`acc <- ${text}`, (code) => {
        emit(code);
        recordValue(code);
      });
    }
    case 7:
    case 8: {
      const { text, emit } = ofThread(thread, "getState", "()Ljava/lang/Thread$State;");
      return simple(`acc <- ${text} == TERMINATED`, (code) => {
        emit(code);
        call(code, "invokevirtual", "java/lang/Thread$State", "ordinal", "()I");
        code.emit("iconst_5").emit("isub");
        // Another test distinguishes what a thread waits for.
        const [zero, end] = [code.label(), code.label()];
        code.emit("ifeq", zero).emit("iconst_1").emit("goto", end).mark(zero);
        code.emit("iconst_0").mark(end);
        recordValue(code);
      });
    }
    case 9:
      return simple("Thread.sleep(1)", (code) => {
        code.pushLong(1n);
        call(code, "invokestatic", "java/lang/Thread", "sleep", "(J)V");
      });
    default:
      return simple("Thread.yield()", (code) => {
        call(code, "invokestatic", "java/lang/Thread", "yield", "()V");
      });
  }
}

const OBJECT = "Ljava/lang/Object;";
const THREAD_LOCAL = "java/lang/ThreadLocal";

const local = (code: CodeBuilder) => getStatic(code, "local", `L${THREAD_LOCAL};`);

export function threadLocal(dice: Dice): Statement {
  if (dice(2) === 0) {
    return simple(
      "local.set(n0)",
      (code) => {
        local(code);
        getStatic(code, "n0", "LNode;");
        call(code, "invokevirtual", THREAD_LOCAL, "set", `(${OBJECT})V`);
      },
      ["local"],
    );
  }
  return simple(
    "acc <- local.get() == null",
    (code) => {
      const [none, end] = [code.label(), code.label()];
      local(code);
      call(code, "invokevirtual", THREAD_LOCAL, "get", `()${OBJECT}`);
      code.emit("ifnull", none).emit("iconst_0").emit("goto", end).mark(none);
      code.emit("iconst_1").mark(end);
      recordValue(code);
    },
    ["local"],
  );
}

export const lambda = (where: "n0" | "n1"): Statement =>
  simple(`adder(${where}).run()`, (code) => {
    getStatic(code, where, "LNode;");
    call(code, "invokestatic", "Lambdas", "adder", "(LNode;)Ljava/lang/Runnable;");
    call(code, "invokeinterface", "java/lang/Runnable", "run", "()V");
  });
