/**
 * Values that reads of fields do not show: an object's hash, a byte next to another one, the identity of two
 * known objects, an ended thread, the message of an exception.
 */

import { ClassAssembler } from "../../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import { ACC_PUBLIC } from "../../../classfile/format/access-flags.ts";
import { call, getField, getStatic, make, putField, putStatic } from "../../generator/bytecode.ts";
import { pause } from "../../generator/common-statements.ts";
import type { Dice } from "../../generator/dice.ts";
import { BASE, recordSmallValue, sequence } from "../../generator/observed-statement.ts";
import { areSame, either, getShared, putShared } from "../../generator/shared-fields.ts";
import { inside, type Statement, simple } from "../../generator/statement.ts";

const OBJECT_HASH = ["invokevirtual", "java/lang/Object", "hashCode", "()I"] as const;
const IDENTITY_HASH = [
  "invokestatic",
  "java/lang/System",
  "identityHashCode",
  "(Ljava/lang/Object;)I",
] as const;

const THREAD = "java/lang/Thread";
const STATE = "java/lang/Thread$State";

type Which = "first" | "second";

/** The order in which two objects were hashed: hashes are compared and decide what happens. */
export function aboutHashes(dice: Dice): Statement {
  const [op, owner, name, descriptor] = dice(2) === 0 ? OBJECT_HASH : IDENTITY_HASH;
  const hash = (code: CodeBuilder, which: Which): CodeBuilder =>
    call(getShared(code, which), op, owner, name, descriptor);
  const isRemembered = dice(2) === 0;
  const keepHash = (code: CodeBuilder, one: Which, other: Which): void => {
    putShared(hash(code, one), "hash");
    if (isRemembered) hash(code, other).emit("pop");
  };
  const start = simple("first, second = new Base; hash one of them, then the other", (code) => {
    for (const which of ["first", "second"] as const) {
      make(code, "Base", 1);
      putShared(code, which);
    }
    either(
      code,
      (to) => {
        keepHash(to, "first", "second");
      },
      (to) => {
        keepHash(to, "second", "first");
      },
    );
  });
  const end = simple(`acc <- first.${name}() == hash`, (code) => {
    getShared(hash(code, "first"), "hash");
    areSame(code, "if_icmpeq");
    recordSmallValue(code);
  });
  return sequence("hashes", [start, pause(dice), end]);
}

const store = (index: number, value: (code: CodeBuilder) => void) => (code: CodeBuilder) => {
  getStatic(code, "bytes", "[B").pushInt(index);
  value(code);
  code.emit("bastore");
};

/** Stores one byte of a word and overwrites another one. */
export function aboutBytes(dice: Dice): Statement {
  const kept = dice(2);
  return sequence("bytes", [
    simple(
      `bytes[${kept}] = 0 or 1`,
      store(kept, (code) => {
        either(
          code,
          (to) => to.emit("iconst_0"),
          (to) => to.emit("iconst_1"),
        );
      }),
    ),
    pause(dice),
    simple(
      `bytes[${1 - kept}] = 1`,
      store(1 - kept, (code) => code.emit("iconst_1")),
    ),
    pause(dice),
    simple(`acc <- bytes[${kept}]`, (code) => {
      getStatic(code, "bytes", "[B").pushInt(kept).emit("baload");
      recordSmallValue(code);
    }),
  ]);
}

/** The identity of one of two objects, both of which are examined before; they may be new. */
export function constantIdentity(dice: Dice): Statement {
  const areNew = dice(2) === 0;
  const renew = simple("n0, n1 = new Base", (code) => {
    for (const [value, name] of ["n0", "n1"].entries()) {
      make(code, "Base", value);
      putStatic(code, name, BASE);
    }
  });
  return sequence("which of two", [
    ...(areNew ? [renew] : []),
    simple("s = n0 or n1", (code) => {
      either(
        code,
        (to) => getStatic(to, "n1", BASE),
        (to) => getStatic(to, "n0", BASE),
      );
      putStatic(code, "s", BASE);
    }),
    pause(dice),
    inside("if (n0 != n1)", [], ({ code }) => {
      const end = code.label();
      getStatic(code, "n0", BASE);
      getStatic(code, "n1", BASE).emit("if_acmpeq", end);
      getStatic(code, "s", BASE);
      getStatic(code, "n0", BASE);
      areSame(code, "if_acmpeq");
      recordSmallValue(code);
      code.mark(end);
    }),
  ]);
}

