import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BadClassFileError } from "../../../../src/core/errors.ts";
import { type CodeTypes, inferTypes } from "../../../../src/program/types/inference.ts";
import { assemble } from "../../../unit/program/types/code-types-assembler.ts";

/**
 * Random straight-ish code is inferred and, where accepted, run by a little
 * machine that knows what each value is. Whatever the machine meets must be
 * what the table says, and an accepted program must never get stuck.
 */
type Value = "I" | "F" | "J" | "D" | "A";
const LETTERS = ".IFJD-AUTR";
const LOCALS = 5;
const isWide = (value: Value | undefined): boolean => value === "J" || value === "D";

interface State {
  stack: Value[];
  /** A long or double is in its first slot, the next one is undefined. */
  locals: (Value | undefined)[];
}

class Stuck extends Error {}

function take(state: State, wanted?: Value): Value {
  const value = state.stack.pop();
  if (value === undefined || (wanted !== undefined && value !== wanted)) throw new Stuck();
  return value;
}

/** Values that take exactly this many slots, the topmost last. */
function takeSlots(state: State, slots: number): Value[] {
  const top = take(state);
  if (isWide(top)) {
    if (slots !== 2) throw new Stuck();
    return [top];
  }
  if (slots === 1) return [top];
  const below = take(state);
  if (isWide(below)) throw new Stuck();
  return [below, top];
}

function duplicate(state: State, slots: number, under: number): void {
  const moved = takeSlots(state, slots);
  const skipped = under === 0 ? [] : takeSlots(state, under);
  state.stack.push(...moved, ...skipped, ...moved);
}

const OPERATIONS: Readonly<Record<string, (state: State) => void>> = {
  iconst_0: (s) => s.stack.push("I"),
  lconst_0: (s) => s.stack.push("J"),
  fconst_0: (s) => s.stack.push("F"),
  dconst_0: (s) => s.stack.push("D"),
  aconst_null: (s) => s.stack.push("A"),
  pop: (s) => takeSlots(s, 1),
  pop2: (s) => takeSlots(s, 2),
  dup: (s) => duplicate(s, 1, 0),
  dup_x1: (s) => duplicate(s, 1, 1),
  dup_x2: (s) => duplicate(s, 1, 2),
  dup2: (s) => duplicate(s, 2, 0),
  dup2_x1: (s) => duplicate(s, 2, 1),
  dup2_x2: (s) => duplicate(s, 2, 2),
  swap: (s) => {
    const [upper] = takeSlots(s, 1);
    const [lower] = takeSlots(s, 1);
    s.stack.push(upper!, lower!);
  },
  iadd: (s) => s.stack.push((take(s, "I"), take(s, "I"))),
  lshl: (s) => s.stack.push((take(s, "I"), take(s, "J"))),
  f2d: (s) => void (take(s, "F"), s.stack.push("D")),
  d2l: (s) => void (take(s, "D"), s.stack.push("J")),
  dcmpl: (s) => void (take(s, "D"), take(s, "D"), s.stack.push("I")),
  arraylength: (s) => void (take(s, "A"), s.stack.push("I")),
};

for (const [letter, value] of Object.entries({ i: "I", l: "J", f: "F", d: "D", a: "A" } as const)) {
  for (let i = 0; i < 4; i++) {
    Object.assign(OPERATIONS, {
      [`${letter}load_${i}`]: (s: State) => {
        if (s.locals[i] !== value) throw new Stuck();
        s.stack.push(value);
      },
      [`${letter}store_${i}`]: (s: State) => {
        take(s, value);
        if (i > 0 && isWide(s.locals[i - 1])) s.locals[i - 1] = undefined;
        s.locals[i] = value;
        if (isWide(value)) s.locals[i + 1] = undefined;
      },
    });
  }
}

const NAMES = Object.keys(OPERATIONS);

