/** The origins of values are kept by slot, so that every instruction must be known to leave its operands where it does. */
import { describe, expect, test } from "vitest";
import { OPCODES } from "../../../../src/classfile/format/opcodes.ts";
import { ValueOrigins } from "../../../../src/search/why/origins/value-origins.ts";
import { Stop } from "../../../../src/vm/interpreter/stop.ts";
import { runThreads } from "../../../../src/vm/threads/round-robin.ts";
import { compilePrograms } from "../../../conformance/support/compile.ts";
import { allPrograms } from "../../../conformance/support/programs.ts";
import { installedJdk } from "../../../support/java.ts";
import { machineOf } from "../../../support/machine.ts";

/** One thread each, and all opcodes together. */
const GROUPS = new Set(["opcodes", "arith", "arrays", "control", "objects"]);
const LAST_OPCODE = 0xc9;
const MOST_INSTRUCTIONS = 60_000;

describe.skipIf(installedJdk === null)("every instruction", () => {
  test("leaves its operands where they are looked for", { timeout: 300_000 }, () => {
    const programs = allPrograms().filter(
      ({ group, minJdk }) => GROUPS.has(group) && minJdk <= installedJdk!.version,
    );
    const classes = compilePrograms(programs, installedJdk!);
    const seen = new Set<number>();
    const wrong: string[] = [];
    for (const { id, mainClass } of programs) {
      const { m } = machineOf({ mainClass, classPath: classes.get(id)!, jdk: installedJdk!.home });
      const origins = new ValueOrigins(m);
      m.room.whenMoved = (newPlace) => {
        origins.moved(newPlace);
      };
      let after: ((stop: Stop) => void) | null = null;
      const beforeSlice = (): void => {
        after?.(Stop.limit);
        const { space, pc } = m;
        const code = space.codeAt(pc);
        seen.add(code.info.bytes[code.offsets[space.instructionAt(code, pc)]!]!);
        after = origins.before();
      };
      runThreads(m, { instructions: MOST_INSTRUCTIONS, pause: () => false, slice: 1, beforeSlice });
      if (origins.misplaced !== null) wrong.push(`${id}: ${OPCODES[origins.misplaced]?.mnemonic}`);
    }
    expect(wrong).toEqual([]);
    const missing = OPCODES.slice(0, LAST_OPCODE + 1).filter(({ opcode }) => !seen.has(opcode));
    // The second of a pair that runs as one is not seen; subroutines are inlined.
    expect(missing.length).toBeLessThan(30);
    expect(programs.length).toBeGreaterThan(40);
  });
});
