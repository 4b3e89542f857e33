/** toString, hashCode and equals of records, component by component. */

import { ClassAssembler } from "../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import { ACC_STATIC } from "../../classfile/format/access-flags.ts";
import type { MethodHandleRef } from "../../classfile/format/constant-pool.ts";
import { BOXES } from "../../program/linking/boxes.ts";
import { isReferenceDescriptor } from "../../program/linking/runtime-class.ts";
import type { SiteClass } from "../interpreter/call-site-linker.ts";
import { argument, check } from "./argument-checks.ts";
import type { CallSiteSpec } from "./call-site.ts";

const HELPER = "deadwood/internal/Records";
const BUILDER = "java/lang/StringBuilder";

const REF_GET_FIELD = 1;

/** The descriptor that each method's call site must have. */
const SHAPES: ReadonlyMap<string, (record: string) => string> = new Map([
  ["toString", (record: string) => `(L${record};)Ljava/lang/String;`],
  ["hashCode", (record: string) => `(L${record};)I`],
  ["equals", (record: string) => `(L${record};Ljava/lang/Object;)Z`],
]);

export function recordSite(spec: CallSiteSpec): SiteClass {
  const { pool, args } = spec;
  const record = pool.className(argument(spec, 0));
  const fields = args.slice(2).map((index) => pool.methodHandle(index));
  check(
    fields.every((field) => field.kind === REF_GET_FIELD),
    spec,
    "has a component that is no field",
  );
  check(spec.descriptor === SHAPES.get(spec.name)?.(record), spec, "is none of a record's methods");
  const cls = new ClassAssembler({ name: `${spec.owner}$$Record$${spec.label}` });
  cls.method(ACC_STATIC, "link", spec.descriptor, (code) => {
    if (spec.name === "toString") emitToString(code, record, fields, namesOf(spec, fields));
    else if (spec.name === "hashCode") emitHashCode(code, fields);
    else emitEquals(code, record, fields);
  });
  return { file: cls.toClassFile() };
}

/** Names of components come with the call site, apart from the fields. */
function namesOf(spec: CallSiteSpec, fields: readonly MethodHandleRef[]): string[] {
  const names = spec.pool
    .string(argument(spec, 1))
    .split(";")
    .filter((name) => name !== "");
  check(names.length === fields.length, spec, "has names that do not match its components");
  return names;
}

function emitGet(code: CodeBuilder, slot: number, field: MethodHandleRef): void {
  code.emit("aload", slot);
  code.emit("getfield", { owner: field.owner, name: field.name, descriptor: field.descriptor });
}

function append(code: CodeBuilder, descriptor: string): void {
  const type = isReferenceDescriptor(descriptor)
    ? "Ljava/lang/Object;"
    : "BS".includes(descriptor)
      ? "I"
      : descriptor;
  code.emit("invokevirtual", {
    owner: BUILDER,
    name: "append",
    descriptor: `(${type})L${BUILDER};`,
  });
}

function emitToString(
  code: CodeBuilder,
  record: string,
  fields: readonly MethodHandleRef[],
  names: readonly string[],
): void {
  code.emit("new", BUILDER).emit("dup");
  code.emit("invokespecial", { owner: BUILDER, name: "<init>", descriptor: "()V" });
  code.pushClass(record);
  code.emit("invokevirtual", {
    owner: "java/lang/Class",
    name: "getSimpleName",
    descriptor: "()Ljava/lang/String;",
  });
  append(code, "L");
  fields.forEach((field, i) => {
    code.pushString(`${i === 0 ? "[" : ", "}${names[i]!}=`);
    append(code, "L");
    emitGet(code, 0, field);
    append(code, field.descriptor);
  });
  code.pushString(fields.length === 0 ? "[]" : "]");
  append(code, "L");
  code.emit("invokevirtual", {
    owner: BUILDER,
    name: "toString",
    descriptor: "()Ljava/lang/String;",
  });
  code.emit("areturn");
}

function emitHashCode(code: CodeBuilder, fields: readonly MethodHandleRef[]): void {
  code.pushInt(0);
  for (const field of fields) {
    code.pushInt(31).emit("imul");
    emitGet(code, 0, field);
    const { descriptor } = field;
    if (isReferenceDescriptor(descriptor)) {
      code.emit("invokestatic", {
        owner: HELPER,
        name: "hash",
        descriptor: "(Ljava/lang/Object;)I",
      });
    } else {
      code.emit("invokestatic", {
        owner: BOXES[descriptor]!,
        name: "hashCode",
        descriptor: `(${descriptor})I`,
      });
    }
    code.emit("iadd");
  }
  code.emit("ireturn");
}

function emitEquals(code: CodeBuilder, record: string, fields: readonly MethodHandleRef[]): void {
  const differ = code.label();
  code.emit("aload", 1).emit("instanceof", record).emit("ifeq", differ);
  code.emit("aload", 1).emit("checkcast", record).emit("astore", 2);
  for (const field of fields) {
    emitGet(code, 0, field);
    emitGet(code, 2, field);
    const { descriptor } = field;
    if (isReferenceDescriptor(descriptor)) {
      code.emit("invokestatic", {
        owner: HELPER,
        name: "same",
        descriptor: "(Ljava/lang/Object;Ljava/lang/Object;)Z",
      });
      code.emit("ifeq", differ);
    } else {
      code.emit("invokestatic", {
        owner: BOXES[descriptor]!,
        name: "compare",
        descriptor: `(${descriptor}${descriptor})I`,
      });
      code.emit("ifne", differ);
    }
  }
  code.pushInt(1).emit("ireturn");
  code.mark(differ);
  code.pushInt(0).emit("ireturn");
}
