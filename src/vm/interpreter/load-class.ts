/** Finds a class that running code refers to. */
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import { currentLocation } from "./calls.ts";

/** A missing class ends the run with a message that says which code needed it. */
export function loadClass(m: Machine, name: string): RuntimeClass {
  const cls = m.program.find(name);
  if (cls === null) throw m.program.missing(name, `code ${currentLocation(m)}`);
  m.prepareClasses();
  return cls;
}
