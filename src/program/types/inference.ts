/**
 * What every local and operand slot holds before every instruction of a
 * method. The machine's slots carry no tags: the garbage collector, the
 * canonicaliser and liveness ask here which of them are references, and a
 * method that would confuse the machine is refused before it runs.
 *
 * Types are inferred from scratch by abstract interpretation (stack maps are
 * not read unless a caller gives them, so class files of every version are alike). States are kept at the
 * places control can jump to and merged until nothing changes; within a
 * straight run the frame is simply carried along.
 */

import {
  IS_BLOCK_START,
  instructionLength,
  reject,
  scanCode,
} from "../../classfile/code/bytecode-scan.ts";
import type { ClassFile, CodeInfo, MethodInfo } from "../../classfile/format/class-file.ts";
import { BadClassFileError } from "../../core/errors.ts";
import { AbstractFrame } from "./abstract-frame.ts";
import { Stepper } from "./instruction-effects.ts";
import { KindRows, type Kinds } from "./kind-rows.ts";
import { type PoolTypes, poolTypes } from "./pool-types.ts";
import { StackMapCheck } from "./stack-map-check.ts";
import { type InlinedCode, inlineSubroutines, NO_TARGETS } from "./subroutines.ts";
import {
  type HierarchyOracle,
  NULL_TYPE,
  SlotKind,
  TOP,
  type TypeCode,
} from "./verification-type.ts";

export interface InferOptions {
  /** Without one, reference types are not checked against each other. */
  readonly oracle?: HierarchyOracle;
  /** Keep the names of reference types, for `typesAt`: of all instructions, or of some, by their offsets. */
  readonly detail?: boolean | ((at: number) => boolean);
  /** The method's code after inlineSubroutines; made when absent. */
  readonly code?: InlinedCode;
  /**
   * The contents of the method's StackMapTable. With them the types at the places
   * that it names are those it declares, as for a JVM, and what leads there is
   * checked against them.
   */
  readonly stackMap?: Uint8Array;
  /** For code made for a call site: the class that has the site, in whose name invokespecial calls. */
  readonly caller?: ClassFile;
}

/** A slot with its details. */
export interface SlotType {
  readonly kind: number;
  /** Class or array name of a reference (the common one where several met); null for null and for other kinds. */
  readonly name: string | null;
  /** With an oracle, all that a reference may be; none for null and for other kinds. */
  readonly names: readonly string[];
  /** The `new` instruction of an uninitialized object, the target of a return address, else -1. */
  readonly offset: number;
}

export interface SlotTypes {
  readonly locals: readonly SlotType[];
  readonly stack: readonly SlotType[];
}

export class CodeTypes {
  /** The code the offsets refer to: the method's own, or a copy without shared subroutines. */
  readonly code: InlinedCode;
  readonly #rows: KindRows;
  readonly #details: ReadonlyMap<number, SlotTypes>;

  constructor(code: InlinedCode, rows: KindRows, details: ReadonlyMap<number, SlotTypes>) {
    this.code = code;
    this.#rows = rows;
    this.#details = details;
  }

  /** The kinds before the instruction at a byte offset; null when it is unreachable (or no instruction). */
  kindsAt(offset: number): Kinds | null {
    return this.#rows.at(offset);
  }

  /** As `kindsAt` with names; null also when inferred without `detail`. */
  typesAt(offset: number): SlotTypes | null {
    return this.#details.get(offset) ?? null;
  }

  /** Bytes held, for those who budget memory. */
  get size(): number {
    return this.#rows.size;
  }
}

/**
 * From this class file version on, code that branches needs a right StackMapTable. For the one
 * before, a JVM infers types where the table is wrong.
 */
export const STACK_MAP_NEEDED = 51;

/** Slots looked at before a method is refused as too complex; real methods stay a thousand times below. */
const MAX_WORK = 400_000_000;

/** Infers the types of a method's code. Throws BadClassFileError where the JVM would reject the method. */
export function inferTypes(
  classFile: ClassFile,
  method: MethodInfo,
  options: InferOptions = {},
): CodeTypes {
  const where: Where = { at: 0, code: method.code };
  try {
    const source = method.code;
    if (source === null) return reject("the method has no code");
    const code = options.code ?? inlineSubroutines(source, where);
    where.code = code;
    return new Inference(classFile, method, code, options, where).run();
  } catch (error) {
    if (!(error instanceof BadClassFileError)) throw error;
    throw new BadClassFileError(`${place(classFile, method, where)}: ${error.message}`, {
      cause: error,
    });
  }
}

