/** The lines of the program that write a field: where a growing value comes from. */
import type { RuntimeField } from "../../program/linking/runtime-class.ts";
import { lineAt } from "../../vm/code/code-space.ts";
import { fieldWritesIn } from "../../vm/code/field-writes.ts";
import type { Machine } from "../../vm/machine.ts";
import { sourcePath } from "../trace/frames-shown.ts";
import type { GrowthPlace } from "./growth.ts";

/** Outside constructors and class initialisers, which write each variable once. In the order of the code. */
export function writersOf(m: Machine, field: RuntimeField): GrowthPlace[] {
  const places = new Map<string, GrowthPlace>();
  for (const cls of m.program.classes) {
    if (cls?.origin !== "application") continue;
    for (const method of cls.methods) {
      if (method.name.startsWith("<")) continue;
      for (const at of fieldWritesIn(method, field)) {
        const frame = {
          method: `${cls.externalName}.${method.name}`,
          file: cls.file?.sourceFile ?? null,
          line: lineAt(method, at),
          isHelper: false,
        };
        const path = sourcePath(frame);
        places.set(`${path}:${frame.line}`, { path, line: frame.line, method: frame.method });
      }
    }
  }
  return [...places.values()];
}