/** Mostly operations that work when the code is run straight through, so that enough programs are accepted. */
function program(choices: readonly number[]): string[] {
  const state: State = { stack: [], locals: ["I", "A"] };
  const lines: string[] = [];
  for (const choice of choices) {
    const kind = choice % 10;
    const rest = Math.floor(choice / 10);
    if (kind === 0 && state.stack.at(-1) === "I") {
      state.stack.pop();
      lines.push(`ifeq l${rest % choices.length}`);
      continue;
    }
    if (kind === 1 && rest % 7 === 0) {
      lines.push(`goto l${rest % choices.length}`);
      continue;
    }
    for (let i = 0; i < NAMES.length; i++) {
      const name = NAMES[(rest + i) % NAMES.length]!;
      const next = { stack: [...state.stack], locals: [...state.locals] };
      try {
        OPERATIONS[name]!(next);
      } catch {
        continue;
      }
      Object.assign(state, next);
      lines.push(name);
      break;
    }
  }
  return lines;
}

const slots = (values: readonly (Value | undefined)[]): string =>
  values.map((value) => (isWide(value) ? `${value}-` : (value ?? "."))).join("");

const letters = (row: Uint8Array): string => [...row].map((kind) => LETTERS[kind]).join("");

function check(types: CodeTypes, offset: number, state: State): void {
  const kinds = types.kindsAt(offset);
  expect(kinds).not.toBeNull();
  const stack = letters(kinds!.stack);
  const actual = slots(state.stack);
  expect(stack.length).toBe(actual.length);
  for (const [i, letter] of stack.split("").entries())
    if (letter !== ".") expect(letter).toBe(actual[i]);
  for (const [i, letter] of letters(kinds!.locals).split("").entries()) {
    if (letter === "-") expect(isWide(state.locals[i - 1])).toBe(true);
    else if (letter !== ".") expect(state.locals[i]).toBe(letter);
  }
}

test("accepted programs never get stuck and hold what the table says", { timeout: 60_000 }, () => {
  let accepted = 0;
  let branched = 0;
  fc.assert(
    fc.property(
      fc.array(fc.nat(100_000), { minLength: 1, maxLength: 30 }),
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      (choices, decisions) => {
        const lines = program(choices);
        while (lines.length < choices.length) lines.push("nop");
        const code = `${lines.map((line, i) => `l${i}:\n${line}`).join("\n")}\nend_of_it:\nreturn`;
        const source = { method: "static m(ILx/Y;)V", maxStack: 64, maxLocals: LOCALS, code };
        const { classFile, method, labels } = assemble(source);
        let types: CodeTypes;
        try {
          types = inferTypes(classFile, method);
        } catch (error) {
          expect(error).toBeInstanceOf(BadClassFileError);
          return;
        }
        accepted++;
        if (lines.some((line) => line.startsWith("ifeq"))) branched++;
        const state: State = { stack: [], locals: ["I", "A"] };
        let at = 0;
        for (let steps = 0, branches = 0; steps < 300 && at < lines.length; steps++) {
          check(types, labels.get(`l${at}`)!, state);
          const [name = "", target = ""] = lines[at]!.split(" ");
          const to = Number(target.slice(1));
          if (name === "goto") at = to;
          else if (name === "ifeq") {
            take(state, "I");
            at = decisions[branches++ % decisions.length]! ? to : at + 1;
          } else {
            if (name !== "nop") OPERATIONS[name]!(state);
            at++;
          }
        }
        if (at === lines.length) check(types, labels.get("end_of_it")!, state);
      },
    ),
    { numRuns: 3000 },
  );
  expect(accepted).toBeGreaterThan(300);
  expect(branched).toBeGreaterThan(50);
});

test("random bytes are accepted or refused by name, never anything else", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      const { classFile, method, code } = assemble({ code: "return" });
      const hostile = { ...method, code: { ...code, bytes } };
      try {
        inferTypes(classFile, hostile);
      } catch (error) {
        expect(error).toBeInstanceOf(BadClassFileError);
      }
    }),
    { numRuns: 3000 },
  );
});