const knownTypes = new WeakMap<ClassFile, Map<MethodInfo, CodeTypes>>();

/**
 * As `inferTypes` without options, but once for each method: what was found is kept with
 * the class file, for the machine and for all analyses of the same code.
 */
export function slotKinds(file: ClassFile, method: MethodInfo): CodeTypes {
  const known = knownTypes.get(file)?.get(method);
  return known ?? keepTypes(file, method, inferTypes(file, method));
}

/** The same with some names, for the first who wants those. */
export function slotTypes(
  file: ClassFile,
  method: MethodInfo,
  detail: (at: number) => boolean,
): CodeTypes {
  return keepTypes(file, method, inferTypes(file, method, { detail }));
}

function keepTypes(file: ClassFile, method: MethodInfo, types: CodeTypes): CodeTypes {
  const ofFile = knownTypes.get(file) ?? new Map<MethodInfo, CodeTypes>();
  knownTypes.set(file, ofFile.set(method, types));
  return types;
}

/** The offset being looked at, kept outside so that every refusal can name its place. */
interface Where {
  at: number;
  code: CodeInfo | null;
}

function place(classFile: ClassFile, method: MethodInfo, { at, code }: Where): string {
  const name = classFile.name.replaceAll("/", ".");
  const lines = code?.lineNumbers ?? new Int32Array();
  let line = 0;
  for (let i = 0; i + 1 < lines.length && (lines[i] ?? 0) <= at; i += 2) line = lines[i + 1] ?? 0;
  const suffix = line > 0 ? ` (line ${line})` : "";
  return `class ${name}, method ${method.name}${method.descriptor}, offset ${at}${suffix}`;
}

/** A stored state: whether `this` is ready, locals, operands, then their types. */
const STATE_HEADER = 3;

const NO_ROOM = "no room on the operand stack for the caught exception";
const INVOKESPECIAL = 0xb7;

/** Places still to be followed, in the order of the code and then again from its beginning. */
class Leaders {
  readonly #isPending: Uint8Array;
  #count = 0;

  constructor(length: number) {
    this.#isPending = new Uint8Array(length);
  }

