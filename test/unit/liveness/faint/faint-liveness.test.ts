/** Which slots of frames are live where values can be faint, as the state layer asks. */
import { expect, test } from "vitest";
import { FaintLiveness } from "../../../../src/liveness/faint/faint-liveness.ts";
import { HybridLiveness } from "../../../../src/liveness/fields/hybrid-liveness.ts";
import type { TranslatedMethod } from "../../../../src/vm/code/code-space.ts";
import { linkMethod } from "../../../../src/vm/interpreter/calls.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { type Emit, get, put, twoThreads } from "../../../support/generators/two-threads.ts";
import { machineOf } from "../../../support/machine.ts";

/** flag++; a.locked(); a.plain(); wide = wide + wide; if (other == 0) … */
const body: Emit = (code) => {
  put(get(code, "flag").emit("iconst_1").emit("iadd"), "flag");
  for (const name of ["locked", "plain"]) {
    get(code, "a").emit("invokevirtual", { owner: "Cell", name, descriptor: "()V" });
  }
  put(get(get(code, "wide"), "wide").emit("ladd"), "wide");
  const done = code.label();
  get(code, "other").emit("ifeq", done).mark(done);
  code.emit("nop");
};

const machine = (): Machine =>
  machineOf({
    mainClass: "Main",
    classes: twoThreads(body, () => {}),
    jdk: null,
    heapWords: 1 << 16,
    stackWords: 1 << 12,
    undo: true,
    checking: true,
  }).m;

function codeOf(m: Machine, owner: string, name: string): TranslatedMethod {
  const method = m.program.find(owner)!.methods.find((each) => each.name === name)!;
  linkMethod(m, method.id);
  return m.space.codes[method.id]!;
}

const faintOf = (m: Machine): FaintLiveness =>
  new FaintLiveness(m, new HybridLiveness(m, [], true));

/** By instruction of main: its offset and the operands that are live in front of it, as bits. */
function operands(m: Machine, liveness: { isLive: FaintLiveness["isLive"] }): string[] {
  const code = codeOf(m, "Main", "main");
  const types = m.typesOf(code);
  return [...code.pcs].map((pc, i) => {
    const { stack } = types.kindsAt(code.offsets[i]!)!;
    const { maxLocals } = code.info;
    return [...stack]
      .map((_, at) => (liveness.isLive(code, pc, maxLocals + at) ? "1" : "0"))
      .join("");
  });
}

test("an operand on its way to a field that does not count is dead, a long as a whole", () => {
  const m = machine();
  const live = operands(m, faintOf(m)).join(" ");
  // flag, 1 on top of it, the sum; the object of each call; wide, twice; other.
  expect(live).toMatch(/ 0 00 0 {2}1 {2}1 {2}00 0000 00 {2}1 {2}$/);
});

test("the machine's own looks at a frame count", () => {
  const m = machine();
  const liveness = faintOf(m);
  const locked = codeOf(m, "Cell", "locked");
  expect(liveness.isLive(locked, locked.start, 0)).toBe(true);
  expect(liveness.isLive(locked, locked.pcs[1]!, 0)).toBe(false);
  const plain = codeOf(m, "Cell", "plain");
  expect(liveness.isLive(plain, plain.start, 0)).toBe(false);
  const init = codeOf(m, "Cell", "<init>");
  for (const pc of init.pcs) expect(liveness.isLive(init, pc, 0)).toBe(true);
});

test("where nothing is known to be faint, slots are as local liveness has them", () => {
  const m = machine();
  const hybrid = new HybridLiveness(m, [], false);
  expect(operands(m, new FaintLiveness(m, hybrid)).join(" ")).toMatch(
    / 1 11 1 {2}1 {2}1 {2}11 1111 11 {2}1 {2}$/,
  );
});
