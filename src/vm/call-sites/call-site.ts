/** What a call site's class is made from. */
import type { BootstrapMethod } from "../../classfile/format/class-file.ts";
import type { ConstantPool } from "../../classfile/format/constant-pool.ts";

export interface CallSiteSpec {
  /** Name of the bootstrap method. */
  readonly bootstrap: string;
  readonly pool: ConstantPool;
  /** The class that has the call site. */
  readonly owner: string;
  /** Its superclass. */
  readonly superclass: string | null;
  /** Digits and underscores that tell the call site from the others of its class. */
  readonly label: string;
  readonly name: string;
  readonly descriptor: string;
  /** Static arguments: constant-pool indices. */
  readonly args: readonly number[];
  readonly bootstraps: readonly BootstrapMethod[];
}
