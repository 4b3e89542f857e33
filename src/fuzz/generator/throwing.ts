/** Code that throws all sorts of exceptions, from instructions, calls and natives. */

import { ClassAssembler } from "../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import { ACC_STATIC } from "../../classfile/format/access-flags.ts";
import type { ProgramBuilder } from "./additions.ts";
import { call, getField, getStatic } from "./bytecode.ts";
import { type Dice, pick } from "./dice.ts";
import { BASE } from "./observed-statement.ts";
import { inside, LAST, OBJECT, type Statement } from "./statement.ts";

interface Thrower {
  readonly text: string;
  readonly emit: (code: CodeBuilder, builder: ProgramBuilder) => void;
}

/** throw new Fail(value), with a path around it that is never taken. */
export function throwFail(code: CodeBuilder, value: (code: CodeBuilder) => void): void {
  const end = code.label();
  getStatic(code, "n0", BASE).emit("ifnull", end);
  code.emit("new", "Fail").emit("dup");
  value(code);
  call(code, "invokespecial", "Fail", "<init>", "(I)V").emit("athrow").mark(end);
}

const divide = (code: CodeBuilder): CodeBuilder =>
  code.emit("iconst_1").emit("iconst_0").emit("idiv").emit("pop");

const THROWERS: readonly Thrower[] = [
  { text: "1 / 0", emit: divide },
  {
    text: "null.x",
    emit: (code) => getField(code.emit("aconst_null"), "Base", "x", "I").emit("pop"),
  },
  {
    text: "ints[9]",
    emit: (code) => getStatic(code, "ints", "[I").pushInt(9).emit("iaload").emit("pop"),
  },
  {
    text: "(Right) n0",
    emit: (code) => getStatic(code, "n0", BASE).emit("checkcast", "Right").emit("pop"),
  },
  {
    text: "new Left[1][0] = n1",
    emit: (code) => {
      code.emit("iconst_1").emit("anewarray", "Left").emit("iconst_0");
      getStatic(code, "n1", BASE).emit("aastore");
    },
  },
  {
    text: "throw new Fail(3)",
    emit: (code) => {
      throwFail(code, (to) => to.emit("iconst_3"));
    },
  },
  {
    text: "n0.notify() without its lock",
    emit: (code) => {
      getStatic(code, "n0", BASE);
      call(code, "invokevirtual", "java/lang/Object", "notify", "()V");
    },
  },
  {
    text: "new int[-1]",
    emit: (code) => code.emit("iconst_m1").emit("newarray", 10).emit("pop"),
  },
  {
    text: "interrupted sleep",
    emit: (code) => {
      call(code, "invokestatic", "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;");
      call(code, "invokevirtual", "java/lang/Thread", "interrupt", "()V").emit("lconst_1");
      call(code, "invokestatic", "java/lang/Thread", "sleep", "(J)V");
    },
  },
  {
    text: "arraycopy past the end",
    emit: (code) => {
      getStatic(code, "ints", "[I").emit("iconst_0");
      getStatic(code, "ints", "[I").emit("iconst_0").pushInt(9);
      call(code, "invokestatic", "java/lang/System", "arraycopy", `(${OBJECT}I${OBJECT}II)V`);
    },
  },
  {
    text: "a class that cannot be initialised",
    emit: (code, builder) => {
      const name = builder.addClass((own) => {
        const cls = new ClassAssembler({ name: own });
        cls.field(ACC_STATIC, "z", "I");
        return cls.method(ACC_STATIC, "<clinit>", "()V", (init) => {
          divide(init).emit("return");
        });
      });
      getStatic(code, "z", "I", name).emit("pop");
    },
  },
];

export function throwing(dice: Dice): Statement {
  const { text, emit } = pick(dice, THROWERS);
  return {
    text,
    emit: (to) => {
      to.line();
      emit(to.code, to.builder);
    },
  };
}

/** The parts, and a handler for what they throw; `again`: the handler throws it again. */
export function trying(
  type: string | null,
  parts: readonly Statement[],
  caught: { readonly text: string; readonly emit: (code: CodeBuilder) => void },
  again = false,
): Statement {
  const text = `on ${type ?? "anything"}: ${caught.text}${again ? ", thrown again" : ""}; try`;
  return inside(text, parts, (to, all) => {
    const { code } = to;
    const thrown = to.local();
    const [end, handler, done] = [code.label(), code.label(), code.label()];
    const start = code.mark();
    code.emit("nop");
    all();
    code.mark(end);
    code.emit("goto", done).mark(handler);
    code.emit("astore", thrown);
    caught.emit(code);
    if (again) {
      // The following code must stay reachable.
      code.emit("iload", LAST).pushInt(99).emit("if_icmpeq", done);
      code.emit("aload", thrown).emit("athrow");
    }
    code.mark(done);
    code.handler(start, end, handler, type);
  });
}
