/** Checks of bodies against the classes of a program and its libraries. */
import { ACC_INTERFACE } from "../../classfile/format/access-flags.ts";
import type { Hierarchy } from "../items/hierarchy.ts";
import type { BodyChecks } from "./verified-body.ts";

export const checksOf = (hierarchy: Hierarchy): BodyChecks => ({
  oracle: {
    isAssignable: (from, to) => {
      const type = hierarchy.find(to);
      if (type === null || (type.accessFlags & ACC_INTERFACE) !== 0) return true;
      return hierarchy.isAbove(to, from);
    },
  },
  superclassOf: (name) => {
    const type = hierarchy.find(name);
    const isInterface = type !== null && (type.accessFlags & ACC_INTERFACE) !== 0;
    return isInterface ? null : (type?.superName ?? null);
  },
});