/** Keeps one of two ended threads, one of which was interrupted. */
export function aboutEnded(dice: Dice): Statement {
  return sequence("a thread that has ended", [
    {
      text: "thread = one that has ended, interrupted or not",
      emit: (to) => {
        to.line();
        const { code } = to;
        const name = to.builder.addClass(ending);
        const threads = [0, 1].map((isInterrupted) => {
          const local = to.local();
          make(code, name, isInterrupted);
          code.emit("astore", local);
          for (const each of ["start", "join"]) {
            call(code.emit("aload", local), "invokevirtual", THREAD, each, "()V");
          }
          return local;
        });
        either(
          code,
          (then) => then.emit("aload", threads[0]!),
          (then) => then.emit("aload", threads[1]!),
        );
        putShared(code, "thread");
      },
    },
    pause(dice),
    simple("acc <- thread.isInterrupted()", (code) => {
      call(getShared(code, "thread"), "invokevirtual", THREAD, "isInterrupted", "()Z");
      recordSmallValue(code);
    }),
  ]);
}

const run = (which: "thread" | "other") => (code: CodeBuilder) => {
  for (const each of ["start", "join"]) {
    call(getShared(code, which), "invokevirtual", THREAD, each, "()V");
  }
};

/** Which of two threads has run. */
export function aboutOneOfTwo(dice: Dice): Statement {
  return sequence("one of two threads", [
    {
      text: "thread, other = new threads; run one of them",
      emit: (to) => {
        to.line();
        const { code } = to;
        const name = to.builder.addClass(ending);
        for (const each of ["thread", "other"] as const) {
          make(code, name, 0);
          putShared(code, each);
        }
        either(code, run("thread"), run("other"));
      },
    },
    pause(dice),
    simple("acc <- thread.getState()", (code) => {
      call(getShared(code, "thread"), "invokevirtual", THREAD, "getState", `()L${STATE};`);
      call(code, "invokevirtual", STATE, "ordinal", "()I");
      recordSmallValue(code);
    }),
  ]);
}

/** A thread that may interrupt itself and then ends. */
function ending(name: string): ClassAssembler {
  const cls = new ClassAssembler({ name, superName: THREAD });
  cls.field(ACC_PUBLIC, "isInterrupted", "I");
  cls.method(ACC_PUBLIC, "<init>", "(I)V", (code) => {
    call(code.emit("aload_0"), "invokespecial", THREAD, "<init>", "()V");
    putField(code.emit("aload_0").emit("iload_1"), name, "isInterrupted", "I").emit("return");
  });
  return cls.method(ACC_PUBLIC, "run", "()V", (code) => {
    const end = code.label();
    getField(code.emit("aload_0"), name, "isInterrupted", "I").emit("ifeq", end);
    call(code.emit("aload_0"), "invokevirtual", THREAD, "interrupt", "()V");
    code.mark(end);
    code.emit("return");
  });
}

const ILLEGAL = "java/lang/IllegalStateException";
const STRING = "java/lang/String";

/** An uncaught exception that was created earlier with one of two messages. */
export function exceptionMessage(dice: Dice): Statement {
  return sequence("what is told", [
    simple("thrown = new IllegalStateException(one or the other)", (code) => {
      code.emit("new", ILLEGAL).emit("dup");
      either(
        code,
        (to) => to.pushString("one"),
        (to) => to.pushString("other"),
      );
      call(code, "invokespecial", ILLEGAL, "<init>", `(L${STRING};)V`);
      putShared(code, "thrown");
    }),
    pause(dice),
    simple("if (n0 != null) throw thrown", (code) => {
      const end = code.label();
      getStatic(code, "n0", BASE).emit("ifnull", end);
      getShared(code, "thrown").emit("athrow").mark(end);
    }),
  ]);
}
