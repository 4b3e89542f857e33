import { describe, expect, it } from "vitest";
import {
  ACC_ABSTRACT,
  ACC_PRIVATE,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../../../src/classfile/format/access-flags.ts";
import type { RuntimeMethod } from "../../../../src/program/linking/runtime-class.ts";
import { STATIC_BASE } from "../../../../src/vm/memory/memory.ts";
import { type AnyOutcome, effects, Outcome } from "../../../../src/vm/native-api/native-method.ts";
import { reflectionNatives } from "../../../../src/vm/natives/lang/reflection.ts";
import { assemble, Bench } from "./reflection-fixture.ts";

const REFLECT = "deadwood/internal/Reflect";
const INVOKE = "(IZLjava/lang/Object;[Ljava/lang/Object;)";
const S = ACC_PUBLIC | ACC_STATIC;

const bench = (native: () => Outcome = () => Outcome.done): Bench =>
  new Bench({ ...reflectionNatives, "p/A": { "slow(JI)I": effects([], [], native) } }, [
    assemble("p/A")
      .field(ACC_PRIVATE, "number", "I", { signature: "TN;" })
      .field(0, "wide", "J")
      .field(S, "shared", "D")
      .field(0, "object", "Ljava/lang/Object;")
      .method(S, "<clinit>", "()V", (code) => void code.emit("return"))
      .method(0, "<init>", "(I)V", (code) => void code.emit("return"))
      .method(0, "run", "()I", (code) => void code.emit("iconst_1").emit("ireturn"), {
        exceptions: ["java/lang/Throwable", "p/Gone"],
        signature: "<T:Ljava/lang/Object;>()I",
      })
      .method(S, "mix", "(ZLjava/lang/Object;JFDC[I)V", (code) => void code.emit("return"))
      .method(S | 0x100, "slow", "(JI)I", null),
    assemble("p/B", { superName: "p/A" }).method(
      0,
      "run",
      "()I",
      (code) => void code.emit("iconst_2").emit("ireturn"),
    ),
    assemble("p/Abstract", { accessFlags: ACC_PUBLIC | ACC_ABSTRACT }),
    assemble("p/Marked").field(0, "x", "I", {
      attributes: { RuntimeVisibleAnnotations: new Uint8Array(2) },
    }),
  ]);

const methodNamed = (b: Bench, owner: string, name: string): RuntimeMethod =>
  b.m.requireClass(owner).methods.find((each) => each.name === name)!;

const method = (b: Bench, owner: string, name: string): number =>
  b.m.program.numberOfMethod(methodNamed(b, owner, name));

const field = (b: Bench, name: string): number =>
  b.m.program.numberOfField(b.m.requireClass("p/A").fields.find((each) => each.name === name)!);

describe("members by number", () => {
  it("lists methods, constructors and fields in the class file's order", () => {
    const b = bench();
    const list = (key: string): number[] => {
      expect(b.call(REFLECT, `${key}(Ljava/lang/Class;)[I`, b.mirror("p/A"))).toBe(Outcome.done);
      return b.elements(b.result);
    };
    expect(list("methods").map((number) => b.m.program.methodAt(number).name)).toEqual([
      "run",
      "mix",
      "slow",
    ]);
    expect(list("constructors").map((number) => b.m.program.methodAt(number).descriptor)).toEqual([
      "(I)V",
    ]);
    expect(list("fields").map((number) => b.m.program.fieldAt(number).name)).toEqual([
      "number",
      "wide",
      "shared",
      "object",
    ]);
    b.call(REFLECT, "fields(Ljava/lang/Class;)[I", b.mirror("[I"));
    expect(b.elements(b.result)).toEqual([]);
  });

  it("gives a method's facts", () => {
    const b = bench();
    const run = method(b, "p/A", "run");
    const text = (key: string, id: number): string | null => {
      b.call(REFLECT, `${key}(I)Ljava/lang/String;`, id);
      return b.text(b.result);
    };
    expect(text("methodName", run)).toBe("run");
    expect(text("methodDescriptor", run)).toBe("()I");
    expect(text("methodSignature", run)).toBe("<T:Ljava/lang/Object;>()I");
    expect(text("methodSignature", method(b, "p/A", "mix"))).toBeNull();
    b.call(REFLECT, "methodModifiers(I)I", method(b, "p/A", "slow"));
    expect(b.result).toBe(S | 0x100);
    b.call(REFLECT, "methodClass(I)Ljava/lang/Class;", run);
    expect(b.m.mirrored(b.result).name).toBe("p/A");
    b.call(REFLECT, "methodExceptions(I)[Ljava/lang/String;", run);
    expect(b.elements(b.result).map((name) => b.text(name))).toEqual([
      "java/lang/Throwable",
      "p/Gone",
    ]);
    b.call(REFLECT, "methodExceptions(I)[Ljava/lang/String;", method(b, "p/A", "mix"));
    expect(b.result).toBe(0);
  });

  it("gives a field's facts", () => {
    const b = bench();
    b.call(REFLECT, "fieldName(I)Ljava/lang/String;", field(b, "wide"));
    expect(b.text(b.result)).toBe("wide");
    b.call(REFLECT, "fieldSignature(I)Ljava/lang/String;", field(b, "number"));
    expect(b.text(b.result)).toBe("TN;");
    b.call(REFLECT, "fieldModifiers(I)I", field(b, "shared"));
    expect(b.result).toBe(S);
  });

  it("knows each field of a class that has thousands", () => {
    const many = assemble("p/Many");
    for (let i = 0; i < 5000; i++) many.field(0, `f${i}`, "I");
    const b = new Bench(reflectionNatives, [many], { heapWords: 1 << 14 });
    b.call(REFLECT, "fields(Ljava/lang/Class;)[I", b.mirror("p/Many"));
    const names = b.elements(b.result).map((number) => b.m.program.fieldAt(number).name);
    expect(names).toEqual(names.map((_, i) => `f${i}`));
    expect(names).toHaveLength(5000);
  });
});

describe("fields", () => {
  it("reads and writes instance fields, and takes writes back", () => {
    const b = bench();
    const object = b.m.newObject(b.m.requireClass("p/A"));
    const mark = b.m.beginTransition(0, 0);
    expect(b.call(REFLECT, "putI(ILjava/lang/Object;I)V", field(b, "number"), object, -5)).toBe(
      Outcome.done,
    );
    b.m.SL[(b.args + 4) >> 1] = -0x123456789abcdefn;
    b.m.S[b.args] = field(b, "wide");
    b.m.S[b.args + 2] = object;
    expect(reflectionNatives[REFLECT]!["putJ(ILjava/lang/Object;J)V"]!.run(b.m, b.args)).toBe(
      Outcome.done,
    );
    b.call(REFLECT, "getI(ILjava/lang/Object;)I", field(b, "number"), object);
    expect(b.result).toBe(-5);
    b.call(REFLECT, "getJ(ILjava/lang/Object;)J", field(b, "wide"), object);
    expect(b.m.SL[b.args >> 1]).toBe(-0x123456789abcdefn);
    b.m.undoTo(mark);
    b.call(REFLECT, "getI(ILjava/lang/Object;)I", field(b, "number"), object);
    expect(b.result).toBe(0);
    b.call(REFLECT, "getJ(ILjava/lang/Object;)J", field(b, "wide"), object);
    expect(b.m.SL[b.args >> 1]).toBe(0n);
  });

  it("reads and writes static fields", () => {
    const b = bench();
    b.m.SD[(b.args + 4) >> 1] = Math.PI;
    b.m.S[b.args] = field(b, "shared");
    b.m.S[b.args + 2] = 0;
    reflectionNatives[REFLECT]!["putD(ILjava/lang/Object;D)V"]!.run(b.m, b.args);
    const { offset } = b.m.program.fieldAt(field(b, "shared"));
    expect(b.m.HD[(STATIC_BASE + offset) >> 1]).toBe(Math.PI);
    b.call(REFLECT, "getD(ILjava/lang/Object;)D", field(b, "shared"), 0);
    expect(b.m.SD[b.args >> 1]).toBe(Math.PI);
  });

  it("wants a receiver for instance fields", () => {
    const b = bench();
    expect(
      b.call(REFLECT, "getL(ILjava/lang/Object;)Ljava/lang/Object;", field(b, "object"), 0),
    ).toBe(Outcome.threw);
    expect(b.thrown()).toBe("java/lang/NullPointerException");
  });
});

describe("initialize", () => {
  it("asks for the initialiser with the class's number", () => {
    const b = bench();
    b.m.linked.initializerMethod = 77;
    expect(b.call(REFLECT, "initialize(Ljava/lang/Class;)V", b.mirror("p/A"))).toBe(
      Outcome.tailCall,
    );
    expect([b.m.tailCall, b.result]).toEqual([77, b.m.requireClass("p/A").number]);
  });
});

describe("allocate", () => {
  it("makes an object without running a constructor", () => {
    const b = bench();
    expect(b.call(REFLECT, "allocate(Ljava/lang/Class;)Ljava/lang/Object;", b.mirror("p/B"))).toBe(
      Outcome.done,
    );
    expect(b.m.classOf(b.result).name).toBe("p/B");
  });

  it.each(["p/Abstract", "[I", "java/lang/Cloneable"])("refuses %s", (name) => {
    const b = bench();
    expect(b.call(REFLECT, "allocate(Ljava/lang/Class;)Ljava/lang/Object;", b.mirror(name))).toBe(
      Outcome.threw,
    );
    expect(b.thrown()).toBe("java/lang/InstantiationException");
  });
});

/** A box whose value is the given 64 bits (or the low 32 of them). */
const box = (b: Bench, name: string, bits: bigint): number => {
  const ref = b.m.newObject(b.m.requireClass(`java/lang/${name}`));
  const at = ref + b.m.fieldOffset(`java/lang/${name}`, "value");
  b.m.H[at] = Number(BigInt.asIntN(32, bits));
  if (name === "Long" || name === "Double") b.m.H[at + 1] = Number(bits >> 32n);
  return ref;
};

const pack = (b: Bench, ...refs: number[]): number => {
  const array = b.m.newObjectArray("java/lang/Object", refs.length);
  b.m.H.set(refs, array + 4);
  return array;
};

const bitsOf = (n: number): bigint => new BigInt64Array(new Float64Array([n]).buffer)[0]!;

const callSlow = (b: Bench): { words: number[]; outcome: AnyOutcome } => {
  const words = [
    method(b, "p/A", "slow"),
    0,
    0,
    pack(b, box(b, "Long", 3n), box(b, "Integer", 9n)),
  ];
  return { words, outcome: b.call(REFLECT, `invokeI${INVOKE}I`, ...words) };
};

describe("invoke", () => {
  it("selects by the receiver's class when the call is virtual", () => {
    const b = bench();
    const receiver = b.m.newObject(b.m.requireClass("p/B"));
    const run = method(b, "p/A", "run");
    expect(b.call(REFLECT, `invokeI${INVOKE}I`, run, 1, receiver, pack(b))).toBe(Outcome.tailCall);
    expect([b.m.tailCall, b.result]).toEqual([methodNamed(b, "p/B", "run").id, receiver]);
    expect(b.call(REFLECT, `invokeI${INVOKE}I`, run, 0, receiver, pack(b))).toBe(Outcome.tailCall);
    expect(b.m.tailCall).toBe(methodNamed(b, "p/A", "run").id);
  });

  it("takes arguments out of their boxes, two slots for wide ones", () => {
    const b = bench();
    const float = BigInt(new Int32Array(new Float32Array([1.5]).buffer)[0]!);
    const text = b.m.intern("text");
    const ints = b.m.newPrimitiveArray("I", 1);
    const boxes = pack(
      b,
      box(b, "Boolean", 1n),
      text,
      box(b, "Long", -(1n << 40n)),
      box(b, "Float", float),
      box(b, "Double", bitsOf(-2.25)),
      box(b, "Character", 0xffffn),
      ints,
    );
    expect(b.call(REFLECT, `invokeV${INVOKE}V`, method(b, "p/A", "mix"), 0, 0, boxes)).toBe(
      Outcome.tailCall,
    );
    const { m, args } = b;
    expect([m.S[args], m.S[args + 2], m.SL[(args + 4) >> 1], m.SF[args + 8]]).toEqual([
      1,
      text,
      -(1n << 40n),
      1.5,
    ]);
    expect([m.SD[(args + 10) >> 1], m.S[args + 14], m.S[args + 16]]).toEqual([-2.25, 0xffff, ints]);
  });

  it("overflows the stack rather than write beyond its end", () => {
    const b = bench();
    b.m.stackEnd = b.args + 16;
    const boxes = pack(
      b,
      ...["Boolean", "Integer", "Long", "Float", "Double", "Character", "Integer"].map((name) =>
        box(b, name, 0n),
      ),
    );
    expect(b.call(REFLECT, `invokeV${INVOKE}V`, method(b, "p/A", "mix"), 0, 0, boxes)).toBe(
      Outcome.threw,
    );
    expect(b.thrown()).toBe("java/lang/StackOverflowError");
  });

  it("wants a receiver for instance methods", () => {
    const b = bench();
    expect(b.call(REFLECT, `invokeI${INVOKE}I`, method(b, "p/A", "run"), 1, 0, pack(b))).toBe(
      Outcome.threw,
    );
    expect(b.thrown()).toBe("java/lang/NullPointerException");
  });

  it("runs natives itself", () => {
    const seen: unknown[] = [];
    const b: Bench = bench(() => {
      seen.push(b.m.SL[b.args >> 1], b.m.S[b.args + 4]);
      b.m.S[b.args] = 12;
      return Outcome.done;
    });
    expect(callSlow(b).outcome).toBe(Outcome.done);
    expect([...seen, b.result]).toEqual([3n, 9, 12]);
  });

  it.each([
    ["blocked", Outcome.blocked, false],
    ["out of memory", Outcome.threw, true],
  ])("finds its own arguments again when a native was %s", (_, outcome, wantsCollection) => {
    const b: Bench = bench(() => {
      b.m.wantsCollection = wantsCollection;
      return outcome;
    });
    const call = callSlow(b);
    expect(call.outcome).toBe(outcome);
    expect(call.words.map((_word, slot) => b.m.S[b.args + slot * 2])).toEqual(call.words);
  });
});
