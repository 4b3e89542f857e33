/**
 * A machine's memory as a text that does not depend on addresses: the static fields of the program's own
 * classes and everything they reach, with objects named in the order of discovery. It does not use the
 * canonicalizer, which it helps to verify.
 */
import type { RuntimeClass, RuntimeField } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../../vm/machine.ts";
import { STATIC_BASE } from "../../vm/memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../vm/memory/object-layout.ts";
import { ThreadStatus } from "../../vm/memory/thread-status.ts";

export interface MemoryTextOptions {
  /** Whether library objects are shown with their class names, and strings with their characters. */
  readonly isLibraryShown: boolean;
}

export function memoryText(
  m: Machine,
  options: MemoryTextOptions = { isLibraryShown: true },
): string {
  return new MemoryText(m, options).text;
}

class MemoryText {
  text = "";
  readonly #m: Machine;
  readonly #isLibraryShown: boolean;
  readonly #names = new Map<number, number>();
  readonly #pending: number[] = [];

  constructor(m: Machine, { isLibraryShown }: MemoryTextOptions) {
    this.#m = m;
    this.#isLibraryShown = isLibraryShown;
    const own = m.program.classes
      .flatMap((cls) => (cls?.origin === "application" && !cls.isArray ? [cls] : []))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    // A class that was not used yet may or may not be loaded, so zeros are left out.
    for (const cls of own) {
      for (const field of cls.fields) {
        const at = STATIC_BASE + field.offset;
        const isZero = m.H[at] === 0 && (!field.isWide || m.H[at + 1] === 0);
        if (!field.isStatic || isZero) continue;
        this.text += `${cls.name}.`;
        this.#field(field, at);
      }
    }
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
      this.#object(next);
    }
  }

  #field(field: RuntimeField, at: number): void {
    this.text += `${field.name}=${this.#value(field.descriptor, at)} `;
  }

  #value(descriptor: string, at: number): string {
    const m = this.#m;
    switch (descriptor.charAt(0)) {
      case "J":
      case "D":
        return `${m.HL[at >> 1]}`;
      case "L":
      case "[":
        return this.#name(m.H[at]!);
      default:
        return `${m.H[at]}`;
    }
  }

  #name(ref: number): string {
    if (ref === 0) return "null";
    const known = this.#names.get(ref);
    if (known !== undefined) return `#${known}`;
    this.#names.set(ref, this.#names.size);
    this.#pending.push(ref);
    return `#${this.#names.size - 1}`;
  }

  #object(ref: number): void {
    const m = this.#m;
    const cls = m.classOf(ref);
    const isShown = this.#isLibraryShown || cls.isArray || cls.origin === "application";
    this.text += ` #${this.#names.get(ref)}:${isShown ? cls.name : "*"}`;
    if (cls.component !== null) this.#elements(ref, cls.component);
    else if (!isShown) return;
    else if (cls.name === "java/lang/String") this.text += JSON.stringify(m.text(ref));
    else if (cls.origin === "application") {
      this.text += "(";
      for (let c: RuntimeClass | null = cls; c !== null; c = c.superclass) {
        if (c.origin !== "application") break;
        for (const field of c.fields) if (!field.isStatic) this.#field(field, ref + field.offset);
      }
      this.text += ")";
    }
  }

  #elements(ref: number, component: RuntimeClass): void {
    const m = this.#m;
    const length = m.H[ref + ARRAY_LENGTH]!;
    const shift = m.classTables.elementShift[m.H[ref]!]!;
    const values = Array.from({ length }, (_, i) => {
      const data = ref + ARRAY_DATA;
      if (!component.isPrimitive) return this.#name(m.H[data + i]!);
      if (shift === 3) return `${m.HL[(data >> 1) + i]}`;
      if (shift === 2) return `${m.H[data + i]}`;
      return shift === 1 ? `${m.HC[data * 2 + i]}` : `${m.HB[data * 4 + i]}`;
    });
    this.text += `[${values.join(",")}]`;
  }
}

/** The place of each living thread, and whether it waits or was woken. */
export function placesText(m: Machine): string {
  return [...places(m)].map(([thread, place]) => `${thread}:${place}`).join("; ");
}

/** The same without the identity of threads: they are numbered in the order in which they were started. */
export function nobodysPlacesText(m: Machine): string {
  return [...places(m)]
    .map(([, place]) => place)
    .toSorted()
    .join("; ");
}

function* places(m: Machine): Generator<readonly [thread: number, place: string]> {
  for (let thread = 0; thread < m.threadCount; thread++) {
    const view = m.threadAt(thread);
    if (view.hasEnded) continue;
    const { pc, status } = view;
    const place = `${m.space.codeAt(pc).method.toString()}+${m.space.offsetAt(pc)}`;
    // A thread in front of a monitor or gate may or may not have tried to enter.
    const isParked = status === ThreadStatus.parked && view.target === 0;
    const isWaiting = status === ThreadStatus.waiting || isParked;
    yield [thread, `${isWaiting ? `waits(${view.flags})` : "stuck"} ${place}`];
  }
}
