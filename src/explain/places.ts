/** Places in the code, as explanations show them. */
import type { RuntimeMethod } from "../program/linking/runtime-class.ts";
import { lineAt } from "../vm/code/code-space.ts";
import type { Machine } from "../vm/machine.ts";

/** "p.Main.run:12"; without the line if the class file has none. */
export function methodPlace(method: RuntimeMethod, offset: number): string {
  const line = offset < 0 ? -1 : lineAt(method, offset);
  const name = `${method.owner.externalName}.${method.name}`;
  return line < 0 ? name : `${name}:${line}`;
}

export const placeAt = (m: Machine, pc: number): string =>
  methodPlace(m.space.codeAt(pc).method, m.space.offsetAt(pc));
