/**
 * Which variable of the program leads to an object. Of a list's element, a user wants to know the field that holds the
 * list. So each object reached from threads and static fields gets a holder: the last field, or the last local
 * variable, of the program's own code on a shortest way to it. A field that leads from an object to another of its own
 * class, as in a linked list, passes its holder on.
 */
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import type { LiveCells } from "../../state/live-cells.ts";
import { walkFrames } from "../../vm/code/frames.ts";
import {
  forEachFrameRoot,
  hasEnded,
  type LiveReferences,
  RECORD_REFERENCES,
} from "../../vm/heap/heap-roots.ts";
import type { Machine } from "../../vm/machine.ts";
import { STATIC_BASE, threadRecord } from "../../vm/memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../vm/memory/object-layout.ts";
import { fieldAt, simpleName } from "../trace/object-names.ts";

/** By object: the name of its holder; "" where no variable of the program leads to it. */
export type Holders = ReadonlyMap<number, string>;

const isProgram = ({ origin }: RuntimeClass): boolean => origin === "application";

/** The objects that live references lead to. Registers of all threads must be in their records. */
export function findHolders(m: Machine, live: LiveCells): Holders {
  const { H } = m;
  const holders = new Map<number, string>();
  const view = liveReferences(live);
  const add = (ref: number, holder: string): void => {
    if (ref !== 0 && !holders.has(ref)) holders.set(ref, holder);
  };
  for (const cls of m.program.classes) {
    for (const field of cls?.fields ?? []) {
      if (!field.isStatic || !field.isReference || cls === undefined) continue;
      const address = STATIC_BASE + field.offset;
      if (!view.isStaticLive(address)) continue;
      add(H[address]!, isProgram(cls) ? `${simpleName(cls)}.${field.name}` : "");
    }
  }
  for (let thread = 0; thread < m.threadCount; thread++) {
    if (hasEnded(m, thread)) continue;
    for (const word of RECORD_REFERENCES) {
      const ref = H[threadRecord(thread) + word]!;
      if (ref >= STATIC_BASE && m.program.classes[H[ref]!] !== undefined) add(ref, "");
    }
    const frames = programFrames(m, thread);
    forEachFrameRoot(
      m,
      thread,
      (at) => {
        add(m.S[at]!, frames.find(({ low, high }) => at >= low && at < high)?.name ?? "");
      },
      0,
      view,
    );
  }
  // The map grows during this loop.
  for (const [object, holder] of holders) followReferences(m, object, holder, view, add);
  return holders;
}

function followReferences(
  m: Machine,
  object: number,
  holder: string,
  view: LiveReferences,
  add: (ref: number, holder: string) => void,
): void {
  const { H } = m;
  const cls = m.classOf(object);
  if (cls.component !== null) {
    if (cls.component.isPrimitive || !view.areElementsLive(cls.id)) return;
    const end = object + ARRAY_DATA + H[object + ARRAY_LENGTH]!;
    for (let at = object + ARRAY_DATA; at < end; at++) add(H[at]!, holder);
    return;
  }
  for (const offset of cls.referenceOffsets) {
    const ref = H[object + offset]!;
    if (ref === 0 || !view.isFieldLive(cls.id, offset)) continue;
    const field = fieldAt(cls, offset);
    const isOwn = field !== null && isProgram(field.owner) && m.classOf(ref) !== cls;
    add(ref, isOwn ? `${simpleName(field.owner)}.${field.name}` : holder);
  }
}

interface StackPart {
  readonly low: number;
  readonly high: number;
  readonly name: string;
}

/** The parts of a thread's stack that belong to the program's own methods. */
function programFrames(m: Machine, thread: number): StackPart[] {
  const parts: StackPart[] = [];
  walkFrames(m, m.threadAt(thread), ({ code, fp, sp }) => {
    const { method } = code;
    if (isProgram(method.owner)) {
      const name = `a local variable of ${simpleName(method.owner)}.${method.name}`;
      parts.push({ low: fp, high: sp, name });
    }
    return true;
  });
  return parts;
}

function liveReferences({ frames, fields }: LiveCells): LiveReferences {
  const set = fields?.ofState() ?? 0;
  return {
    isSlotLive: (code, pc, slot) => frames === null || frames.isLive(code, pc, slot),
    isFieldLive: (cls, offset) => fields === null || fields.isFieldLive(set, cls, offset),
    areElementsLive: (cls) => fields === null || fields.areElementsLive(set, cls),
    isStaticLive: (address) => fields === null || fields.isStaticLive(set, address),
  };
}
