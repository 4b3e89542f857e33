/** Which field or element the next instruction reads or writes, however it does: by itself, or by a call of the library. */
import { I } from "../../../vm/code/instructions.ts";
import { placeOf, VariableKind, variableCallAt } from "../../../vm/interpreter/var-handle-calls.ts";
import type { Machine } from "../../../vm/machine.ts";
import { bytesAt } from "../../../vm/native-api/memory-access.ts";
import { AccessKind, PendingAccess } from "../../../vm/sharing/pending-access.ts";

/** An update reads and writes in one. */
export type CellUse = "none" | "read" | "write" | "update";

export class CellAccess {
  use: CellUse = "none";
  /** 0 for a static field. */
  object = 0;
  /** Distance from the object in bytes. */
  offset = 0;
  readonly #next = new PendingAccess();

  /** The instruction at the machine's pc; `called`: the method it calls, -1 for none. */
  decode(m: Machine, called: number): void {
    this.use = "none";
    const next = this.#next;
    next.decodeAt(m, m.pc, m.S, m.sp, m.fp);
    switch (next.kind) {
      case AccessKind.field:
      case AccessKind.element:
      case AccessKind.staticField:
        if (next.fails) return;
        this.#set(next.isWrite ? "write" : "read", next.object, next.firstByte);
        return;
      case AccessKind.call:
        if (next.op === I.invokeHandle) this.#decodeHandle(m);
        else if (called >= 0) this.#decodeNative(m, called);
        return;
      default:
        return;
    }
  }

  #set(use: CellUse, object: number, address: number): void {
    this.use = use;
    this.object = object;
    this.offset = address - object * 4;
  }

  /** An access through a variable handle. */
  #decodeHandle(m: Machine): void {
    const call = variableCallAt(m, m.pc, m.sp);
    const at = call === null ? null : placeOf(m, call);
    if (call === null || at === null) return;
    const { operation } = call.mode;
    const use = operation === "get" ? "read" : operation === "set" ? "write" : "update";
    this.#set(use, call.kind === VariableKind.static ? 0 : call.object, at.address);
  }

  /** An access by an object and an offset. */
  #decodeNative(m: Machine, called: number): void {
    const method = m.program.methods[called];
    const memory = method === undefined ? undefined : m.nativeFor(method)?.memory;
    if (memory === undefined || memory.does === "copy" || memory.does === "fill") return;
    const base = m.sp - m.space.args[called]!;
    const object = m.S[base + 2]!;
    if (object === 0) return;
    const offset = bytesAt(m, base + 2);
    const use = memory.does === "get" ? "read" : memory.does === "put" ? "write" : "update";
    // A static field is named by the mirror of its class, which is elsewhere.
    const isStatic = offset < 0;
    this.#set(use, isStatic ? 0 : object, object * 4 + offset);
  }
}
