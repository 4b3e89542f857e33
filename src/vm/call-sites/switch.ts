/**
 * Pattern switches: a method that tries the labels from `restart` on and gives
 * the number of the first that fits, -1 for null, their count when none does.
 */

import { ClassAssembler } from "../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder, Label } from "../../classfile/assembling/code-builder.ts";
import { ACC_STATIC } from "../../classfile/format/access-flags.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import { UnsupportedFeatureError } from "../../core/errors.ts";
import { isReferenceDescriptor } from "../../program/linking/runtime-class.ts";
import type { SiteClass } from "../interpreter/call-site-linker.ts";
import { check } from "./argument-checks.ts";
import type { CallSiteSpec } from "./call-site.ts";

export function switchSite(spec: CallSiteSpec): SiteClass {
  const { parameters, result } = parseMethodDescriptor(spec.descriptor);
  const [value = "", restart] = parameters;
  const isFit =
    parameters.length === 2 && isReferenceDescriptor(value) && restart === "I" && result === "I";
  check(isFit, spec, "is no switch on an object");
  const cls = new ClassAssembler({ name: `${spec.owner}$$Switch$${spec.label}` });
  cls.method(ACC_STATIC, "link", spec.descriptor, (code) => {
    const notNull = code.label();
    code.emit("aload", 0).emit("ifnonnull", notNull);
    code.pushInt(-1).emit("ireturn");
    code.mark(notNull);
    spec.args.forEach((label, number) => {
      const next = code.label();
      code.emit("iload", 1).pushInt(number).emit("if_icmpgt", next);
      emitTest(code, spec, label, next);
      code.pushInt(number).emit("ireturn");
      code.mark(next);
    });
    code.pushInt(spec.args.length).emit("ireturn");
  });
  return { file: cls.toClassFile() };
}

/** Goes to `next` unless the value fits the label. */
function emitTest(code: CodeBuilder, spec: CallSiteSpec, label: number, next: Label): void {
  const { pool } = spec;
  switch (pool.tag(label)) {
    case Tag.class:
      code.emit("aload", 0).emit("instanceof", pool.className(label)).emit("ifeq", next);
      return;
    case Tag.string:
      if (spec.bootstrap === "enumSwitch") emitEnumTest(code, pool.string(label), null, next);
      else emitEqualsString(code, pool.string(label), next);
      return;
    case Tag.integer:
      code.emit("aload", 0).pushInt(pool.int(label));
      code.emit("invokestatic", {
        owner: "deadwood/internal/Switches",
        name: "isInt",
        descriptor: "(Ljava/lang/Object;I)Z",
      });
      code.emit("ifeq", next);
      return;
    case Tag.dynamic: {
      const constant = enumConstant(spec, label);
      emitEnumTest(code, constant.name, constant.className, next);
      return;
    }
    default:
      throw unsupported(spec);
  }
}

function emitEqualsString(code: CodeBuilder, text: string, next: Label): void {
  code.pushString(text).emit("aload", 0);
  code.emit("invokevirtual", {
    owner: "java/lang/String",
    name: "equals",
    descriptor: "(Ljava/lang/Object;)Z",
  });
  code.emit("ifeq", next);
}

function emitEnumTest(
  code: CodeBuilder,
  name: string,
  className: string | null,
  next: Label,
): void {
  code.emit("aload", 0);
  if (className === null) code.emit("aconst_null");
  else code.pushString(className);
  code.pushString(name);
  code.emit("invokestatic", {
    owner: "deadwood/internal/Switches",
    name: "isConstant",
    descriptor: "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/String;)Z",
  });
  code.emit("ifeq", next);
}

/**
 * javac writes a qualified enum constant as a dynamic constant that calls
 * EnumDesc.of(ClassDesc.of("p.E"), "NAME").
 */
function enumConstant(spec: CallSiteSpec, label: number): { className: string; name: string } {
  const { pool, bootstraps } = spec;
  const args = bootstraps[pool.dynamic(label).bootstrapMethod]?.args ?? [];
  const [method, type, name] = args;
  if (method !== undefined && type !== undefined && name !== undefined) {
    const owner = pool.methodHandle(method).owner;
    if (
      owner.endsWith("EnumDesc") &&
      pool.tag(name) === Tag.string &&
      pool.tag(type) === Tag.dynamic
    ) {
      const typeArgs = bootstraps[pool.dynamic(type).bootstrapMethod]?.args ?? [];
      const text = typeArgs[1];
      if (text !== undefined && pool.tag(text) === Tag.string) {
        return { className: pool.string(text), name: pool.string(name) };
      }
    }
  }
  throw unsupported(spec);
}

const unsupported = (spec: CallSiteSpec): UnsupportedFeatureError =>
  new UnsupportedFeatureError(
    `class ${spec.owner.replaceAll("/", ".")} has a pattern switch with a label of a kind that is not supported`,
  );
