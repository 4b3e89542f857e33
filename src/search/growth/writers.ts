/** The lines of the program that write a field: where a growing value comes from. */
import { instructionLength, u1, u2 } from "../../classfile/code/bytecode-scan.ts";
import type { RuntimeField, RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { lineAt } from "../../vm/code/code-space.ts";
import type { Machine } from "../../vm/machine.ts";
import { sourcePath } from "../trace/frames-shown.ts";
import type { GrowthPlace } from "./growth.ts";

const PUT_STATIC = 0xb3;
const PUT_FIELD = 0xb5;

/** Outside constructors and class initialisers, which write each variable once. In the order of the code. */
export function writersOf(m: Machine, field: RuntimeField): GrowthPlace[] {
  const places = new Map<string, GrowthPlace>();
  for (const cls of m.program.classes) {
    if (cls?.origin !== "application") continue;
    for (const method of cls.methods) {
      if (method.name.startsWith("<")) continue;
      for (const place of writesIn(method, field)) places.set(`${place.path}:${place.line}`, place);
    }
  }
  return [...places.values()];
}

function* writesIn(method: RuntimeMethod, field: RuntimeField): Generator<GrowthPlace> {
  const constants = method.owner.file?.constants;
  const bytes = method.code?.bytes;
  if (constants === undefined || bytes === undefined) return;
  const wanted = field.isStatic ? PUT_STATIC : PUT_FIELD;
  for (let at = 0; at < bytes.length; at += instructionLength(bytes, at)) {
    if (u1(bytes, at) !== wanted) continue;
    const { owner, name } = constants.member(u2(bytes, at + 1));
    // The reference may name a subclass of the field's owner.
    if (name !== field.name || (owner !== field.owner.name && field.isStatic)) continue;
    const frame = {
      method: `${method.owner.externalName}.${method.name}`,
      file: method.owner.file?.sourceFile ?? null,
      line: lineAt(method, at),
      isHelper: false,
    };
    yield { path: sourcePath(frame), line: frame.line, method: frame.method };
  }
}
