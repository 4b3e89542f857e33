/**
 * What the runner on a JVM says about programs whose ends are known: the same
 * words as the checker, for every way to end.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CodeBuilder } from "../../../src/classfile/assembling/code-builder.ts";
import {
  exit,
  ignoreZero,
  startLate,
  throwIt,
} from "../../../src/fuzz/families/guarded/rule-breakers.ts";
import { inputOf } from "../../../src/fuzz/fuzz-input.ts";
import {
  call,
  getStatic,
  make,
  putField,
  putStatic,
} from "../../../src/fuzz/generator/bytecode.ts";
import { PLAIN_CLASSES } from "../../../src/fuzz/generator/plain-classes.ts";
import { NODE } from "../../../src/fuzz/generator/plain-fields.ts";
import { type Statement, simple } from "../../../src/fuzz/generator/statement.ts";
import { JvmWitness } from "../../../src/fuzz/jvm/run-on-jvm.ts";
import { type Checked, checkedOutcomes } from "../../../src/fuzz/outside-evidence.ts";
import { CONFIGURATIONS } from "../../../src/fuzz/search-configurations.ts";
import { fuzzLibrary } from "../../support/programs/fuzz-library.ts";

const { jdk } = fuzzLibrary();
const TIMEOUT = 60_000;
const DEFAULT = CONFIGURATIONS.find(({ name }) => name === "default")!;

const statement = (text: string, emit: (code: CodeBuilder) => void): Statement =>
  simple(text, emit);

/** Waits for ever: nobody notifies. */
const lonely = statement("synchronized (n0) { n0.wait() }", (code) => {
  getStatic(code, "n0", NODE).emit("dup").emit("astore", 10).emit("monitorenter");
  call(code.emit("aload", 10), "invokevirtual", "java/lang/Object", "wait", "()V");
  code.emit("aload", 10).emit("monitorexit");
});

const setWide = statement("wide = -1L", (code) => {
  code.emit("iconst_m1").emit("i2l");
  putStatic(code, "wide", "J");
});

const link = statement("s = new Sub(9); s.next = s; objs[1] = s", (code) => {
  make(code, "Sub", 9);
  code.emit("dup").emit("astore", 10);
  putStatic(code, "s", NODE).emit("aload", 10).emit("aload", 10);
  putField(code, "Node", "next", NODE);
  getStatic(code, "objs", "[Ljava/lang/Object;").emit("iconst_1").emit("aload", 10);
  code.emit("aastore");
});

const inputFor = (...bodies: readonly (readonly Statement[])[]) =>
  inputOf({ seed: 0, surroundings: PLAIN_CLASSES, keepsInLocals: false, late: [setWide], bodies });

describe.skipIf(jdk === null || !existsSync(join(jdk.home, "bin", "java")))("on a JVM", () => {
  const witness = jdk === null ? null : new JvmWitness({ jdk, runs: 30 });
  const known = (input: ReturnType<typeof inputFor>): Checked =>
    checkedOutcomes(input, fuzzLibrary(), DEFAULT, 5000);

  test.each<[name: string, input: ReturnType<typeof inputFor>, outcomes: RegExp[]]>([
    ["ends with what is in memory", inputFor([setWide, link], []), [/^end .*wide=-1 .*#\d+:Sub\(/]],
    [
      "ends after threads that were started late",
      inputFor([startLate(false)], []),
      [/^end .*wide=-1 /],
    ],
    ["ends by an exit code", inputFor([], [exit(3)]), [/^exit 3$/]],
    [
      "ends by an exception",
      inputFor([], [throwIt]),
      [/^uncaught java\.lang\.IllegalStateException$/],
    ],
    ["gets stuck", inputFor([], [lonely]), [/^deadlock$/]],
  ])("a program %s", { timeout: TIMEOUT }, (_, input, expected) => {
    const checked = known(input);
    const { size } = checked.outcomes;
    expect([...checked.outcomes]).toEqual(expected.map((each) => expect.stringMatching(each)));
    const testimony = witness!.judge(input, checked);
    expect(testimony).toMatchObject({ differences: [], counts: { jvmKnown: size, jvmSeen: size } });
    expect(testimony!.counts.jvmRuns).toBeGreaterThan(0);
  });

  test("a path that the checker does not follow is no outcome", { timeout: TIMEOUT }, () => {
    const input = inputFor([], [ignoreZero]);
    const counts = { jvmKnown: 0, jvmSeen: 0, jvmRuns: 0 };
    expect(witness!.judge(input, known(input))).toMatchObject({ differences: [], counts });
  });

  test("programs with daemons are left out", () => {
    const input = inputFor([startLate(true)], []);
    expect(witness!.judge(input, known(input))).toBeNull();
  });
});
