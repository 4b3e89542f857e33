/** Code that is not what it should be, in a class that is never used: the run does not care, so neither may the analysis. */
import { expect, test } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../../src/classfile/format/access-flags.ts";
import { LiveFields } from "../../../../src/liveness/fields/live-fields.ts";
import { machineOf, runToEnd } from "../../../support/machine.ts";

/** The three instructions of `bad`. */
const CODE = [0x03, 0x57, 0xb1];
const NO_OPCODE = 0xfe;

class Damaged extends ClassAssembler {
  override toBytes(): Uint8Array {
    const bytes = super.toBytes().slice();
    const at = bytes.findIndex((_, i) => CODE.every((byte, k) => bytes[i + k] === byte));
    bytes[at] = NO_OPCODE;
    return bytes;
  }
}

test("a method that cannot be read reads everything, and is no error", () => {
  const cls = new ClassAssembler({ name: "Main" });
  const other = new Damaged({ name: "Other" });
  cls.method(ACC_PUBLIC | ACC_STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    const end = code.label();
    code.emit("aload_0").emit("arraylength").emit("ifeq", end);
    code.emit("invokestatic", { owner: "Other", name: "bad", descriptor: "()V" });
    code.mark(end);
    code.emit("return");
  });
  other.method(ACC_STATIC, "bad", "()V", (code) => {
    code.emit("iconst_0").emit("pop").emit("return");
  });
  const machine = machineOf({ mainClass: "Main", classes: [cls, other], jdk: null });
  const live = new LiveFields(machine.m);
  expect(live.sets.size(live.ofState(machine.m))).toBe(Number.POSITIVE_INFINITY);
  expect(runToEnd(machine).exitCode).toBe(0);
});
