/**
 * One method as the analysis of faint values sees it: which of its values count
 * when some fields, some parameters of other methods, and perhaps its result do.
 * The set of values that count only grows, and `update` continues from the last result.
 */

import { u1 } from "../../classfile/code/bytecode-scan.ts";
import type { CodeInfo } from "../../classfile/format/class-file.ts";
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import { BadClassFileError } from "../../core/errors.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { type CodeTypes, slotKinds } from "../../program/types/inference.ts";
import type { CallGraph } from "../code/call-graph.ts";
import { ELEMENT_KINDS, elementFact } from "../code/facts.ts";
import { NO_EFFECT } from "../code/instruction-effects.ts";
import { reachedInstructions } from "../code/reachable-code.ts";
import { type MemoryAccess, PLACE_SLOTS } from "../code/unsafe-calls.ts";
import { isCall, storesValue } from "../slots/slot-effects.ts";
import { SlotAnalysis, type ValueUses } from "../slots/slot-liveness.ts";

/** What a method asks about the rest of the program. */
export interface ProgramUses {
  /** Whether the value of the field, or of the elements, counts somewhere. */
  countsFact(fact: number): boolean;
  /** Some method at the end of a call looks at the argument, by its slot. */
  countsParameter(callee: number, slot: number): boolean;
}

const IASTORE = 0x4f;
const INVOKEVIRTUAL = 0xb6;
const INVOKESTATIC = 0xb8;
const INVOKEINTERFACE = 0xb9;

export class MethodUses implements ValueUses {
  readonly method: RuntimeMethod;
  /** Node in the graph. */
  readonly node: number;
  /** Reads of fields and elements: what each reads, by offset. */
  readonly reads = new Map<number, number>();
  /** Stores likewise. */
  readonly stores = new Map<number, number>();
  /** Calls: the node of what each runs, by offset. */
  readonly calls = new Map<number, number>();
  /** Offsets of calls that are accesses to a field. */
  readonly #memory = new Set<number>();
  /** What instructions read besides, whatever becomes of it. */
  readonly otherFacts: number[] = [];
  /** The call-graph nodes that instructions may run, to look up what those read. */
  readonly runs = new Set<number>();
  readonly #around: ProgramUses;
  readonly #bytes: Uint8Array;
  /** Null when nothing is known about its values: then all count. */
  #slots: SlotAnalysis | null = null;
  #isResultUsed: boolean;
  readonly #parameters: Uint8Array;

  constructor(graph: CallGraph, method: RuntimeMethod, node: number, around: ProgramUses) {
    this.method = method;
    this.node = node;
    this.#around = around;
    this.#isResultUsed = graph.isEntered(method);
    const { parameterSlots } = parseMethodDescriptor(method.descriptor);
    this.#parameters = new Uint8Array(parameterSlots + (method.isStatic ? 0 : 1));
    const types = typesOf(method);
    const code = types?.code ?? method.code!;
    this.#bytes = code.bytes;
    this.#look(graph, code);
    if (types === null) return;
    const slots = new SlotAnalysis(types, method.owner.file!.constants, this);
    if (slots.prepare()) this.#slots = slots;
  }

  /** To be called before anything is asked, and once more counts around it. */
  update(): void {
    if (this.#slots?.runOn() === false) this.#slots = null;
  }

  /** Some call needs the result of the method; true if that is new. */
  useResult(): boolean {
    const isNew = !this.#isResultUsed;
    this.#isResultUsed = true;
    return isNew;
  }

  /** Takes note of the parameters that count by now; true when there are more of them. */
  noteParameters(): boolean {
    let isMore = false;
    for (let slot = 0; slot < this.#parameters.length; slot++) {
      if (this.#parameters[slot] === 1 || !this.isLive(0, slot)) continue;
      this.#parameters[slot] = 1;
      isMore = true;
    }
    return isMore;
  }

  countsParameter(slot: number): boolean {
    return this.#parameters[slot] !== 0;
  }

  /** Something depends on what the read or the call at an offset leaves. */
  countsResult(offset: number): boolean {
    return this.#slots === null || this.#slots.countsResult(offset);
  }

  isLive(offset: number, slot: number): boolean {
    return this.#slots === null || this.#slots.isLive(offset, slot);
  }

  /** The machine's code of the method is this one, instruction for instruction. */
  isCodeOf(bytes: Uint8Array): boolean {
    return Buffer.compare(bytes, this.#bytes) === 0;
  }

  // ---- what the flow inside asks ----

  countsStored(offset: number): boolean {
    const fact = this.stores.get(offset);
    return fact === undefined || this.#around.countsFact(fact);
  }

  countsArgument(offset: number, slot: number): boolean {
    if (this.#memory.has(offset) && slot >= PLACE_SLOTS) return this.countsStored(offset);
    const callee = this.calls.get(offset);
    if (callee === undefined) return true;
    const op = u1(this.#bytes, offset);
    // Without an object there is an exception, and its class decides what runs.
    const hasObject = op >= INVOKEVIRTUAL && op <= INVOKEINTERFACE && op !== INVOKESTATIC;
    return (hasObject && slot === 0) || this.#around.countsParameter(callee, slot);
  }

  countsReturned(): boolean {
    return this.#isResultUsed;
  }

  /** Unreachable instructions are skipped: what they refer to was not analysed. */
  #look(graph: CallGraph, code: CodeInfo): void {
    const { effects, facts } = graph;
    const offsets = reachedInstructions(graph, this.method, code);
    offsets.forEach((at, i) => {
      const op = u1(code.bytes, at);
      const { fact, callee: run, init } = effects.at(this.method, code, offsets, i) ?? NO_EFFECT;
      if (run >= 0) this.runs.add(run);
      if (init >= 0) this.runs.add(init);
      const access = op === INVOKEVIRTUAL ? effects.memoryAt(this.method, code, offsets, i) : null;
      if (access !== null) this.#lookAtMemory(at, access, facts.number(access.field));
      else if (isCall(op)) {
        if (fact >= 0) this.otherFacts.push(fact);
        const callee = effects.calledAt(this.method, code, at);
        if (callee >= 0) this.calls.set(at, callee);
      } else if (storesValue(op)) {
        if (op < INVOKEVIRTUAL && op >= 0xb3) {
          const field = effects.fieldAt(this.method, code, at);
          if (field !== null) this.stores.set(at, facts.number(field));
        } else this.stores.set(at, elementFact(ELEMENT_KINDS[op - IASTORE]!));
      } else if (fact >= 0) this.reads.set(at, fact);
    });
  }

  /** The value that is put there is as good as stored; that which was there, as read. */
  #lookAtMemory(at: number, { kind }: MemoryAccess, fact: number): void {
    this.#memory.add(at);
    if (kind === "compare") this.otherFacts.push(fact);
    else if (kind !== "put") this.reads.set(at, fact);
    if (kind !== "get") this.stores.set(at, fact);
  }
}

/** Code that is not what it seems is refused when it runs. */
function typesOf(method: RuntimeMethod): CodeTypes | null {
  try {
    return slotKinds(method.owner.file!, method.info);
  } catch (error) {
    if (error instanceof BadClassFileError) return null;
    throw error;
  }
}
