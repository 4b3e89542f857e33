/**
 * What native methods read, call and create: nodes of the call graph, filled from
 * what each native declares. Natives that may access anything are narrowed down
 * where the program's code shows what they are used for: Unsafe and VarHandles
 * reach the fields whose offset or handle some code has asked for by name.
 */
import { ACC_ENUM } from "../../classfile/format/access-flags.ts";
import { BOXES } from "../../program/linking/boxes.ts";
import type {
  RuntimeClass,
  RuntimeField,
  RuntimeMethod,
} from "../../program/linking/runtime-class.ts";
import { type Access, parseEffects, resolvePath } from "../../vm/native-api/effect-paths.ts";
import { isReferenceShape, type MemoryShape } from "../../vm/native-api/memory-access.ts";
import type { Calls, NativeMethod } from "../../vm/native-api/native-method.ts";
import type { CallGraph } from "./call-graph.ts";
import { ELEMENT_KINDS, elementFact } from "./facts.ts";
import { LINKER, METHOD_HANDLE, REPORTED_FIELDS, VAR_HANDLE } from "./machine-behaviour.ts";

const REFERENCES = elementFact("L");

export class NativeReads {
  readonly #graph: CallGraph;
  /** What Unsafe reads of memory, VarHandles of variables; -1 until needed. */
  #references = -1;
  #primitives = -1;
  #variables = -1;
  #enumValues = -1;
  /** The native that has the values of an enum listed. */
  #enumNative = "";
  /** By name of a class: what natives read of its objects as a whole. */
  readonly #wholes = new Map<string, number>();
  /** By name: classes of which objects are made. */
  readonly #made = new Map<string, RuntimeClass>();
  #linking = -1;
  #handling = -1;
  #finder: string | null = null;
  readonly #enums = new Set<RuntimeClass>();
  readonly #constants = new Set<RuntimeClass>();
  /** Fields that can be reached by their offset, or by a VarHandle. */
  readonly #named: RuntimeField[] = [];
  #anyNamed = false;

  constructor(graph: CallGraph) {
    this.#graph = graph;
  }

  declare(node: number, method: RuntimeMethod, native: NativeMethod): void {
    const path = `${method.owner.name}.${method.key}`;
    const { calls, creates } = native;
    if (Array.isArray(calls)) {
      for (const each of calls) this.#graph.graph.addEdge(node, this.#graph.root(each));
    }
    if (Array.isArray(creates)) this.#create(creates);
    const isStart = calls === "main" || calls === "main-initializer";
    if (!isStart && this.#isCold(method, path)) return;
    if (calls === "anything" || creates === "anything") this.#graph.reflect(node, path);
    if (native.definesClasses === true) this.#graph.open(path);
    if (native.finds === "classes") this.#findClasses(path);
    if (native.finds === "fields") this.addNamed(null, "");
    this.#call(node, path, calls);
    if (native.returns === "unless-path-ends" && this.#graph.options.reportReads) {
      this.#addReport(node);
    }
    for (const name of native.readsWhole ?? []) {
      this.#graph.graph.addEdge(node, this.#wholeNode(name));
    }
    if (native.readsFramesOnly === true) return;
    // An object of the same class gets the same: that counts where it is read.
    if (native.copies === "object") return;
    if (native.copies === "elements" && !this.#graph.checksElements) return;
    if (native.memory !== undefined) this.#declareMemory(node, native.memory);
    else this.#declareReads(node, method, native);
  }

  #create(names: readonly string[]): void {
    for (const name of names) {
      const cls = this.#graph.world.find(name);
      if (cls !== null) this.#graph.make(cls);
    }
  }

  /** What it runs that no path names. The initializer of a class runs where the class is first used. */
  #call(node: number, path: string, calls: Calls | undefined): void {
    const { graph, options } = this.#graph;
    if (calls === "main") graph.addEdge(node, this.#graph.reach(options.main));
    else if (calls === "main-initializer") this.#callInitializer(node, options.main.owner);
    else if (calls === "enum-values") graph.addEdge(node, this.#enumNode(path));
  }

  /** A class made for a call site has another name here than in the machine: its natives cannot be watched. */
  #isCold({ owner }: RuntimeMethod, path: string): boolean {
    return owner.origin !== "synthetic" && this.#graph.isColdNative(path);
  }

  #callInitializer(node: number, cls: RuntimeClass): void {
    const init = this.#graph.initOf(cls);
    if (init >= 0) this.#graph.graph.addEdge(node, init);
  }

