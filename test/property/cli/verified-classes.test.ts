/** A class is verified as a whole when it is linked, as a JVM does it. */
import { expect, test } from "vitest";
import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../src/classfile/assembling/code-builder.ts";
import {
  ACC_FINAL,
  ACC_MODULE,
  ACC_PRIVATE,
  ACC_PROTECTED,
  ACC_PUBLIC,
  ACC_STATIC,
  ACC_SUPER,
} from "../../../src/classfile/format/access-flags.ts";
import { openModels, type Run, runClasses } from "./run-classes.ts";

const models = openModels();
const STATIC = ACC_PUBLIC | ACC_STATIC;
const nothing = (code: CodeBuilder): void => {
  code.emit("return");
};

/** Of class file version 49, which has no stack maps. */
const classOf = (name: string, superName = "java/lang/Object"): ClassAssembler =>
  new ClassAssembler({ name, superName, majorVersion: 49 }).method(STATIC, "fine", "()V", nothing);

/** A method that nobody calls, and that the verifier refuses: an int is returned as an object. */
const broken = (name: string, superName?: string): ClassAssembler =>
  classOf(name, superName).method(STATIC, "bad", "()Ljava/lang/Object;", (code) => {
    code.pushInt(1).emit("areturn");
  });

function run(main: (code: CodeBuilder) => void, ...others: readonly ClassAssembler[]): string {
  const { result } = runMain(main, others);
  return typeof result === "string" ? result : `${result.code}: ${result.message}`;
}

/** What is printed, exceptions included. */
const runOutput = (
  main: (code: CodeBuilder) => void,
  ...others: readonly ClassAssembler[]
): string => runMain(main, others).output;

function runMain(main: (code: CodeBuilder) => void, others: readonly ClassAssembler[]): Run {
  const starter = classOf("Main").method(STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    main(code);
    code.emit("return");
  });
  const classes = new Map(
    [starter, ...others].map((each) => [each.toClassFile().name, each.toBytes()] as const),
  );
  return runClasses(models, classes, "Main");
}

const callFine = (owner: string) => (code: CodeBuilder) => {
  code.emit("invokestatic", { owner, name: "fine", descriptor: "()V" });
};

test("a method that nobody calls makes its class unusable", () => {
  expect(run(callFine("Other"), classOf("Other"))).toBe("finished");
  expect(run(callFine("Other"), broken("Other"))).toMatch(/^E201.*class Other, method bad/);
});

test("so does one of a superclass", () => {
  expect(run(callFine("Other"), classOf("Other", "Above"), broken("Above"))).toMatch(
    /^E201.*class Above, method bad/,
  );
});

test("a read of a static field links a class that has nothing to initialise", () => {
  const other = broken("Other").field(STATIC, "value", "I");
  const read = (code: CodeBuilder): void => {
    code.emit("getstatic", { owner: "Other", name: "value", descriptor: "I" }).emit("pop");
  };
  expect(run(read, other)).toMatch(/^E201.*class Other, method bad/);
});

test("a class that is only loaded is not verified", () => {
  const ask = (code: CodeBuilder): void => {
    code.emit("aconst_null").emit("instanceof", "Other").emit("pop");
    code.pushInt(1).emit("anewarray", "Other").emit("pop");
  };
  expect(run(ask, broken("Other"))).toBe("finished");
});

test("what a handler catches must be there", () => {
  const catching = (type: string): ClassAssembler =>
    classOf("Other").method(STATIC, "careful", "()V", (code) => {
      const start = code.mark();
      code.emit("nop");
      const end = code.mark();
      code.emit("return");
      const handler = code.mark();
      code.emit("pop").emit("return");
      code.handler(start, end, handler, type);
    });
  expect(run(callFine("Other"), catching("java/lang/Exception"))).toBe("finished");
  expect(run(callFine("Other"), catching("p/Gone"))).toMatch(
    /^E301.*p\.Gone.*needed by class Other/,
  );
  expect(run(callFine("Other"), catching("Main"))).toMatch(/^E201.*no Throwable/);
});

