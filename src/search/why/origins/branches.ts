/** The branches that each thread has taken and whose ways have not met again: the conditions under which it goes on. */
import { lineAt, type TranslatedMethod } from "../../../vm/code/code-space.ts";
import { type Branch, NOTHING, type Reads, union } from "./accesses.ts";
import { AT_END, meetingPoints } from "./post-dominators.ts";

export class Branches {
  /** By thread of the machine: the last branch. */
  readonly #top = new Map<number, Branch>();
  readonly #meetings = new WeakMap<TranslatedMethod, ReadonlyMap<number, number>>();

  clear(): void {
    this.#top.clear();
  }

  top(thread: number): Branch | null {
    return this.#top.get(thread) ?? null;
  }

  ended(thread: number): void {
    this.#top.delete(thread);
  }

  /**
   * The thread has come to this offset of a frame. `each` sees the branches whose ways meet here: operands that have been
   * pushed since were chosen by them.
   */
  meet(thread: number, fp: number, offset: number, each: (branch: Branch) => void): void {
    let top = this.top(thread);
    while (top?.fp === fp && top.meets === offset) {
      each(top);
      top = this.#set(thread, top.outer);
    }
  }

  /** The thread has left all frames above this one. */
  leaveTo(thread: number, fp: number): void {
    let top = this.top(thread);
    while (top !== null && top.fp > fp) top = this.#set(thread, top.outer);
  }

  decide(
    thread: number,
    code: TranslatedMethod,
    at: Pick<Branch, "pc" | "fp" | "sp" | "from"> & { readonly offset: number },
  ): void {
    const { offset, pc, fp, sp } = at;
    let meetings = this.#meetings.get(code);
    if (meetings === undefined) {
      meetings = meetingPoints(code.info.bytes);
      this.#meetings.set(code, meetings);
    }
    const meets = meetings.get(offset) ?? AT_END;
    const { from } = at;
    let earlier: Reads = NOTHING;
    let outer = this.top(thread);
    // A loop comes to its condition again.
    for (let each = outer; each?.fp === fp; each = each.outer) {
      if (each.pc !== pc) continue;
      ({ outer } = each);
      if (meets === AT_END) earlier = union(each.earlier, each.from);
      break;
    }
    const line = lineAt(code.method, offset);
    const isIdle = from.length === 0 && earlier.length === 0;
    this.#set(thread, isIdle ? outer : { fp, pc, sp, line, meets, from, earlier, outer });
  }

  /** What the innermost branch of the frame has decided from, if the method goes on behind it. */
  innermost(thread: number, fp: number): Reads {
    const top = this.top(thread);
    return top?.fp === fp && top.meets !== AT_END ? top.from : NOTHING;
  }

  /** What all branches of the frame have decided from. */
  all(thread: number, fp: number): Reads {
    let all: Reads = NOTHING;
    for (let at = this.top(thread); at?.fp === fp; at = at.outer) {
      all = union(all, union(at.earlier, at.from));
    }
    return all;
  }

  #set(thread: number, branch: Branch | null): Branch | null {
    if (branch === null) this.#top.delete(thread);
    else this.#top.set(thread, branch);
    return branch;
  }
}
