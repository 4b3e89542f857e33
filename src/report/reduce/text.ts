/** The result of `deadwood reduce` as text. */
import type { ReduceResult } from "../../reduce/reduce.ts";
import type { ReductionEvent } from "../../reduce/single-reduction.ts";

/** "out.jar: 1234 of 56789 bytes (2.2 %), 3 of 40 classes, 210 runs, 12.3 s" */
export function reductionLine(result: ReduceResult): string {
  const { path, bytes, inputBytes, classes, inputClasses, runs, seconds } = result;
  const share = ((100 * bytes) / inputBytes).toFixed(bytes * 100 < inputBytes ? 2 : 1);
  return `${path}: ${bytes} of ${inputBytes} bytes (${share} %), ${classes} of ${inputClasses} classes, ${runs} runs, ${seconds.toFixed(1)} s`;
}

/** Warnings about a result, and what remains to be done. */
export const reductionWarnings = ({ malformed, stopped }: ReduceResult): string[] => [
  ...malformed.map((name) => `warning: ${name} in the result is not a well-formed class file`),
  ...(stopped === null
    ? []
    : [`stopped: ${stopped}; the best result so far is kept. Use --resume to continue`]),
];

export function reductionProgress({
  step,
  inputBytes,
}: ReductionEvent & { readonly type: "progress" }): string {
  const { strategy, run, items, classes, best, time } = step;
  const share = ((100 * best) / inputBytes).toFixed(2);
  const what = items === 0 ? "" : `${items} items, `;
  return `${strategy}: run ${run}, ${what}${classes} classes, best ${best} bytes (${share} %), ${time.toFixed(0)} s`;
}
