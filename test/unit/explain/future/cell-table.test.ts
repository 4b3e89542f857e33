/** Values are found by address, whatever the order in which their objects were found. */
import { describe, expect, test } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../../src/classfile/format/access-flags.ts";
import { CellTable, instanceFields } from "../../../../src/explain/future/cell-table.ts";
import { walkSteps } from "../../../../src/explain/reach-state.ts";
import { ARRAY_LENGTH } from "../../../../src/vm/memory/object-layout.ts";
import { machineOf } from "../../../support/machine.ts";

/** Makes arrays without elements, each with an object behind it that has a field, and comes to a choice. */
const main = new ClassAssembler({ name: "Main" })
  .field(ACC_PUBLIC, "value", "I")
  .method(ACC_PUBLIC | ACC_STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    for (let i = 0; i < 5; i++) {
      code.pushInt(0).emit("anewarray", "Main").emit("pop");
      code.emit("new", "Main").emit("pop");
    }
    code.emit("invokestatic", {
      owner: "deadwood/Verify",
      name: "getBoolean",
      descriptor: "()Z",
    });
    code.emit("pop").emit("return");
  });

describe("a field is found by its address", () => {
  const options = { mainClass: "Main", classes: [main], jdk: null, undo: true, checking: true };
  const { m } = machineOf({ ...options, heapWords: 1 << 20, stackWords: 1 << 14 });
  const { boot } = walkSteps(m, 1, 1);
  const objects: number[] = [];
  for (let at = boot.top; at < m.heapTop; at += m.wordsOf(at)) objects.push(at);

  test.each([
    { order: "as it is in memory", found: objects },
    { order: "with arrays last", found: objects.toSorted((a, b) => m.H[a]! - m.H[b]!) },
    { order: "backwards", found: objects.toReversed() },
  ])("$order", ({ found }) => {
    const table = new CellTable(m, [], found);
    let fields = 0;
    for (const object of found) {
      const cls = m.classOf(object);
      if (cls.component !== null) continue;
      instanceFields(cls).forEach((field, i) => {
        const address = (object + field.offset) * 4;
        const cells: number[] = [];
        table.inRange(address, address + 4, (cell) => cells.push(cell));
        expect(cells).toEqual([table.firstOf(object) + i]);
        fields++;
      });
    }
    expect(fields).toBe(5);
  });

  test("after arrays without elements", () => {
    const arrays = objects.filter((object) => m.classOf(object).component !== null);
    expect(arrays.map((array) => m.H[array + ARRAY_LENGTH])).toEqual([0, 0, 0, 0, 0]);
  });
});