test("a class that verification asks about must be there", () => {
  const storing = classOf("Other")
    .field(STATIC, "gone", "Lp/Gone;")
    .method(STATIC, "store", "(LMain;)V", (code) => {
      code
        .emit("aload_0")
        .emit("putstatic", { owner: "Other", name: "gone", descriptor: "Lp/Gone;" });
      code.emit("return");
    });
  expect(run(callFine("Other"), storing)).toMatch(/^E301.*p\.Gone.*needed by class Other/);
});

/** Counts down from one; its stack map says that the local is an int, or what else is asked for. */
const counting = (majorVersion: number, stackMap: readonly number[] | null): ClassAssembler =>
  new ClassAssembler({ name: "Other", majorVersion }).method(
    STATIC,
    "fine",
    "()V",
    (code) => {
      code.pushInt(1).emit("istore_0");
      const loop = code.mark();
      code.emit("iinc", 0, -1).emit("iload_0").emit("ifne", loop);
      code.emit("return");
    },
    stackMap === null ? {} : { codeAttributes: { StackMapTable: Uint8Array.from(stackMap) } },
  );

test("a stack map must be there and be right, from class file version 51 on", () => {
  const frame = (...types: readonly number[]) => [0, 1, 251 + types.length, 0, 2, ...types];
  const [INT, FLOAT] = [1, 2];
  for (const version of [51, 52, 61]) {
    const outcome = (stackMap: readonly number[] | null) =>
      run(callFine("Other"), counting(version, stackMap));
    expect(outcome(frame(INT))).toBe("finished");
    expect(outcome(null)).toMatch(/^E201.*class Other, method fine.*no frame at 2/);
    expect(outcome(frame(FLOAT))).toMatch(/^E201.*declares local 0 as float, and here it is int/);
  }
  for (const version of [49, 50]) {
    for (const stackMap of [null, frame(INT), frame(FLOAT)]) {
      expect(run(callFine("Other"), counting(version, stackMap))).toBe("finished");
    }
  }
});

test("a sealed class is extended by those that it names", () => {
  const sealed = (...permitted: readonly string[]): ClassAssembler => {
    const cls = new ClassAssembler({
      name: "Above",
      majorVersion: 61,
      permittedSubclasses: permitted,
    });
    return cls.method(STATIC, "fine", "()V", nothing);
  };
  const below = classOf("Other", "Above");
  expect(run(callFine("Other"), below, sealed("Another", "Other"))).toBe("finished");
  expect(run(callFine("Other"), below, sealed("Another"))).toMatch(
    /^E201.*class Other is not a permitted subclass of Above/,
  );
});

test("a module is no class", () => {
  const module = new ClassAssembler({
    name: "Other",
    superName: null,
    majorVersion: 53,
    accessFlags: ACC_MODULE,
  });
  expect(run(callFine("Other"), module)).toMatch(/^E201.*is a module, not a class/);
  const old = { name: "Other", majorVersion: 52, accessFlags: ACC_MODULE | ACC_PUBLIC };
  const other = new ClassAssembler(old).method(STATIC, "fine", "()V", nothing);
  expect(run(callFine("Other"), other)).toBe("finished");
});

test("constructors are not inherited", () => {
  const construct = (code: CodeBuilder): void => {
    code.emit("new", "Other").emit("dup");
    code.emit("invokespecial", { owner: "Other", name: "<init>", descriptor: "()V" }).emit("pop");
  };
  const constructor = (cls: ClassAssembler, superName: string): ClassAssembler =>
    cls.method(ACC_PUBLIC, "<init>", "()V", (code) => {
      code.emit("aload_0");
      code.emit("invokespecial", { owner: superName, name: "<init>", descriptor: "()V" });
      code.emit("return");
    });
  const above = constructor(classOf("Above"), "java/lang/Object");
  const inMain = (other: ClassAssembler) => runOutput(construct, above, other);
  expect(inMain(constructor(classOf("Other", "Above"), "Above"))).toBe("");
  expect(inMain(classOf("Other", "Above"))).toContain(
    "java.lang.NoSuchMethodError: Other: method 'void <init>()' not found",
  );
});

