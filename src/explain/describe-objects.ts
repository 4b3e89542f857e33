/** Describes static fields and objects with their values. */
import { describeType } from "../program/linking/java-names.ts";
import { descriptorOf } from "../program/linking/program.ts";
import type { RuntimeClass, RuntimeField } from "../program/linking/runtime-class.ts";
import type { ObjectNames } from "../search/trace/object-names.ts";
import type { Machine } from "../vm/machine.ts";
import { STATIC_BASE } from "../vm/memory/memory.ts";
import { ARRAY_LENGTH } from "../vm/memory/object-layout.ts";
import type { BootWatch } from "./boot-changes.ts";
import type { Fates } from "./classify-values.ts";
import type { CodeLiveness } from "./code/code-liveness.ts";
import type { ExplainedCell, ExplainedObject } from "./explanation.ts";
import { type CellTable, instanceFields } from "./future/cell-table.ts";

export interface TellerParts {
  readonly boot: BootWatch;
  readonly cells: CellTable;
  readonly names: ObjectNames;
  readonly code: CodeLiveness;
  readonly fates: Fates;
}

export class Teller {
  readonly #m: Machine;
  readonly #parts: TellerParts;
  /** The set of fields that the code reads, and of those whose reads have an effect. */
  readonly #set: number;
  readonly #counting: number;

  constructor(m: Machine, parts: TellerParts) {
    this.#m = m;
    this.#parts = parts;
    this.#set = parts.code.hybrid.ofState();
    this.#counting = parts.code.faint.ofState();
  }

  staticCell(field: RuntimeField): ExplainedCell {
    const { cells, names, code, fates } = this.#parts;
    const address = STATIC_BASE + field.offset;
    const name = `${field.owner.externalName}.${field.name}`;
    const fate = fates.of({
      cell: cells.ofStatic(field),
      fullName: name,
      key: keyOf(field),
      facts: [code.hybrid.fields.cells.ofField(field)],
      isRead: code.hybrid.isStaticLive(this.#set, address),
      counts: code.faint.isStaticLive(this.#counting, address),
      object: 0,
    });
    return {
      name,
      declaredBy: field.owner.externalName,
      type: describeType(field.descriptor),
      value: names.word(address, field.descriptor),
      ...fate,
    };
  }

  object(ref: number): ExplainedObject {
    const cls = this.#m.classOf(ref);
    const isArray = cls.component !== null;
    const name = this.#parts.names.object(ref);
    return {
      name,
      class: isArray ? describeType(cls.name) : cls.externalName,
      isBoot: ref < this.#parts.boot.top,
      isArray,
      cells: isArray ? this.#elements(ref, cls, name) : this.#fields(ref, cls, name),
    };
  }

  #fields(ref: number, cls: RuntimeClass, object: string): ExplainedCell[] {
    const { cells, names, code, fates } = this.#parts;
    const first = cells.firstOf(ref);
    return instanceFields(cls).map((field, i) => {
      const fate = fates.of({
        cell: first + i,
        fullName: `${object}.${field.name}`,
        key: keyOf(field),
        facts: [code.hybrid.fields.cells.ofField(field)],
        isRead: code.hybrid.isFieldLive(this.#set, cls.id, field.offset),
        counts: code.faint.isFieldLive(this.#counting, cls.id, field.offset),
        object: ref,
      });
      return {
        name: field.name,
        declaredBy: field.owner.externalName,
        type: describeType(field.descriptor),
        value: names.word(ref + field.offset, field.descriptor),
        ...fate,
      };
    });
  }

  #elements(ref: number, cls: RuntimeClass, object: string): ExplainedCell[] {
    const { cells, names, code, fates } = this.#parts;
    const first = cells.firstOf(ref);
    const isRead = code.hybrid.areElementsLive(this.#set, cls.id);
    const counts = code.faint.areElementsLive(this.#counting, cls.id);
    const facts = code.hybrid.fields.cells.ofElements(cls.id);
    const type = describeType(descriptorOf(cls.component!));
    return Array.from({ length: this.#m.H[ref + ARRAY_LENGTH]! }, (_, i) => {
      const name = `[${i}]`;
      const fullName = object + name;
      const value = { cell: first + i, fullName, key: null, object: ref };
      const fate = fates.of({ ...value, facts, isRead, counts });
      return { name, declaredBy: null, type, value: names.element(ref, i), ...fate };
    });
  }
}

const keyOf = (field: RuntimeField): string => `${field.owner.name}.${field.name}`;
