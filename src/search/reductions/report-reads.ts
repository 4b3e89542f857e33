/** Words that count as read although no step reads them. */
import type { BootPart } from "../../liveness/dynamic/boot-part.ts";
import { type BootWords, objectAround } from "../../state/boot-words.ts";
import type { Machine } from "../../vm/machine.ts";
import type { AccessLog } from "../../vm/memory/access-log.ts";
import { PERM_BASE } from "../../vm/memory/memory.ts";

/** Logs reads of the fields and elements of boot objects that have changed. */
export function logChanged(m: Machine, log: AccessLog, boot: BootWords, part: BootPart): void {
  for (let index = 0; index < boot.count; index++) {
    if (!part.isRead(index)) continue;
    const address = boot.addresses[index]!;
    const object = address < PERM_BASE ? 0 : objectAround(m, address);
    log.readBytes(m, object, (address - object) * 4, (address - object + 1) * 4);
  }
}

/** Logs reads of what a report shows of an uncaught exception: its class, its message and its stack. */
export function logReport(m: Machine, log: AccessLog, exception: number): void {
  const read = (object: number, field: string, className = "java/lang/Throwable"): number => {
    const offset = m.fieldOffset(className, field);
    log.read(object, offset);
    return m.H[object + offset]!;
  };
  const readArray = (array: number): void => {
    if (array !== 0) log.readElements(m, array);
  };
  log.readType(exception);
  readArray(read(exception, "backtrace"));
  const message = read(exception, "detailMessage");
  if (message !== 0) readArray(read(message, "value", "java/lang/String"));
}
