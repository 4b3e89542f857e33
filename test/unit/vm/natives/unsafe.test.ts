import { beforeEach, describe, expect, it } from "vitest";
import { UnsupportedFeatureError } from "../../../../src/core/errors.ts";
import { INITIALIZED } from "../../../../src/vm/memory/class-status.ts";
import { STATIC_BASE } from "../../../../src/vm/memory/memory.ts";
import { ARRAY_DATA } from "../../../../src/vm/memory/object-layout.ts";
import { Outcome } from "../../../../src/vm/native-api/native-method.ts";
import { unsafeNatives } from "../../../../src/vm/natives/jdk/unsafe.ts";
import { ARGS, UnsafeMachine } from "./unsafe-machine.ts";

const O = "Ljava/lang/Object;";
let m: UnsafeMachine;

beforeEach(() => {
  m = new UnsafeMachine();
});

describe("fields", () => {
  it.each([
    ["Byte", "B", "b", -7],
    ["Short", "S", "s", -300],
    ["Char", "C", "c", 0xfffe],
    ["Boolean", "Z", "z", 1],
    ["Int", "I", "i", -2_000_000_000],
  ])("put%s stores the value widened to the field's word", (name, d, field, value) => {
    const ref = m.holder();
    m.call(`put${name}(${O}J${d})V`, ref, m.offset(field), value);
    expect(m.word(ref, field)).toBe(value);
    expect(m.int(`get${name}(${O}J)${d}`, ref, m.offset(field))).toBe(value);
    expect(m.int(`get${name}Volatile(${O}J)${d}`, ref, m.offset(field))).toBe(value);
  });

  it("moves longs and references", () => {
    const ref = m.holder();
    m.call(`putLong(${O}JJ)V`, ref, m.offset("j"), -0x123456789abcdefn);
    expect(m.HL[(ref + m.fieldOffset("Holder", "j")) >> 1]).toBe(-0x123456789abcdefn);
    expect(m.long(`getLongVolatile(${O}J)J`, ref, m.offset("j"))).toBe(-0x123456789abcdefn);
    m.call(`putReference(${O}J${O})V`, ref, m.offset("r"), ref);
    expect(m.word(ref, "r")).toBe(ref);
  });

  it("reaches statics from the class's mirror", () => {
    const cls = m.requireClass("Holder");
    const mirror = m.mirror(cls);
    m.call(`putByte(${O}JB)V`, mirror, m.offset("sb"), -1);
    expect(m.H[m.fieldOffset("Holder", "sb")]).toBe(-1);
    m.call(`putLong(${O}JJ)V`, mirror, m.offset("sj"), 1n << 40n);
    expect(m.HL[m.fieldOffset("Holder", "sj") >> 1]).toBe(1n << 40n);
    expect(m.long(`getLong(${O}J)J`, mirror, m.offset("sj"))).toBe(1n << 40n);
    // Fields of the mirror itself are reached as those of any object.
    expect(
      m.int(`getInt(${O}J)I`, mirror, BigInt(m.fieldOffset("java/lang/Class", "id") * 4)),
    ).toBe(cls.id);
  });

  it("keeps chars unsigned when they are written as shorts", () => {
    const ref = m.holder();
    const key = `compareAndSetShort(${O}JSS)Z`;
    expect(m.int(key, ref, m.offset("c"), 0, -2)).toBe(1);
    expect(m.word(ref, "c")).toBe(0xfffe);
    expect(m.int(key, ref, m.offset("s"), 0, -2)).toBe(1);
    expect(m.word(ref, "s")).toBe(-2);
    const mirror = m.mirror(m.requireClass("Holder"));
    expect(m.int(key, mirror, m.offset("sc"), 0, -2)).toBe(1);
    expect(m.H[m.fieldOffset("Holder", "sc")]).toBe(0xfffe);
  });

  it("refuses a field that a model lacks, and memory outside the heap", () => {
    m.standInCode();
    expect(() => m.offset("nowhere")).toThrow(UnsupportedFeatureError);
    expect(() => m.offset("nowhere")).toThrow(/Holder\.nowhere.*at Holder\.run/);
    expect(() => m.call(`getInt(${O}J)I`, 0, 4096n)).toThrow(UnsupportedFeatureError);
  });
});

