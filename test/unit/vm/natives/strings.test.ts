/** The natives of strings and builders against what Java 17 did with the same calls. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ARRAY_LENGTH, OBJECT_HEADER } from "../../../../src/vm/memory/object-layout.ts";
import { type NativeMethod, Outcome } from "../../../../src/vm/native-api/native-method.ts";
import { STRING_BUILDER_NATIVES } from "../../../../src/vm/natives/text/string-builders.ts";
import { STRING_MAKER_NATIVES } from "../../../../src/vm/natives/text/string-makers.ts";
import { STRING_NATIVES } from "../../../../src/vm/natives/text/string-queries.ts";
import { FakeMachine } from "./fake-machine.ts";

type Value = string | number;
type Thrown = { throws: string; message: string };
interface Recording {
  strings: [signature: string, args: Value[], result: Value | Thrown][];
  builders: [call: [name: string, ...args: Value[]], text: string, capacity: number][][];
}
const recording: Recording = JSON.parse(
  readFileSync(new URL("java-17-strings.json", import.meta.url), "utf8"),
);

const STRINGS: Readonly<Record<string, NativeMethod>> = {
  ...STRING_NATIVES["java/lang/String"],
  ...STRING_MAKER_NATIVES["java/lang/String"],
};
const BUILDERS = STRING_BUILDER_NATIVES["java/lang/StringBuilder"]!;

function push(m: FakeMachine, args: readonly Value[], first = 0): void {
  args.forEach((arg, k) => {
    m.S[(first + k) * 2] = typeof arg === "string" ? m.newString(arg) : arg;
  });
}

describe("strings", () => {
  test.each(recording.strings)("%s %j", (signature, args, expected) => {
    const m = new FakeMachine();
    push(m, args);
    const outcome = STRINGS[signature]!.run(m.machine, 0);
    if (typeof expected === "object") {
      expect(m.thrown).toEqual({ className: expected.throws, message: expected.message });
      return;
    }
    expect(outcome).toBe(Outcome.done);
    const type = signature.slice(signature.indexOf(")") + 1);
    const result = m.S[0]!;
    expect(type === "[C" ? m.chars(result) : type.startsWith("L") ? m.text(result) : result).toBe(
      expected,
    );
  });

  test("give back the string itself where nothing changes", () => {
    for (const name of [
      "trim",
      "strip",
      "toLowerCase",
      "toUpperCase",
      "stripLeading",
      "stripTrailing",
    ]) {
      const m = new FakeMachine();
      const string = m.newString("12");
      m.S[0] = string;
      STRINGS[`${name}()Ljava/lang/String;`]!.run(m.machine, 0);
      expect(m.S[0], name).toBe(string);
    }
  });

  test("speak as JDK 25 does when that is in use", () => {
    const m = new FakeMachine();
    m.featureVersion = 25;
    push(m, ["abc", 5]);
    STRINGS["charAt(I)C"]!.run(m.machine, 0);
    expect(m.thrown?.message).toBe("Index 5 out of bounds for length 3");
    push(m, ["abc", 2, 1]);
    STRINGS["substring(II)Ljava/lang/String;"]!.run(m.machine, 0);
    expect(m.thrown?.message).toBe("Range [2, 1) out of bounds for length 3");
  });
});

describe("builders", () => {
  test.each(recording.builders.map((calls, index) => [index, calls] as const))(
    "run %i",
    (_, calls) => {
      const m = new FakeMachine();
      const builder = m.allocate(OBJECT_HEADER + 2);
      m.H[builder + OBJECT_HEADER] = m.newPrimitiveArray("C", 16);
      for (const [[name, ...args], text, capacity] of calls) {
        const self = name.startsWith("set") ? "V" : "Ljava/lang/StringBuilder;";
        m.S[0] = builder;
        push(m, args, 1);
        m.thrown = null;
        BUILDERS[name + self]!.run(m.machine, 0);
        const array = m.H[builder + OBJECT_HEADER]!;
        const count = m.H[builder + OBJECT_HEADER + 1]!;
        if (text.startsWith("!")) expect(m.thrown).toMatchObject({ message: text.slice(1) });
        else expect(m.chars(array, count)).toBe(text);
        expect(m.H[array + ARRAY_LENGTH]).toBe(capacity);
        // What lies beyond the text is always zero.
        expect(m.chars(array).slice(count)).toMatch(/^\0*$/);
      }
    },
  );

  test("log every word of the heap that they change", () => {
    const m = new FakeMachine();
    const builder = m.allocate(OBJECT_HEADER + 2);
    m.H[builder + OBJECT_HEADER] = m.newPrimitiveArray("C", 16);
    const calls: [string, ...Value[]][] = [
      ["append(Ljava/lang/String;)Ljava/lang/StringBuilder;", "hello"],
      ["append(C)Ljava/lang/StringBuilder;", 33],
      ["append(I)Ljava/lang/StringBuilder;", -12],
      ["insert(ILjava/lang/String;)Ljava/lang/StringBuilder;", 3, "xyz"],
      ["deleteCharAt(I)Ljava/lang/StringBuilder;", 1],
      ["setCharAt(IC)V", 4, 65],
      ["reverse()Ljava/lang/StringBuilder;"],
      ["setLength(I)V", 5],
    ];
    for (const [signature, ...args] of calls) {
      m.S[0] = builder;
      push(m, args, 1);
      m.logged.clear();
      const before = m.H.slice();
      BUILDERS[signature]!.run(m.machine, 0);
      before.forEach((word, address) => {
        if (m.H[address] !== word)
          expect(m.logged.has(address), `${signature} ${address}`).toBe(true);
      });
    }
  });
});
