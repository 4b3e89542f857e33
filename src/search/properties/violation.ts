/** What went wrong on a schedule, with everything needed to report and replay it. */

import type { Step } from "../step.ts";
import type { Evidence, RacingAccess } from "../trace/trace.ts";
import type { ExceptionData } from "./exceptions.ts";
import type { PropertyKind } from "./table.ts";

export interface Violation {
  readonly kind: PropertyKind;
  readonly message: string;
  /** Further lines: the threads of a deadlock, the stack of an exception. */
  readonly details: readonly string[];
  readonly trace: readonly Step[];
  /** Of a livelock: the number of last steps that lead back to the state where they began. */
  readonly cycle?: number;
  /** Of a race: what threads (by their numbers in the machine) are about to do. */
  readonly pending?: readonly RacingAccess[];
  /** Earlier places that explain it; a replay finds them. */
  readonly evidence?: readonly Evidence[];
  /** The number of the thread that the violation is about, if it is about one. */
  readonly thread?: number;
  /** The exception that was not caught. */
  readonly exception?: ExceptionData;
}
