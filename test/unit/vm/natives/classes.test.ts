import { describe, expect, it } from "vitest";
import {
  ACC_FINAL,
  ACC_PRIVATE,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../../../src/classfile/format/access-flags.ts";
import { Outcome } from "../../../../src/vm/native-api/native-method.ts";
import { arrayNatives } from "../../../../src/vm/natives/lang/arrays.ts";
import { classNatives } from "../../../../src/vm/natives/lang/classes.ts";
import { assemble, Bench, INTERFACE } from "./reflection-fixture.ts";

const CLASS = "java/lang/Class";
const ARRAY = "java/lang/reflect/Array";

const inner = {
  inner: "p/Outer$In",
  outer: "p/Outer",
  innerName: "In",
  accessFlags: ACC_PRIVATE | ACC_STATIC,
};
const anonymous = { inner: "p/Outer$1", outer: null, innerName: null, accessFlags: 0 };

const bench = (options = {}): Bench =>
  new Bench(
    { ...classNatives, ...arrayNatives },
    [
      assemble("p/I", { accessFlags: INTERFACE }),
      assemble("p/Outer", {
        interfaces: ["p/I"],
        innerClasses: [inner, anonymous],
        nestMembers: ["p/Outer$In", "p/Outer$1"],
        permittedSubclasses: ["p/Outer$1", "p/Gone", "p/I"],
        signature: "Ljava/lang/Object;Lp/I;",
      }),
      assemble("p/Outer$In", { innerClasses: [inner], nestHost: "p/Outer" }),
      assemble("p/Outer$1", {
        superName: "p/Outer",
        innerClasses: [anonymous],
        nestHost: "p/Outer",
        enclosingMethod: { className: "p/Outer", methodName: "run", methodDescriptor: "()V" },
      }),
      assemble("p/Intruder", { nestHost: "p/Outer" }),
      assemble("p/Orphan", { superName: "p/Gone" }),
      assemble("p/Lost", {
        enclosingMethod: { className: "p/Gone", methodName: null, methodDescriptor: null },
      }),
      assemble("p/Point", {
        recordComponents: [
          { name: "x", descriptor: "I", signature: null },
          { name: "list", descriptor: "Ljava/lang/Object;", signature: "TT;" },
        ],
      }),
      assemble("p/Colour").method(ACC_PUBLIC | ACC_STATIC, "values", "()[Lp/Colour;", (code) => {
        code.emit("aconst_null").emit("areturn");
      }),
    ],
    options,
  );

const ask = (b: Bench, key: string, name: string): number => {
  expect(b.call(CLASS, key, b.mirror(name))).toBe(Outcome.done);
  return b.result;
};

const find = (b: Bench, name: string): string | null => {
  expect(b.call(CLASS, "find0(Ljava/lang/String;)Ljava/lang/Class;", b.m.intern(name))).toBe(
    Outcome.done,
  );
  return b.result === 0 ? null : b.m.mirrored(b.result).name;
};

describe("finding classes", () => {
  it("takes the names that getName gives", () => {
    const b = bench();
    expect(find(b, "p.Outer")).toBe("p/Outer");
    expect(find(b, "[Lp.Outer;")).toBe("[Lp/Outer;");
    expect(find(b, "[[I")).toBe("[[I");
  });

  it.each([
    "p/Outer",
    "int",
    "Lp.Outer;",
    "[V",
    "[Lp.Outer",
    "[p.Outer",
    "[",
    "",
    "p.Gone",
    "[Lp.Gone;",
    "[[Ljava.lang.[I;",
  ])("finds nothing for %j", (name) => {
    expect(find(bench(), name)).toBeNull();
  });

  it("allows as many dimensions as a class file does", () => {
    const b = bench();
    expect(find(b, `${"[".repeat(255)}I`)).not.toBeNull();
    expect(find(b, `${"[".repeat(256)}I`)).toBeNull();
  });

  it("raises NoClassDefFoundError for a class whose superclass is missing", () => {
    const b = bench();
    const name = b.m.intern("p.Orphan");
    expect(b.call(CLASS, "find0(Ljava/lang/String;)Ljava/lang/Class;", name)).toBe(Outcome.threw);
    expect(
      b.text(b.m.H[b.m.pending + b.m.fieldOffset("java/lang/Throwable", "detailMessage")]!),
    ).toBe("p/Gone");
    expect(b.thrown()).toBe("java/lang/NoClassDefFoundError");
  });

  it("knows the primitive types", () => {
    const b = bench();
    const key = "getPrimitiveClass(Ljava/lang/String;)Ljava/lang/Class;";
    b.call(CLASS, key, b.m.intern("long"));
    expect(b.m.mirrored(b.result)).toBe(b.m.program.primitive("J"));
    b.call(CLASS, key, b.m.intern("Long"));
    expect(b.result).toBe(0);
  });
});

const nameOf = (b: Bench, mirror: number): string | null => {
  b.call(CLASS, "getName0()Ljava/lang/String;", mirror);
  return b.text(b.result);
};

describe("names", () => {
  it("has dots, and brackets for arrays", () => {
    const b = bench();
    expect(nameOf(b, b.mirror("p/Outer$In"))).toBe("p.Outer$In");
    expect(nameOf(b, b.mirror("[[Lp/Outer;"))).toBe("[[Lp.Outer;");
    expect(nameOf(b, b.m.mirror(b.m.program.primitive("Z")))).toBe("boolean");
  });

  it.each([
    [17, /^p\.Outer\$\$Lambda\$7\/0x[0-9a-f]{16}$/],
    [25, /^p\.Outer\$\$Lambda\/0x[0-9a-f]{16}$/],
  ])("marks hidden classes as JDK %i does", (featureVersion, pattern) => {
    const b = bench({ featureVersion });
    b.m.requireClass("p/Outer");
    const made = b.m.program.define(assemble("p/Outer$$Lambda$7").toClassFile());
    b.m.prepareClasses();
    expect(nameOf(b, b.m.mirror(made))).toMatch(pattern);
    const array = b.m.program.arrayOf(made);
    b.m.prepareClasses();
    expect(nameOf(b, b.m.mirror(array))).toBe(`[L${nameOf(b, b.m.mirror(made))};`);
    b.call(CLASS, "isHidden()Z", b.m.mirror(made));
    expect(b.result).toBe(1);
    b.call(CLASS, "getNestHost0()Ljava/lang/Class;", b.m.mirror(made));
    expect(b.m.mirrored(b.result).name).toBe("p/Outer");
  });

  it("reads simple names from InnerClasses", () => {
    const b = bench();
    const key = "getSimpleBinaryName0()Ljava/lang/String;";
    expect(b.text(ask(b, key, "p/Outer$In"))).toBe("In");
    expect(b.text(ask(b, key, "p/Outer$1"))).toBeNull();
    expect(b.text(ask(b, key, "p/Outer"))).toBeNull();
  });
});

describe("relations", () => {
  it("answers isInstance and isAssignableFrom", () => {
    const b = bench();
    const object = b.m.newObject(b.m.requireClass("p/Outer$1"));
    const isInstance = "isInstance(Ljava/lang/Object;)Z";
    b.call(CLASS, isInstance, b.mirror("p/I"), object);
    expect(b.result).toBe(1);
    b.call(CLASS, isInstance, b.mirror("p/Outer$In"), object);
    expect(b.result).toBe(0);
    b.call(CLASS, isInstance, b.mirror("p/I"), 0);
    expect(b.result).toBe(0);
    const isAssignable = "isAssignableFrom(Ljava/lang/Class;)Z";
    b.call(CLASS, isAssignable, b.mirror("[Lp/I;"), b.mirror("[Lp/Outer;"));
    expect(b.result).toBe(1);
    b.call(CLASS, isAssignable, b.mirror("p/Outer"), b.mirror("p/I"));
    expect(b.result).toBe(0);
    expect(b.call(CLASS, isAssignable, b.mirror("p/Outer"), 0)).toBe(Outcome.threw);
    expect(b.thrown()).toBe("java/lang/NullPointerException");
  });

  it("gives superclasses, interfaces and component types", () => {
    const b = bench();
    const superclass = "getSuperclass()Ljava/lang/Class;";
    expect(b.m.mirrored(ask(b, superclass, "p/Outer$1")).name).toBe("p/Outer");
    expect(b.m.mirrored(ask(b, superclass, "[I")).name).toBe("java/lang/Object");
    expect(ask(b, superclass, "p/I")).toBe(0);
    const interfaces = "getInterfaces()[Ljava/lang/Class;";
    expect(b.names(ask(b, interfaces, "p/Outer"))).toEqual(["p/I"]);
    expect(b.names(ask(b, interfaces, "[I"))).toEqual([
      "java/lang/Cloneable",
      "java/io/Serializable",
    ]);
    expect(b.names(ask(b, interfaces, "p/Outer$1"))).toEqual([]);
    expect(b.m.mirrored(ask(b, "getComponentType()Ljava/lang/Class;", "[[I")).name).toBe("[I");
    expect(b.m.mirrored(ask(b, "arrayType0()Ljava/lang/Class;", "[I")).name).toBe("[[I");
  });

  it("has the modifiers of InnerClasses, and of the element for arrays", () => {
    const b = bench();
    expect(ask(b, "getModifiers()I", "p/Outer$In")).toBe(ACC_PRIVATE | ACC_STATIC);
    expect(ask(b, "getModifiers()I", "p/Outer")).toBe(ACC_PUBLIC);
    expect(ask(b, "getModifiers()I", "[I")).toBe(ACC_PUBLIC | ACC_FINAL | 0x400);
    expect(ask(b, "getModifiers()I", "[[Lp/Outer$In;")).toBe(ACC_PRIVATE | ACC_FINAL | 0x400);
  });

  it("follows InnerClasses, EnclosingMethod and nests", () => {
    const b = bench();
    const declaring = "getDeclaringClass0()Ljava/lang/Class;";
    expect(b.m.mirrored(ask(b, declaring, "p/Outer$In")).name).toBe("p/Outer");
    expect(ask(b, declaring, "p/Outer$1")).toBe(0);
    expect(b.names(ask(b, "getDeclaredClasses()[Ljava/lang/Class;", "p/Outer"))).toEqual([
      "p/Outer$In",
    ]);
    const enclosing = b.elements(ask(b, "getEnclosingMethod0()[Ljava/lang/Object;", "p/Outer$1"));
    expect(b.m.mirrored(enclosing[0]!).name).toBe("p/Outer");
    expect(enclosing.slice(1).map((text) => b.text(text))).toEqual(["run", "()V"]);
    expect(ask(b, "getEnclosingMethod0()[Ljava/lang/Object;", "p/Outer")).toBe(0);
    const members = ["p/Outer", "p/Outer$In", "p/Outer$1"];
    expect(b.names(ask(b, "getNestMembers0()[Ljava/lang/Class;", "p/Outer$1"))).toEqual(members);
    const host = "getNestHost0()Ljava/lang/Class;";
    expect(b.m.mirrored(ask(b, host, "p/Outer$In")).name).toBe("p/Outer");
    expect(b.m.mirrored(ask(b, host, "p/Intruder")).name).toBe("p/Intruder");
  });

  it("raises NoClassDefFoundError when an enclosing class is missing", () => {
    const b = bench();
    expect(b.call(CLASS, "getEnclosingMethod0()[Ljava/lang/Object;", b.mirror("p/Lost"))).toBe(
      Outcome.threw,
    );
    expect(b.thrown()).toBe("java/lang/NoClassDefFoundError");
  });

  it("lists permitted subclasses that exist and extend the class", () => {
    const b = bench();
    const key = "permittedSubclasses0()[Ljava/lang/Class;";
    expect(b.names(ask(b, key, "p/Outer"))).toEqual(["p/Outer$1"]);
    expect(ask(b, key, "p/Outer$In")).toBe(0);
  });

  it("gives record components with their signatures", () => {
    const b = bench();
    const key = "recordComponents0()[Ljava/lang/String;";
    const texts = b.elements(ask(b, key, "p/Point")).map((text) => b.text(text));
    expect(texts).toEqual(["x", "I", null, "list", "Ljava/lang/Object;", "TT;"]);
    expect(ask(b, key, "p/Outer")).toBe(0);
  });

  it("tells the library's classes from the program's", () => {
    const b = bench({ assertions: true });
    expect(ask(b, "isSystem0()Z", "[Ljava/lang/String;")).toBe(1);
    expect(ask(b, "isSystem0()Z", "[[Lp/Outer;")).toBe(0);
    expect(ask(b, "desiredAssertionStatus()Z", "java/lang/String")).toBe(0);
    expect(ask(b, "desiredAssertionStatus()Z", "p/Outer")).toBe(1);
    expect(ask(bench(), "desiredAssertionStatus()Z", "p/Outer")).toBe(0);
  });
});

describe("calls", () => {
  it("asks for an enum's values()", () => {
    const b = bench();
    const colour = b.m.requireClass("p/Colour");
    expect(b.call(CLASS, "enumValues0()[Ljava/lang/Object;", b.m.mirror(colour))).toBe(
      Outcome.tailCall,
    );
    expect(b.m.tailCall).toBe(colour.methods[0]!.id);
  });

  it("fails with OutOfMemoryError and asks for a collection when the heap is full", () => {
    const b = bench({ heapWords: 4 });
    expect(b.call(CLASS, "getInterfaces()[Ljava/lang/Class;", b.mirror("p/Outer"))).toBe(
      Outcome.threw,
    );
    expect(b.m.wantsCollection).toBe(true);
    expect(b.thrown()).toBe("java/lang/OutOfMemoryError");
  });
});

const ints = (b: Bench, ...values: number[]): number => {
  const array = b.m.newPrimitiveArray("I", values.length);
  b.m.H.set(values, array + 4);
  return array;
};

describe("arrays of a class known at run time", () => {
  const newArray = "newArray(Ljava/lang/Class;I)Ljava/lang/Object;";
  const multi = "multiNewArray(Ljava/lang/Class;[I)Ljava/lang/Object;";
  it("makes them and tells their length", () => {
    const b = bench();
    expect(b.call(ARRAY, newArray, b.mirror("p/Outer"), 3)).toBe(Outcome.done);
    expect(b.m.classOf(b.result).name).toBe("[Lp/Outer;");
    expect(b.call(ARRAY, "length0(Ljava/lang/Object;)I", b.result)).toBe(Outcome.done);
    expect(b.result).toBe(3);
  });

  it("makes nested ones", () => {
    const b = bench();
    expect(b.call(ARRAY, multi, b.mirror("[I"), ints(b, 2, 3))).toBe(Outcome.done);
    expect(b.m.classOf(b.result).name).toBe("[[[I");
    const rows = b.elements(b.result);
    expect(rows.map((row) => b.m.classOf(row).name)).toEqual(["[[I", "[[I"]);
    expect(rows.map((row) => b.elements(row))).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  it.each([
    [
      "java/lang/NegativeArraySizeException",
      (b: Bench) => b.call(ARRAY, newArray, b.mirror("p/I"), -1),
    ],
    ["java/lang/NullPointerException", (b: Bench) => b.call(ARRAY, newArray, 0, 1)],
    [
      "java/lang/IllegalArgumentException",
      (b: Bench) => b.call(ARRAY, newArray, b.m.mirror(b.m.program.primitive("V")), 1),
    ],
    [
      "java/lang/IllegalArgumentException",
      (b: Bench) => b.call(ARRAY, multi, b.mirror("p/I"), ints(b)),
    ],
    [
      "java/lang/NegativeArraySizeException",
      (b: Bench) => b.call(ARRAY, multi, b.mirror("p/I"), ints(b, 1, -2)),
    ],
    [
      "java/lang/IllegalArgumentException",
      (b: Bench) => b.call(ARRAY, newArray, b.mirror(`${"[".repeat(255)}I`), 1),
    ],
    [
      "java/lang/IllegalArgumentException",
      (b: Bench) => b.call(ARRAY, "length0(Ljava/lang/Object;)I", b.m.intern("x")),
    ],
  ])("refuses with %s", (expected, attempt) => {
    const b = bench();
    expect(attempt(b)).toBe(Outcome.threw);
    expect(b.thrown()).toBe(expected);
  });

  it("gives back what a failed nested allocation took", () => {
    const b = bench({ heapWords: 200 });
    const lengths = ints(b, 10, 50);
    const top = b.m.heapTop;
    expect(b.call(ARRAY, multi, b.mirror("p/I"), lengths)).toBe(Outcome.threw);
    expect(b.m.heapTop).toBe(top);
  });
});
