/** Static fields and objects with their values, as they are told. */
import { describeType } from "../program/java-text.ts";
import { descriptorOf } from "../program/program.ts";
import type { RuntimeClass, RuntimeField } from "../program/runtime-class.ts";
import type { ObjectNames } from "../search/trace-names.ts";
import { ARRAY_LENGTH } from "../vm/layout.ts";
import type { Machine } from "../vm/machine.ts";
import { STATIC_BASE } from "../vm/memory.ts";
import type { BootWatch } from "./boot-watch.ts";
import { type CellTable, instanceFields } from "./cell-table.ts";
import type { CodeLiveness } from "./code-liveness.ts";
import type { ExplainedCell, ExplainedObject } from "./explanation.ts";
import type { Fates } from "./fates.ts";

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
  /** The fields that the code calls live. */
  readonly #set: number;

  constructor(m: Machine, parts: TellerParts) {
    this.#m = m;
    this.#parts = parts;
    this.#set = parts.code.ofState();
  }

  staticCell(field: RuntimeField): ExplainedCell {
    const { cells, names, code, fates } = this.#parts;
    const address = STATIC_BASE + field.offset;
    const name = `${field.owner.externalName}.${field.name}`;
    const fate = fates.of({
      cell: cells.ofStatic(field),
      fullName: name,
      key: keyOf(field),
      facts: [code.fields.cells.ofField(field)],
      isLive: code.isStaticLive(this.#set, address),
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
        facts: [code.fields.cells.ofField(field)],
        isLive: code.isFieldLive(this.#set, cls.id, field.offset),
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
    const isLive = code.areElementsLive(this.#set, cls.id);
    const facts = code.fields.cells.ofElements(cls.id);
    const type = describeType(descriptorOf(cls.component!));
    return Array.from({ length: this.#m.H[ref + ARRAY_LENGTH]! }, (_, i) => {
      const name = `[${i}]`;
      const fullName = object + name;
      const fate = fates.of({ cell: first + i, fullName, key: null, facts, isLive, object: ref });
      return { name, declaredBy: null, type, value: names.element(ref, i), ...fate };
    });
  }
}

const keyOf = (field: RuntimeField): string => `${field.owner.name}.${field.name}`;
