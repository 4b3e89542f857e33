import { describe, expect, test } from "vitest";
import { inferTypes } from "../../../../src/program/types/inference.ts";
import { inlineSubroutines } from "../../../../src/program/types/subroutines.ts";
import { assemble, type Source } from "./code-types-assembler.ts";
import { trace } from "./subroutines-runner.ts";

/** Checks that the copy verifies and does what the original does, and gives it back. */
function inlined(source: Source, inputs: readonly number[] = [0, 1, 2, 3]) {
  const assembled = assemble({ method: "static m(I)V", version: 48, ...source });
  const code = inlineSubroutines(assembled.code);
  for (const input of inputs) expect(trace(code, input)).toEqual(trace(assembled.code, input));
  inferTypes(assembled.classFile, assembled.method, { code });
  return { ...assembled, inlined: code };
}

const count = (bytes: Uint8Array, op: number): number => bytes.filter((byte) => byte === op).length;

describe("inlining subroutines", () => {
  test("code without subroutines stays the same object", () => {
    const { code } = assemble({ code: "sipush 168\npop\nbipush -55\npop\nreturn" });
    expect(code.bytes).toContain(0xa8);
    expect(inlineSubroutines(code)).toBe(code);
  });

  test("every call has its own copy and every ret one target", () => {
    const { inlined: code } = inlined({
      code: "jsr s\njsr s\nreturn\ns:\nastore_1\niinc 0 1\nret 1",
    });
    expect(code.retTargets?.size).toBe(2);
    expect([...(code.retTargets?.values() ?? [])].toSorted((a, b) => a - b)).toEqual([3, 6]);
    expect(count(code.bytes, 0xa9)).toBe(2);
  });

  test("nested subroutines are copied for each way in", () => {
    const { inlined: code } = inlined({
      code: `
        jsr outer
        jsr outer
        jsr inner
        return
        outer:
        astore_1
        jsr inner
        iinc 0 1
        jsr inner
        ret 1
        inner:
        astore_2
        iinc 0 2
        ret 2`,
    });
    expect(code.retTargets?.size).toBe(2 + 4 + 1);
  });

  test("several rets, wide ret, jsr_w", () => {
    inlined({
      maxLocals: 300,
      code: `
        jsr_w s
        iinc 0 1
        jsr_w s
        return
        s:
        wide astore 260
        iload_0
        ifeq other
        wide ret 260
        other:
        iinc 0 5
        wide ret 260`,
    });
  });

  test("a finally block as old compilers wrote it", () => {
    const { inlined: code } = inlined({
      code: `
        from:
        iinc 0 1
        iload_0
        iconst_2
        iand
        ifeq fine
        aconst_null
        athrow
        fine:
        jsr finally
        to:
        goto done
        any:
        astore_1
        jsr finally
        aload_1
        athrow
        finally:
        astore_2
        iinc 0 3
        ret 2
        done:
        return`,
      handlers: ["from to any *"],
    });
    expect(code.retTargets?.size).toBe(2);
  });

  test("a subroutine left by goto inside a loop is not recursion", () => {
    const { inlined: code } = inlined(
      {
        code: `
        again:
        iload_0
        ifle out
        jsr s
        iinc 0 -1
        goto again
        s:
        astore_1
        iinc 0 -1
        iload_0
        iconst_1
        iand
        ifeq back
        goto again
        back:
        ret 1
        out:
        return`,
      },
      [0, 1, 2, 5, 9],
    );
    expect(code.retTargets?.size).toBe(1);
  });

  test("a subroutine that never returns needs no code after its call", () => {
    inlined({ code: "jsr s\ns:\npop\nreturn" });
    inlined({ code: "jsr s\niinc 0 1\nreturn\ns:\nastore_1\naconst_null\nathrow" });
  });

  test("a call that never comes back may stand right before another subroutine", () => {
    const { inlined: code } = inlined({
      code: `
        iload_0
        ifeq other
        jsr returns
        goto out
        other:
        jsr leaves
        returns:
        astore_1
        iinc 0 1
        ret 1
        leaves:
        astore_2
        jsr returns
        goto out
        out:
        return`,
    });
    expect(code.retTargets?.size).toBe(2);
  });

  test("returning from two subroutines at once", () => {
    inlined({
      code: `
        jsr outer
        iinc 0 1
        return
        outer:
        astore_1
        jsr inner
        iinc 0 2
        ret 1
        inner:
        astore_2
        iload_0
        ifeq skip
        ret 1
        skip:
        ret 2`,
    });
  });

  test("two subroutines that share their end", () => {
    inlined({
      code: `
        jsr a
        jsr b
        return
        a:
        astore_1
        iinc 0 1
        goto tail
        b:
        astore_1
        iinc 0 2
        tail:
        iinc 0 4
        ret 1`,
    });
  });

  test("switches get new padding and targets", () => {
    inlined({
      code: `
        jsr s
        nop
        jsr s
        return
        s:
        astore_1
        iload_0
        tableswitch 0 other one two
        one:
        iinc 0 1
        two:
        iinc 0 2
        other:
        ret 1`,
    });
  });

  test("handlers, lines and variables follow the copies", () => {
    const {
      inlined: code,
      classFile,
      method,
    } = inlined({
      code: `
        jsr s
        jsr s
        return
        s:
        astore_1
        from:
        aconst_null
        athrow
        to:
        h:
        pop
        ret 1`,
      handlers: ["from to h x/Ex"],
      lines: [0, 10, 7, 20, 8, 21],
      variables: [{ start: 8, length: 5, name: "ra", descriptor: "I", index: 1 }],
    });
    expect(code.handlers).toEqual([
      { start: 8, end: 10, handler: 10, catchType: "x/Ex" },
      { start: 14, end: 16, handler: 16, catchType: "x/Ex" },
    ]);
    expect([...code.lineNumbers]).toEqual([0, 10, 7, 20, 8, 21, 13, 20, 14, 21]);
    expect(code.localVariables.map(({ start, length }) => [start, length])).toEqual([
      [8, 5],
      [14, 5],
    ]);
    const types = inferTypes(classFile, method, { detail: true });
    expect(types.code.bytes).toEqual(code.bytes);
    expect(types.typesAt(16)?.locals[1]).toMatchObject({ kind: 9, name: null, offset: 6 });
  });

  test("code that grows beyond 32 KiB gets far branches", () => {
    const { inlined: code } = inlined(
      {
        code: `
          iload_0
          ifeq out
          jsr s
          jsr s
          jsr s
          jsr s
          out:
          goto end_of_it
          s:
          astore_1
          ${"nop\n".repeat(9000)}
          iload_0
          ifgt more
          iinc 0 1
          more:
          ret 1
          end_of_it:
          return`,
      },
      [0, 1, -1],
    );
    expect(code.bytes.length).toBeGreaterThan(36_000);
  });
});

const refused = (code: string): (() => unknown) => {
  const { classFile, method } = assemble({ version: 48, code });
  return () => inferTypes(classFile, method);
};

describe("refused subroutines", () => {
  test("recursion", () => {
    expect(refused("jsr s\nreturn\ns:\nastore_1\njsr s\nret 1")).toThrow(
      "offset 5: a subroutine calls itself",
    );
    expect(
      refused("jsr a\nreturn\na:\nastore_1\njsr b\nret 1\nb:\nastore_2\njsr a\nret 2"),
    ).toThrow("calls itself");
  });

  test("growth without bounds", () => {
    const levels = Array.from(
      { length: 24 },
      (_, i) => `s${i}:\nastore ${i}\njsr s${i + 1}\njsr s${i + 1}\nret ${i}`,
    );
    const code = `jsr s0\nreturn\n${levels.join("\n")}\ns24:\nastore 24\nret 24`;
    expect(refused(code)).toThrow("grows too large");
  });

  test("the return address of another call", () => {
    // Falls into the subroutine's body with an address kept from an earlier call.
    expect(refused("jsr s\njsr t\nreturn\ns:\nastore_1\nret 1\nt:\npop\nret 1")).toThrow(
      "does not hold the return address",
    );
  });
});