test("a final method is not overridden, as far as it is seen", () => {
  const above = (flags: number): ClassAssembler =>
    classOf("p/Above").method(flags | ACC_FINAL, "m", "()V", nothing);
  const other = (name: string): ClassAssembler =>
    classOf(name, "p/Above").method(ACC_PUBLIC, "m", "()V", nothing);
  const outcome = (name: string, flags: number) => run(callFine(name), other(name), above(flags));
  expect(outcome("q/Other", ACC_PUBLIC)).toMatch(/^E201.*overrides the final method p.Above.m/);
  expect(outcome("p/Other", 0)).toMatch(/^E201.*overrides the final method p.Above.m/);
  expect(outcome("q/Other", 0)).toBe("finished");
  expect(outcome("p/Other", ACC_PRIVATE)).toBe("finished");
  const waiting = classOf("Other").method(ACC_PUBLIC, "notify", "()V", nothing);
  expect(run(callFine("Other"), waiting)).toMatch(/^E201.*java.lang.Object.notify/);
});

test("a class extends and implements what it sees", () => {
  const hidden = new ClassAssembler({ name: "p/Above", accessFlags: ACC_SUPER });
  expect(run(callFine("p/Other"), classOf("p/Other", "p/Above"), hidden)).toBe("finished");
  expect(run(callFine("q/Other"), classOf("q/Other", "p/Above"), hidden)).toMatch(
    /^E201.*class q.Other cannot access p.Above/,
  );
});

test("a protected member of a class elsewhere is for objects of the class that uses it", () => {
  const above = classOf("p/Above").field(ACC_PROTECTED, "value", "I");
  above.method(ACC_PROTECTED, "m", "()V", nothing);
  above.method(ACC_PROTECTED, "<init>", "()V", (code) => {
    code.emit("aload_0").emit("invokespecial", {
      owner: "java/lang/Object",
      name: "<init>",
      descriptor: "()V",
    });
    code.emit("return");
  });
  const using = (name: string, type: string, use: (code: CodeBuilder) => void) =>
    classOf(name, "p/Above").method(STATIC, "use", `(L${type};)V`, (code) => {
      use(code.emit("aload_0"));
      code.emit("return");
    });
  const member = (name: string, descriptor: string) => ({ owner: "p/Above", name, descriptor });
  const ways: readonly ((code: CodeBuilder) => void)[] = [
    (code) => code.emit("getfield", member("value", "I")).emit("pop"),
    (code) => code.pushInt(1).emit("putfield", member("value", "I")),
    (code) => code.emit("invokevirtual", member("m", "()V")),
  ];
  for (const way of ways) {
    const outcome = (name: string, type: string) =>
      run(callFine(name), using(name, type, way), above);
    expect(outcome("p/Other", "p/Above")).toBe("finished");
    expect(outcome("q/Other", "q/Other")).toBe("finished");
    expect(outcome("q/Other", "p/Above")).toMatch(/^E201.*is protected/);
  }
  const constructing = (name: string) =>
    using(name, "p/Above", (code) => {
      code.emit("new", "p/Above").emit("invokespecial", member("<init>", "()V")).emit("pop");
    });
  expect(run(callFine("p/Other"), constructing("p/Other"), above)).toBe("finished");
  expect(run(callFine("q/Other"), constructing("q/Other"), above)).toMatch(/^E201.*is protected/);
});

test("arrays have a public clone, and other objects have not", () => {
  const cloning = (type: string) =>
    classOf("Other").method(STATIC, "use", `(${type})V`, (code) => {
      const owner = "java/lang/Object";
      code.emit("aload_0");
      code.emit("invokevirtual", { owner, name: "clone", descriptor: "()Ljava/lang/Object;" });
      code.emit("pop").emit("return");
    });
  expect(run(callFine("Other"), cloning("[I"))).toBe("finished");
  expect(run(callFine("Other"), cloning("LOther;"))).toBe("finished");
  expect(run(callFine("Other"), cloning("LMain;"))).toMatch(/^E201.*clone is protected/);
});