  add(at: number): void {
    if (this.#isPending[at] === 1) return;
    this.#isPending[at] = 1;
    this.#count++;
  }

  /** Takes the first place from `from` on; -1 if there are none. */
  next(from: number): number {
    if (this.#count === 0) return -1;
    let at = from;
    while (this.#isPending[at] !== 1) at = at < this.#isPending.length ? at + 1 : 0;
    this.#isPending[at] = 0;
    this.#count--;
    return at;
  }
}

class Inference {
  readonly #code: InlinedCode;
  readonly #pool: PoolTypes;
  readonly #majorVersion: number;
  readonly #frame: AbstractFrame;
  readonly #stepper: Stepper;
  readonly #options: InferOptions;
  readonly #where: Where;
  readonly #marks: Uint8Array;
  /** By offset of the leader; undefined until reached. */
  readonly #states: (Int32Array | undefined)[];
  readonly #leaders: Leaders;
  readonly #rows: KindRows;
  readonly #details = new Map<number, SlotTypes>();
  readonly #catchTypes: readonly TypeCode[];
  /** Null where all types are inferred. */
  #declared: StackMapCheck | null = null;
  #work = 0;

  constructor(
    classFile: ClassFile,
    method: MethodInfo,
    code: InlinedCode,
    options: InferOptions,
    where: Where,
  ) {
    const oracle = options.oracle ?? null;
    const length = code.bytes.length;
    this.#code = code;
    this.#majorVersion = classFile.majorVersion;
    this.#options = options;
    this.#where = where;
    this.#marks = scanCode(code, where);
    this.#pool = poolTypes(classFile, oracle !== null);
    this.#frame = new AbstractFrame(code.maxLocals, code.maxStack, this.#pool.types);
    this.#states = Array.from({ length });
    this.#leaders = new Leaders(length);
    this.#rows = new KindRows(length);
    this.#stepper = new Stepper(
      {
        classFile,
        caller: options.caller ?? classFile,
        method,
        code,
        retTargets: code.retTargets ?? NO_TARGETS,
        pool: this.#pool,
        oracle,
        branch: (target) => this.#jump(target, this.#frame.depth, TOP),
      },
      this.#frame,
    );
    this.#catchTypes = code.handlers.map(({ catchType }) => this.#catchType(catchType, oracle));
  }

  #catchType(name: string | null, oracle: HierarchyOracle | null): TypeCode {
    const { types } = this.#pool;
    const type = types.of(name ?? "java/lang/Throwable");
    if (oracle !== null && !types.isAssignable(type, "java/lang/Throwable", oracle)) {
      reject(`an exception handler catches ${name}, which is no Throwable`);
    }
    return type;
  }

  run(): CodeTypes {
    this.#stepper.enter();
    const { stackMap } = this.#options;
    if (stackMap !== undefined) this.#declare(stackMap);
    this.#flow(0, 0, TOP);
    for (let at = this.#leaders.next(0); at >= 0; at = this.#leaders.next(at + 1)) {
      this.#runFrom(at);
    }
    this.#rows.seal();
    return new CodeTypes(this.#code, this.#rows, this.#details);
  }

  /** Follows the straight run that begins at a leader. */
  #runFrom(leader: number): void {
    const { bytes, handlers } = this.#code;
    const frame = this.#frame;
    this.#restore(leader);
    let at = leader;
    for (;;) {
      this.#where.at = at;
      this.#rows.record(at, frame.cells, frame.maxLocals, frame.depth);
      this.#spend(frame.maxLocals + frame.depth);
      if (this.#wantsDetail(at)) this.#details.set(at, this.#snapshot());
      if (frame.localsChanged && handlers.length > 0) this.#flowToHandlers(at);
      frame.localsChanged = false;
      const { thisReady } = frame;
      if (!this.#stepper.step(at)) return;
      if (frame.localsChanged && bytes[at] === INVOKESPECIAL)
        this.#flowFromConstructor(at, thisReady);
      at += instructionLength(bytes, at);
      if (at >= bytes.length) reject("control falls off the end of the code");
      if (((this.#marks[at] ?? 0) & IS_BLOCK_START) !== 0) {
        this.#flow(at, frame.depth, TOP);
        return;
      }
    }
  }

  #wantsDetail(at: number): boolean {
    const { detail = false } = this.#options;
    return typeof detail === "function" ? detail(at) : detail;
  }

  #restore(leader: number): void {
    const state = this.#states[leader];
    const frame = this.#frame;
    if (state === undefined) return;
    const locals = state[1] ?? 0;
    const depth = state[2] ?? 0;
    frame.thisReady = state[0] === 1;
    frame.depth = depth;
    frame.cells.set(state.subarray(STATE_HEADER, STATE_HEADER + locals), 0);
    frame.cells.fill(TOP, locals, frame.maxLocals);
    frame.cells.set(state.subarray(STATE_HEADER + locals), frame.maxLocals);
    frame.localsChanged = true;
  }

  /** Every instruction of a range may throw: its handler sees the locals as they are before it. */
  #flowToHandlers(at: number): void {
    const { handlers } = this.#code;
    for (let i = 0; i < handlers.length; i++) {
      const range = handlers[i];
      if (range === undefined || at < range.start || at >= range.end) continue;
      this.#jump(range.handler, 1, this.#catchTypes[i] ?? TOP);
    }
    this.#spend(handlers.length);
  }

  /** A JVM that goes by declared types matches a handler with the object as it is after its constructor as well. */
  #flowFromConstructor(at: number, wasReady: boolean): void {
    if (this.#declared === null) return;
    const { thisReady } = this.#frame;
    this.#frame.thisReady = wasReady;
    this.#flowToHandlers(at);
    this.#frame.thisReady = thisReady;
  }

  #spend(slots: number): void {
    this.#work += slots + 1;
    if (this.#work > MAX_WORK) reject("the method is too complex to verify");
  }

  /** A JVM checks what follows a declared frame, whether anything leads there or not. */
  #declare(stackMap: Uint8Array): void {
    const { oracle = null } = this.#options;
    // A JVM infers the types of such code, if the class file may have it.
    if (this.#code.origins !== undefined) {
      if (this.#majorVersion >= STACK_MAP_NEEDED) reject("subroutines in code with a stack map");
      return;
    }
    const context = { code: this.#code, marks: this.#marks, pool: this.#pool, oracle };
    this.#declared = new StackMapCheck(stackMap, this.#frame, context);
    for (const [offset, { locals, stack, thisReady }] of this.#declared.frames) {
      const state = new Int32Array(STATE_HEADER + locals.length + stack.length);
      state[0] = thisReady ? 1 : 0;
      state[1] = locals.length;
      state[2] = stack.length;
      state.set(locals, STATE_HEADER);
      state.set(stack, STATE_HEADER + locals.length);
      this.#states[offset] = state;
      this.#marks[offset] = (this.#marks[offset] ?? 0) | IS_BLOCK_START;
      this.#schedule(offset);
      this.#spend(state.length);
    }
  }

  /** Control jumps to a leader. */
  #jump(target: number, depth: number, caught: TypeCode): void {
    this.#declared?.require(target);
    this.#flow(target, depth, caught);
  }

  /** Merges the frame into the state of a leader; `caught` replaces the operands where it is not TOP. */
  #flow(target: number, depth: number, caught: TypeCode): void {
    const frame = this.#frame;
    const declared = this.#declared?.frames.get(target);
    if (declared !== undefined) {
      if (depth > frame.maxStack) reject(NO_ROOM);
      this.#declared?.match(target, declared, depth, caught);
      this.#spend(declared.locals.length + depth);
      return;
    }
    const state = this.#states[target];
    if (state === undefined) {
      this.#states[target] = this.#newState(depth, caught);
      this.#schedule(target);
      return;
    }
    if (state[2] !== depth) {
      reject(`the operand stack at ${target} is ${depth} deep here and ${state[2]} elsewhere`);
    }
    const locals = state[1] ?? 0;
    this.#spend(locals + depth);
    let changed = false;
    if (state[0] === 1 && !frame.thisReady) {
      state[0] = 0;
      changed = true;
    }
    const { cells } = frame;
    for (let i = 0; i < locals; i++) {
      const old = state[STATE_HEADER + i] ?? TOP;
      const incoming = cells[i] ?? TOP;
      if (old === incoming || old === TOP) continue;
      const merged = this.#pool.types.merge(old, incoming);
      if (merged === old) continue;
      state[STATE_HEADER + i] = merged;
      changed = true;
    }
    for (let i = 0; i < depth; i++) {
      const old = state[STATE_HEADER + locals + i] ?? TOP;
      const incoming = caught === TOP ? (cells[frame.maxLocals + i] ?? TOP) : caught;
      if (old === incoming || old === TOP) continue;
      const merged = this.#pool.types.merge(old, incoming);
      if (merged === old) continue;
      state[STATE_HEADER + locals + i] = merged;
      changed = true;
    }
    if (changed) this.#schedule(target);
  }

  #newState(depth: number, caught: TypeCode): Int32Array {
    const { cells, maxLocals, maxStack, thisReady } = this.#frame;
    if (depth > maxStack) reject(NO_ROOM);
    let locals = maxLocals;
    while (locals > 0 && cells[locals - 1] === TOP) locals--;
    // States live until the end, unlike rows: charge them more.
    this.#spend((locals + depth) * 8);
    const state = new Int32Array(STATE_HEADER + locals + depth);
    state[0] = thisReady ? 1 : 0;
    state[1] = locals;
    state[2] = depth;
    state.set(cells.subarray(0, locals), STATE_HEADER);
    if (caught === TOP) {
      state.set(cells.subarray(maxLocals, maxLocals + depth), STATE_HEADER + locals);
    } else state[STATE_HEADER + locals] = caught;
    return state;
  }

  #schedule(target: number): void {
    this.#leaders.add(target);
  }

  #snapshot(): SlotTypes {
    const { cells, maxLocals, depth } = this.#frame;
    const slot = (type: TypeCode): SlotType => {
      const kind = type & 15;
      const isReference = kind === SlotKind.reference && type !== NULL_TYPE;
      const hasOffset = kind === SlotKind.uninitialized || kind === SlotKind.returnAddress;
      return {
        kind,
        name: isReference ? this.#pool.types.name(type) : null,
        names: isReference ? this.#pool.types.names(type) : [],
        offset: hasOffset ? type >> 4 : -1,
      };
    };
    let locals = maxLocals;
    while (locals > 0 && cells[locals - 1] === TOP) locals--;
    return {
      locals: Array.from(cells.subarray(0, locals), slot),
      stack: Array.from(cells.subarray(maxLocals, maxLocals + depth), slot),
    };
  }
}
