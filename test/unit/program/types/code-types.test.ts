import { describe, expect, test } from "vitest";
import { inferTypes } from "../../../../src/program/types/inference.ts";
import {
  holdsReference,
  kindName,
  SlotKind,
} from "../../../../src/program/types/verification-type.ts";
import { assemble, type Source } from "./code-types-assembler.ts";

const letters = (row: Uint8Array): string => [...row].map((kind) => ".IFJD-AUTR"[kind]).join("");

/** The kinds at an offset or label as letters, "locals|stack"; null when unreachable. */
function kinds(source: Source, at: string | number): string | null {
  const { classFile, method, labels } = assemble(source);
  const found = inferTypes(classFile, method).kindsAt(
    typeof at === "number" ? at : (labels.get(at) ?? -1),
  );
  return found && `${letters(found.locals)}|${letters(found.stack)}`;
}

/** The kinds after an instruction that follows some others. */
const run = (setup: string, op: string): string | null =>
  kinds({ code: `${setup}\n${op}\nat:\nreturn` }, "at");

describe("kinds before each instruction", () => {
  test("parameters fill the locals, longs and doubles two slots each", () => {
    const source = { method: "m(IJFDLx/Y;[I)V", maxLocals: 12, code: "return" };
    expect(kinds(source, 0)).toBe("AIJ-FD-AA|");
  });

  test("operands grow and shrink", () => {
    const source = {
      code: `
        iconst_1
        i2l
        dconst_0
        at:
        d2i
        l2i:
        pop
        pop2
        end_of_it:
        return`,
    };
    expect(kinds(source, "at")).toBe("|J-D-");
    expect(kinds(source, "l2i")).toBe("|J-I");
    expect(kinds(source, "end_of_it")).toBe("|");
  });

  test("code that cannot be reached has no kinds", () => {
    const source = { code: "goto out\ndead:\niconst_0\npop\nout:\nreturn" };
    expect(kinds(source, "dead")).toBeNull();
    expect(kinds(source, "out")).toBe("|");
  });

  test("an offset inside an instruction has no kinds", () => {
    expect(kinds({ code: "sipush 5\npop\nreturn" }, 1)).toBeNull();
  });

  test("ways that disagree make a local unusable, those that agree keep it", () => {
    const source = {
      method: "static m(I)V",
      code: `
        iload_0
        ifeq other
        iconst_1
        istore_1
        aconst_null
        astore_2
        goto join
        other:
        fconst_0
        fstore_1
        ldc string x
        astore_2
        join:
        return`,
    };
    expect(kinds(source, "join")).toBe("I.A|");
  });

  test("a loop that changes a local's kind is followed until nothing changes", () => {
    const source = {
      method: "static m(I)V",
      code: `
        iconst_0
        istore_1
        head:
        iload_0
        ifeq out
        fconst_1
        fstore_1
        goto head
        out:
        return`,
    };
    expect(kinds(source, "head")).toBe("I|");
  });

  test("storing over one half of a long spoils the other", () => {
    const source = {
      code: "lconst_0\nlstore_1\niconst_0\nistore_2\nat:\niconst_0\nistore_1\nnext:\nreturn",
    };
    expect(kinds(source, "at")).toBe("..I|");
    expect(kinds(source, "next")).toBe(".II|");
    const first = { code: "lconst_0\nlstore_1\niconst_0\nistore_1\nat:\nreturn" };
    expect(kinds(first, "at")).toBe(".I|");
  });

  test("a long that meets a double leaves no half behind", () => {
    const source = {
      method: "static m(I)V",
      code: "iload_0\nifeq d\nlconst_0\nlstore_1\ngoto join\nd:\ndconst_0\ndstore_1\njoin:\nreturn",
    };
    expect(kinds(source, "join")).toBe("I|");
  });

  test("new objects are uninitialized, everywhere, until their constructor ran", () => {
    const source = {
      code: `
        new x/Y
        dup
        astore_1
        before:
        invokespecial x/Y.<init>()V
        after:
        return`,
    };
    expect(kinds(source, "before")).toBe(".U|U");
    expect(kinds(source, "after")).toBe(".A|");
  });

  test("this is uninitialized in a constructor until super()", () => {
    const source = {
      method: "<init>()V",
      code: "aload_0\nbefore:\ninvokespecial p/Base.<init>()V\nafter:\nreturn",
    };
    expect(kinds(source, "before")).toBe("T|T");
    expect(kinds(source, "after")).toBe("A|");
  });

  test("a handler sees the exception and what every instruction of the range left in the locals", () => {
    const source = {
      code: `
        iconst_0
        istore_1
        from:
        aconst_null
        astore_2
        fconst_0
        fstore_1
        nop
        to:
        return
        caught:
        pop
        return`,
      handlers: ["from to caught *"],
    };
    expect(kinds(source, "caught")).toBe("|A");
  });

  test("a handler does not see a store that is the last instruction of its range", () => {
    const source = {
      code: "iconst_0\nistore_1\nfrom:\nfconst_0\nfstore_1\nto:\nreturn\ncaught:\npop\nreturn",
      handlers: ["from to caught *"],
    };
    expect(kinds(source, "caught")).toBe(".I|A");
  });

  test("stack shuffles move whole values", () => {
    expect(run("iconst_0\nfconst_0", "swap")).toBe("|FI");
    expect(run("iconst_0\nfconst_0", "dup_x1")).toBe("|FIF");
    expect(run("iconst_0\naconst_null\nfconst_0", "dup_x2")).toBe("|FIAF");
    expect(run("lconst_0\nfconst_0", "dup_x2")).toBe("|FJ-F");
    expect(run("iconst_0\nfconst_0", "dup2")).toBe("|IFIF");
    expect(run("aconst_null\nlconst_0", "dup2_x1")).toBe("|J-AJ-");
    expect(run("dconst_0\nlconst_0", "dup2_x2")).toBe("|J-D-J-");
    expect(run("lconst_0", "pop2")).toBe("|");
  });

  test("switches reach all their targets", () => {
    const table = "iconst_1\ntableswitch 3 other a b\na:\nreturn\nb:\nreturn\nother:\nreturn";
    const lookup = "iconst_1\nlookupswitch other -4:a 9:b\na:\nreturn\nb:\nreturn\nother:\nreturn";
    for (const code of [table, lookup]) {
      for (const label of ["a", "b", "other"]) expect(kinds({ code }, label)).toBe("|");
    }
  });

  test("wide forms and calls", () => {
    const source = {
      maxLocals: 400,
      code: `
        lconst_1
        wide lstore 300
        wide lload 300
        iconst_2
        at:
        invokestatic x/Y.m(JI)D
        result:
        return`,
    };
    expect(kinds(source, "at")?.endsWith("J-|J-I")).toBe(true);
    expect(kinds(source, "result")?.endsWith("|D-")).toBe(true);
  });

  test("the kinds that hold references", () => {
    expect(Object.values(SlotKind).filter(holdsReference).map(kindName)).toEqual([
      "reference",
      "uninitialized object",
      "uninitialized this",
    ]);
  });
});