describe("arrays", () => {
  it("are packed from offset 16 with the scale of their elements", () => {
    const scale = (descriptor: string): number =>
      m.int("arrayIndexScale0(Ljava/lang/Class;)I", m.mirror(m.requireClass(descriptor)));
    expect(["[Z", "[B", "[S", "[C", "[I", "[F", "[J", "[D", "[LHolder;"].map(scale)).toEqual([
      1, 1, 2, 2, 4, 4, 8, 8, 4,
    ]);
    const base = m.int("arrayBaseOffset0(Ljava/lang/Class;)I", m.mirror(m.requireClass("[J")));
    expect(base).toBe(ARRAY_DATA * 4);
  });

  it("take narrow writes without touching the neighbours", () => {
    const bytes = m.newPrimitiveArray("B", 8);
    m.call(`putByte(${O}JB)V`, bytes, 16n, -1);
    m.call(`putByte(${O}JB)V`, bytes, 18n, 2);
    expect([...m.HB.subarray(bytes * 4 + 16, bytes * 4 + 20)]).toEqual([-1, 0, 2, 0]);
    const chars = m.newPrimitiveArray("C", 4);
    m.call(`putChar(${O}JC)V`, chars, 16n, 0xffff);
    expect([...m.HC.subarray(chars * 2 + 8, chars * 2 + 11)]).toEqual([0xffff, 0, 0]);
    expect(m.int(`getChar(${O}J)C`, chars, 16n)).toBe(0xffff);
  });

  it("are little-endian and may be read unaligned", () => {
    const bytes = m.newPrimitiveArray("B", 12);
    for (let i = 0; i < 12; i++) m.HB[bytes * 4 + 16 + i] = i + 0xf5;
    expect(m.int(`getShort(${O}J)S`, bytes, 17n)).toBe(0xf7f6 - 0x10000);
    expect(m.int(`getInt(${O}J)I`, bytes, 17n)).toBe(0xf9f8f7f6 | 0);
    expect(m.long(`getLong(${O}J)J`, bytes, 18n)).toBe(BigInt.asIntN(64, 0xfefdfcfbfaf9f8f7n));
    m.call(`putInt(${O}JI)V`, bytes, 19n, 0x01020304);
    expect([...m.HB.subarray(bytes * 4 + 18, bytes * 4 + 24)]).toEqual([-9, 4, 3, 2, 1, -4]);
  });

  it("can be copied, swapped and filled", () => {
    const bytes = m.newPrimitiveArray("B", 8);
    const at = bytes * 4 + 16;
    for (let i = 0; i < 8; i++) m.HB[at + i] = i;
    m.call(`copyMemory0(${O}J${O}JJ)V`, bytes, 16n, bytes, 18n, 4n);
    expect([...m.HB.subarray(at, at + 8)]).toEqual([0, 1, 0, 1, 2, 3, 6, 7]);
    m.call(`copySwapMemory0(${O}J${O}JJJ)V`, bytes, 20n, bytes, 16n, 4n, 2n);
    expect([...m.HB.subarray(at, at + 8)]).toEqual([3, 2, 7, 6, 2, 3, 6, 7]);
    m.call(`setMemory0(${O}JJB)V`, bytes, 17n, 3n, -1);
    expect([...m.HB.subarray(at, at + 8)]).toEqual([3, -1, -1, -1, 2, 3, 6, 7]);
  });
});

