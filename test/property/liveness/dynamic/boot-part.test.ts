/**
 * What is written of the words from before the start stands for just their values:
 * the same for the same values, whenever it is written and whatever was found out
 * in between, and never the same for others.
 */
import { describe, expect, test } from "vitest";
import { RowInterner } from "../../../../src/core/row-interner.ts";
import { unrestrictedProgram } from "../../../../src/fuzz/families/unrestricted/program.ts";
import { textOf } from "../../../../src/fuzz/generator/program.ts";
import { BootPart } from "../../../../src/liveness/dynamic/boot-part.ts";
import type { StatePart } from "../../../../src/liveness/dynamic/part-writer.ts";
import { BootFields } from "../../../../src/state/boot-fields.ts";
import type { BootWords } from "../../../../src/state/boot-words.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { randomMachine } from "../../../support/generators/random-machines.ts";
import { bundledRuns } from "../../../support/programs/bundled-runs.ts";
import { type Companion, FingerprintWalk } from "../../../support/states/fingerprint-walk.ts";

const MINUTES = 60_000;
const TRANSITIONS = 1500;
const PROGRAMS = 60;

class BootCompanion implements Companion {
  /** By values what was written, and the other way round. */
  readonly written = new Map<string, string>();
  readonly #values = new Map<string, string>();
  readonly #m: Machine;
  readonly #boot: BootWords;
  readonly #fields: BootFields;
  readonly #kept: BootPart;
  readonly #renewed: BootPart;
  readonly #numbered: BootPart;

  constructor(m: Machine, boot: BootWords) {
    this.#m = m;
    this.#boot = boot;
    this.#fields = new BootFields(m, boot);
    this.#kept = new BootPart(m, boot);
    this.#renewed = new BootPart(m, boot);
    this.#numbered = new BootPart(m, boot, new RowInterner());
  }

  noteStep(_thread: number, since: number): void {
    this.#kept.noteStep(since);
    this.#numbered.noteStep(since);
  }

  undoStep(): void {
    this.#kept.undoStep();
    this.#numbered.undoStep();
  }

  arrive(): string | null {
    this.#renewed.forgetSteps();
    const text = textOfPart(this.#kept.now());
    if (text !== textOfPart(this.#renewed.now())) return "kept though it changed";
    const { high } = this.#numbered.now();
    const all = `${text} ${high}`;
    const values = this.#valuesHere();
    if ((this.written.get(values) ?? all) !== all) return "the same values are written twice";
    if ((this.#values.get(text) ?? values) !== values) return "two values, one hash";
    if ((this.#values.get(`number ${high}`) ?? values) !== values) return "two values, one number";
    this.written.set(values, all);
    this.#values.set(text, values);
    this.#values.set(`number ${high}`, values);
    return null;
  }

  /** All words that have changed, one by one; of references that may lie elsewhere, which of those it is. */
  #valuesHere(): string {
    const boot = this.#boot;
    this.#fields.look();
    const refs: number[] = [];
    const values: string[] = [];
    for (let index = 0; index < boot.count; index++) {
      const address = boot.addresses[index]!;
      const value = this.#m.H[address]!;
      if (this.#fields.isField[index] === 1 || value === boot.initialValues[index]) continue;
      const isElsewhere = boot.kinds[index] !== 0 && value >= boot.top && (value & 1) === 0;
      if (isElsewhere && !refs.includes(value)) refs.push(value);
      values.push(`${address}=${isElsewhere ? `#${refs.indexOf(value)}` : value}`);
    }
    return values.join();
  }
}

const textOfPart = ({ high, low, refCount }: StatePart): string => `${high} ${low} ${refCount}`;

describe("words from before the start", () => {
  test("in random programs", { timeout: 5 * MINUTES }, () => {
    let different = 0;
    for (let seed = 4000; seed < 4000 + PROGRAMS; seed++) {
      const program = unrestrictedProgram(seed);
      const companions: BootCompanion[] = [];
      const walk = new FingerprintWalk(randomMachine(program), undefined, (m, boot) => {
        companions.push(new BootCompanion(m, boot));
        return companions[0]!;
      });
      walk.run(TRANSITIONS);
      expect(walk.difference, textOf(program)).toBeNull();
      different += companions[0]!.written.size;
    }
    expect(different).toBeGreaterThan(PROGRAMS * 2);
  });

  for (const { name, canRun, make } of bundledRuns(["first"])) {
    test.skipIf(!canRun)(`in ${name}`, { timeout: MINUTES }, () => {
      const walk = new FingerprintWalk(
        make().m,
        undefined,
        (m, boot) => new BootCompanion(m, boot),
      );
      walk.run(TRANSITIONS);
      expect(walk.difference).toBeNull();
    });
  }
});