const detail = (source: Source, at: string) => {
  const { classFile, method, labels } = assemble(source);
  return inferTypes(classFile, method, { detail: true }).typesAt(labels.get(at) ?? -1);
};

describe("details", () => {
  test.each([
    ["ldc string x", "ldc string y", "java/lang/String"],
    ["aconst_null", "ldc string y", "java/lang/String"],
    ["aconst_null", "aconst_null", null],
    ["ldc string x", "ldc class x/Y", "java/lang/Object"],
    ["iconst_0\nanewarray x/Y", "iconst_0\nanewarray x/Z", "[Ljava/lang/Object;"],
    ["iconst_0\nnewarray 10", "iconst_0\nanewarray x/Z", "java/lang/Object"],
    ["iconst_0\nnewarray 10", "iconst_0\nnewarray 10", "[I"],
    ["iconst_0\nanewarray [I", "iconst_0\nanewarray [J", "[Ljava/lang/Object;"],
    ["iconst_0\nanewarray [[I", "iconst_0\nanewarray [[J", "[[Ljava/lang/Object;"],
  ])("%j meets %j", (one, two, name) => {
    const code = `iconst_0\nifeq second\n${one}\ngoto join\nsecond:\n${two}\njoin:\npop\nreturn`;
    expect(detail({ code }, "join")?.stack).toMatchObject([
      { kind: SlotKind.reference, name, offset: -1 },
    ]);
  });

  test("an uninitialized object knows its new", () => {
    const types = detail({ code: "nop\nnew x/Y\nat:\npop\nreturn" }, "at");
    expect(types?.stack).toMatchObject([{ kind: SlotKind.uninitialized, name: null, offset: 1 }]);
  });

  test("without detail there are none", () => {
    const { classFile, method } = assemble({ code: "return" });
    expect(inferTypes(classFile, method).typesAt(0)).toBeNull();
  });
});