describe("atomic updates", () => {
  it("exchange only the expected value", () => {
    const ref = m.holder();
    const at = m.offset("i");
    expect(m.int(`compareAndSetInt(${O}JII)Z`, ref, at, 1, 5)).toBe(0);
    expect(m.word(ref, "i")).toBe(0);
    expect(m.int(`compareAndSetInt(${O}JII)Z`, ref, at, 0, 5)).toBe(1);
    expect(m.int(`compareAndExchangeInt(${O}JII)I`, ref, at, 5, 6)).toBe(5);
    expect(m.int(`compareAndExchangeInt(${O}JII)I`, ref, at, 5, 7)).toBe(6);
    expect(m.word(ref, "i")).toBe(6);
  });

  it("compare both halves of a long", () => {
    const ref = m.holder();
    const at = m.offset("j");
    m.call(`putLong(${O}JJ)V`, ref, at, 1n << 32n);
    expect(m.int(`compareAndSetLong(${O}JJJ)Z`, ref, at, 0n, 9n)).toBe(0);
    expect(m.int(`compareAndSetLong(${O}JJJ)Z`, ref, at, 1n << 32n, -1n)).toBe(1);
    expect(m.long(`compareAndExchangeLong(${O}JJJ)J`, ref, at, -1n, 3n)).toBe(-1n);
    expect(m.long(`getAndSetLong(${O}JJ)J`, ref, at, 8n)).toBe(3n);
  });

  it.each([
    [0xffffffffn, 1n],
    [-1n, -1n],
    [0x7fffffffffffffffn, 1n],
    [-0x8000000000000000n, -1n],
  ])("add longs with carry: %d + %d", (a, b) => {
    const ref = m.holder();
    const at = m.offset("j");
    m.call(`putLong(${O}JJ)V`, ref, at, a);
    expect(m.long(`getAndAddLong(${O}JJ)J`, ref, at, b)).toBe(a);
    expect(m.long(`getLong(${O}J)J`, ref, at)).toBe(BigInt.asIntN(64, a + b));
  });

  it("change a negative byte as a whole word", () => {
    const ref = m.holder();
    m.call(`putByte(${O}JB)V`, ref, m.offset("b"), -1);
    expect(m.int(`compareAndExchangeByte(${O}JBB)B`, ref, m.offset("b"), -1, 5)).toBe(-1);
    expect(m.word(ref, "b")).toBe(5);
  });
});

describe("undo", () => {
  it("takes every kind of write back", () => {
    const ref = m.holder();
    const bytes = m.newPrimitiveArray("B", 16);
    const longs = m.newPrimitiveArray("J", 2);
    m.mirror(m.requireClass("Holder"));
    for (const name of "zbscijr") m.offset(name);
    const before = m.H.slice(ref, m.heapTop);
    const mark = m.beginTransition(0, 0);
    m.call(`putLong(${O}JJ)V`, ref, m.offset("j"), -1n);
    m.call(`putByte(${O}JB)V`, bytes, 19n, 1);
    m.call(`putInt(${O}JI)V`, bytes, 22n, -1);
    m.call(`putLong(${O}JJ)V`, longs, 24n, -1n);
    m.call(`setMemory0(${O}JJB)V`, bytes, 27n, 5n, 7);
    m.call(`copyMemory0(${O}J${O}JJ)V`, bytes, 16n, longs, 17n, 6n);
    m.call(`compareAndSetShort(${O}JSS)Z`, ref, m.offset("s"), 0, 3);
    m.call(`getAndAddLong(${O}JJ)J`, ref, m.offset("j"), 3n);
    expect(m.H.slice(ref, ref + before.length)).not.toEqual(before);
    m.undoTo(mark);
    expect(m.H.slice(ref, ref + before.length)).toEqual(before);
  });
});

describe("classes", () => {
  const ensure = "ensureClassInitialized0(Ljava/lang/Class;)V";

  it("asks the machine to initialise a class that is not", () => {
    const cls = m.requireClass("Holder");
    m.linked.initializerMethod = 77;
    m.H[STATIC_BASE + cls.statusIndex] = 0;
    expect(m.int("shouldBeInitialized0(Ljava/lang/Class;)Z", m.mirror(cls))).toBe(1);
    expect(m.call(ensure, m.mirror(cls))).toBe(Outcome.tailCall);
    expect([m.tailCall, m.S[ARGS]]).toEqual([77, cls.number]);
    m.H[STATIC_BASE + cls.statusIndex] = INITIALIZED;
    expect(m.call(ensure, m.mirror(cls))).toBe(Outcome.done);
    expect(m.int("shouldBeInitialized0(Ljava/lang/Class;)Z", m.mirror(cls))).toBe(0);
  });

  it("makes an instance without running a constructor", () => {
    const ref = m.int(
      `allocateInstance(Ljava/lang/Class;)${O}`,
      m.mirror(m.requireClass("Holder")),
    );
    expect(m.classOf(ref).name).toBe("Holder");
  });

  it("leaves memory outside the heap to be refused by name", () => {
    const keys = Object.keys(unsafeNatives["jdk/internal/misc/Unsafe"] ?? {});
    expect(keys.filter((k) => /^(allocate|reallocate|free)Memory0/.test(k))).toEqual([]);
  });
});
