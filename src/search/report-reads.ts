/** What is read to tell of an uncaught exception: its message and its stack. */
import type { AccessLog } from "../vm/access-log.ts";
import { ARRAY_DATA } from "../vm/layout.ts";
import type { Machine } from "../vm/machine.ts";

export function logReport(m: Machine, log: AccessLog, exception: number): void {
  const read = (object: number, field: string, className = "java/lang/Throwable"): number => {
    const offset = m.fieldOffset(className, field);
    log.read(object, offset);
    return m.H[object + offset]!;
  };
  const readArray = (array: number): void => {
    if (array !== 0) log.readRange(array, ARRAY_DATA, m.wordsOf(array));
  };
  readArray(read(exception, "backtrace"));
  const message = read(exception, "detailMessage");
  if (message !== 0) readArray(read(message, "value", "java/lang/String"));
}
