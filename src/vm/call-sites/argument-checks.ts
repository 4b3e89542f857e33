/**
 * A call site's static arguments come from the class file: what a JVM's
 * bootstrap methods would refuse must be refused here, before code is made
 * from it.
 */
import { BadClassFileError } from "../../core/errors.ts";
import type { CallSiteSpec } from "./call-site.ts";

export function refuse(spec: CallSiteSpec, problem: string): never {
  throw new BadClassFileError(
    `the call site "${spec.name}${spec.descriptor}" of bootstrap method ${spec.bootstrap} ${problem}`,
  );
}

/** Refuses the call site unless `holds`. */
export function check(holds: boolean, spec: CallSiteSpec, problem: string): void {
  if (!holds) refuse(spec, problem);
}

/** The static argument at a position; a call site that has too few is refused. */
export function argument(spec: CallSiteSpec, position: number): number {
  return spec.args[position] ?? refuse(spec, `has only ${spec.args.length} static arguments`);
}
