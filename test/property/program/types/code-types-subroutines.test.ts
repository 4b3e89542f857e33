import * as fc from "fast-check";
import { expect, test } from "vitest";
import { unreachable } from "../../../../src/core/assert.ts";
import { inferTypes } from "../../../../src/program/types/inference.ts";
import { inlineSubroutines } from "../../../../src/program/types/subroutines.ts";
import { assemble } from "../../../unit/program/types/code-types-assembler.ts";
import { trace } from "../../../unit/program/types/subroutines-runner.ts";

type Statement =
  | { kind: "add"; by: number }
  | { kind: "call"; routine: number }
  | { kind: "leave" }
  | { kind: "throw" }
  | { kind: "if" | "try" | "loop"; body: Statement[] };

const { statements } = fc.letrec<{ statement: Statement; statements: Statement[] }>((tie) => ({
  statement: fc.oneof(
    { maxDepth: 3 },
    fc.record({ kind: fc.constant("add" as const), by: fc.integer({ min: -3, max: 3 }) }),
    fc.record({ kind: fc.constant("call" as const), routine: fc.nat(3) }),
    fc.constant({ kind: "leave" as const }),
    fc.constant({ kind: "throw" as const }),
    fc.record({
      kind: fc.constantFrom("if" as const, "try" as const, "loop" as const),
      body: tie("statements"),
    }),
  ),
  statements: fc.array(tie("statement"), { maxLength: 4 }),
}));

const ROUTINES = 4;

/** Writes routine bodies as code; routine i may only call later ones, so nothing recurses. */
function write(routines: readonly (readonly Statement[])[]): { code: string; handlers: string[] } {
  const handlers: string[] = [];
  let labels = 0;
  const emit = (body: readonly Statement[], level: number): string =>
    body
      .map((statement) => {
        const l = `l${labels++}`;
        switch (statement.kind) {
          case "add":
            return `iinc 0 ${statement.by}`;
          case "call":
            return statement.routine > level ? `jsr r${statement.routine}` : "nop";
          case "leave":
            return `iload_0\niconst_4\niand\nifeq ${l}\ngoto exit\n${l}:`;
          case "throw":
            return `iload_0\niconst_2\niand\nifeq ${l}\naconst_null\nathrow\n${l}:`;
          case "if":
            return `iload_0\niconst_1\niand\nifne ${l}\n${emit(statement.body, level)}\n${l}:`;
          case "loop":
            return `${l}:\n${emit(statement.body, level)}\niinc 0 1\niload_0\nifle ${l}`;
          case "try":
            handlers.push(`${l} ${l}end ${l}catch *`);
            return `${l}:\nnop\n${emit(statement.body, level)}\n${l}end:\ngoto ${l}after\n${l}catch:\npop\niinc 0 1\n${l}after:`;
          default:
            return unreachable(statement);
        }
      })
      .join("\n");
  const parts = routines.map((body, i) =>
    i === 0 ? `${emit(body, 0)}\nexit:\nreturn` : `r${i}:\nastore ${i}\n${emit(body, i)}\nret ${i}`,
  );
  return { code: parts.join("\n"), handlers };
}

test("the copy without sharing executes the same instructions", () => {
  let used = 0;
  fc.assert(
    fc.property(
      fc.array(statements, { minLength: ROUTINES, maxLength: ROUTINES }),
      fc.integer({ min: -6, max: 6 }),
      (routines, input) => {
        const source = { method: "static m(I)V", version: 48, ...write(routines) };
        const { classFile, method, code } = assemble(source);
        const copy = inlineSubroutines(code);
        if (copy !== code) used++;
        expect(trace(copy, input, 800)).toEqual(trace(code, input, 800));
        // What runs has a known frame, and where the frame is known the code was emitted.
        const types = inferTypes(classFile, method, { code: copy });
        expect(types.kindsAt(0)).not.toBeNull();
      },
    ),
    { numRuns: 600 },
  );
  expect(used).toBeGreaterThan(100);
});