  #declareReads(node: number, method: RuntimeMethod, native: NativeMethod): void {
    const find = (name: string): RuntimeClass | null => this.#graph.world.load(name);
    for (const path of parseEffects(native).reads) {
      if (path.kind === "heap") {
        this.#graph.graph.addEverything(node);
        continue;
      }
      const { way, target } = resolvePath(path, method, find);
      for (const access of way) this.#addAccess(node, access);
      if (target !== null) this.#addAccess(node, target);
    }
    // On the way to what is written, fields are read as well.
    for (const path of parseEffects(native).writes) {
      if (path.kind === "heap") continue;
      for (const access of resolvePath(path, method, find).way) this.#addAccess(node, access);
    }
  }

  #addAccess(node: number, access: Access): void {
    const { graph, facts } = this.#graph;
    if (access.kind === "field") graph.addFact(node, facts.number(access.field));
    else if (access.kind === "elements") {
      if (access.array !== null) graph.addFact(node, this.#graph.elementsOf(access.array));
      else this.#addElements(node, (kind) => kind !== "");
    }
  }

  #addElements(node: number, select: (kind: string) => boolean): void {
    for (const kind of ELEMENT_KINDS) {
      if (select(kind)) this.#graph.graph.addFact(node, elementFact(kind));
    }
  }

  #addReport(node: number): void {
    for (const [className, name] of REPORTED_FIELDS) {
      const field = this.#graph.world.find(className)?.fields.find((each) => each.name === name);
      if (field !== undefined) this.#graph.graph.addFact(node, this.#graph.facts.number(field));
    }
    this.#addElements(node, (kind) => kind === "C" || kind === "I");
  }

  // ---- objects that are read as a whole ----

  /** All that natives read of objects of a class, once there are any. */
  #wholeNode(className: string): number {
    const known = this.#wholes.get(className);
    if (known !== undefined) return known;
    const node = this.#graph.graph.add();
    this.#wholes.set(className, node);
    const cls = this.#made.get(className);
    if (cls !== undefined) this.#addWhole(node, cls);
    return node;
  }

  #addWhole(node: number, cls: RuntimeClass): void {
    this.#addFields(node, cls);
    this.#addElements(node, (kind) => kind === "I");
  }

  #addFields(node: number, cls: RuntimeClass): void {
    const { graph, facts } = this.#graph;
    for (let c: RuntimeClass | null = cls; c !== null; c = c.superclass) {
      for (const field of c.fields) if (!field.isStatic) graph.addFact(node, facts.number(field));
    }
  }

  addMade(cls: RuntimeClass): void {
    this.#made.set(cls.name, cls);
    const node = this.#wholes.get(cls.name);
    if (node !== undefined) this.#addWhole(node, cls);
    this.addClassConstant(cls);
  }

  // ---- values of enums ----

  /** Code can get at the Class of this class. */
  addClassConstant(cls: RuntimeClass): void {
    if (this.#constants.has(cls)) return;
    this.#constants.add(cls);
    this.#addOuter(cls);
    let each: RuntimeClass | null = cls;
    while (each !== null && each.component !== null) each = each.component;
    // A constant with a body has a class of its own below its enum's.
    if (each !== null && (each.superclass?.accessFlags ?? 0) & ACC_ENUM) each = each.superclass;
    if (each === null || (each.accessFlags & ACC_ENUM) === 0 || this.#enums.has(each)) return;
    this.#enums.add(each);
    if (this.#enumValues >= 0) this.#addValues(each);
  }

  /** From a class there is a way to those around it. */
  #addOuter(cls: RuntimeClass): void {
    const { file } = cls;
    const outer = file?.innerClasses.find(({ inner }) => inner === cls.name)?.outer;
    for (const name of [outer ?? file?.enclosingMethod?.className, file?.nestHost]) {
      const around =
        name === undefined || name === null || name === cls.name
          ? null
          : this.#graph.world.find(name);
      if (around !== null) this.addClassConstant(around);
    }
  }

  #enumNode(native: string): number {
    if (this.#enumValues < 0) {
      this.#enumNative = native;
      this.#enumValues = this.#graph.graph.add();
      for (const cls of this.#enums) this.#addValues(cls);
      if (this.#finder !== null) this.#openForEnums(this.#finder);
    }
    return this.#enumValues;
  }

  #addValues(cls: RuntimeClass): void {
    const { graph } = this.#graph;
    const values = cls.methodsByKey.get(`values()[L${cls.name};`);
    if (values !== undefined) graph.addEdge(this.#enumValues, this.#graph.reach(values));
  }

  #findClasses(path: string): void {
    this.#finder = path;
    if (this.#enumValues >= 0) this.#openForEnums(path);
  }

  /** Classes that no constant names may be asked for their values, unless one half of that never happens. */
  #openForEnums(finder: string): void {
    if (this.#graph.isColdNative(this.#enumNative) || this.#graph.isColdNative(finder)) return;
    this.#graph.open(finder);
  }

  // ---- memory by offset, variables by handle ----

  /** Code asks for the offset of a field, or for a handle of it; null when it is not known of which. */
  addNamed(cls: RuntimeClass | null, name: string): void {
    const fields = cls === null ? [] : fieldsNamed(cls, name);
    if (fields.length === 0) {
      this.#anyNamed = true;
      for (const node of [this.#references, this.#primitives, this.#variables]) {
        if (node >= 0) this.#graph.graph.addEverything(node);
      }
    }
    for (const field of fields) {
      this.#named.push(field);
      this.#addNamedTo(this.#references, field, true);
      this.#addWithNeighbours(field);
      this.#addVariable(field);
    }
  }

  /** A static field's class is initialised when the variable is used, by some JDKs. */
  #addVariable(field: RuntimeField): void {
    this.#addNamedTo(this.#variables, field, field.isReference);
    if (this.#variables >= 0 && field.isStatic) this.#callInitializer(this.#variables, field.owner);
  }

  #addNamedTo(node: number, field: RuntimeField, wantsReference: boolean): void {
    if (node < 0 || field.isReference !== wantsReference) return;
    this.#graph.graph.addFact(node, this.#graph.facts.number(field));
  }

  /** A number may be read together with what lies beside it, such as two ints as a long. */
  #addWithNeighbours(field: RuntimeField): void {
    this.#addNamedTo(this.#primitives, field, false);
    if (this.#primitives < 0 || field.isReference) return;
    for (let cls: RuntimeClass | null = field.owner; cls !== null; cls = cls.superclass) {
      for (const each of cls.fields) {
        if (each.isStatic === field.isStatic) this.#addNamedTo(this.#primitives, each, false);
      }
    }
  }

  #memoryNode(elements: (kind: string) => boolean): number {
    const node = this.#graph.graph.add();
    this.#addElements(node, elements);
    if (this.#anyNamed) this.#graph.graph.addEverything(node);
    return node;
  }

  /** A value may be read by parts or together with its neighbours, but never a reference as a number. */
  #declareMemory(node: number, shape: MemoryShape): void {
    const { does } = shape;
    if (does === "put" || does === "fill") return;
    const isReference = isReferenceShape(shape);
    if (isReference || does === "copy") this.#graph.graph.addEdge(node, this.#referenceNode());
    if (!isReference || does === "copy") this.#graph.graph.addEdge(node, this.#primitiveNode());
  }

  #referenceNode(): number {
    if (this.#references < 0) {
      this.#references = this.#memoryNode((kind) => kind === ELEMENT_KINDS[REFERENCES]);
      for (const field of this.#named) this.#addNamedTo(this.#references, field, true);
    }
    return this.#references;
  }

  #primitiveNode(): number {
    if (this.#primitives < 0) {
      this.#primitives = this.#memoryNode((kind) => kind !== ELEMENT_KINDS[REFERENCES]);
      for (const field of this.#named) this.#addWithNeighbours(field);
    }
    return this.#primitives;
  }

  // ---- method handles ----

  /** What making a constant or a call site may run; a primitive constant is kept in a box. */
  linkNode(): number {
    if (this.#linking < 0) {
      this.#linking = this.#graph.graph.add();
      this.#graph.graph.addEdge(this.#linking, this.#graph.root(LINKER));
      this.#makeBoxes(this.#linking);
    }
    return this.#linking;
  }

  /** What a call through a method handle may run. */
  handleNode(): number {
    if (this.#handling < 0) {
      this.#handling = this.#graph.graph.add();
      this.#addInvokers(this.#handling, this.#graph.world.find(METHOD_HANDLE));
    }
    return this.#handling;
  }

  /** The methods that take a call over with its arguments boxed. */
  #addInvokers(node: number, handle: RuntimeClass | null): void {
    for (const method of handle?.methods ?? []) {
      if (!method.name.startsWith("$invoke")) continue;
      this.#graph.graph.addEdge(node, this.#graph.reach(method));
    }
    this.#makeBoxes(node);
  }

  #makeBoxes(node: number): void {
    for (const name of Object.values(BOXES)) {
      const cls = this.#graph.world.find(name);
      if (cls === null) continue;
      this.#graph.make(cls);
      this.#addFields(node, cls);
    }
  }

  /** What an access through a VarHandle may read: the variable, and what the handle knows about it. */
  variableNode(): number {
    if (this.#variables < 0) {
      this.#variables = this.#memoryNode(() => true);
      const handle = this.#graph.world.find(VAR_HANDLE);
      if (handle !== null) this.#addFields(this.#variables, handle);
      this.#addInvokers(this.#variables, handle);
      for (const field of this.#named) this.#addVariable(field);
    }
    return this.#variables;
  }
}

/** All that a class has or inherits: which of them is meant, their types tell. */
function fieldsNamed(cls: RuntimeClass, name: string): RuntimeField[] {
  const above = cls.superclass === null ? cls.interfaces : [cls.superclass, ...cls.interfaces];
  const own = cls.fields.filter((field) => field.name === name);
  return [...own, ...above.flatMap((each) => fieldsNamed(each, name))];
}
