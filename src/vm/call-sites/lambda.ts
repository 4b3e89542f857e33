/**
 * Lambdas and method references: a class that implements the interface, with a
 * field for each captured value, whose method converts the arguments and calls
 * the implementation. Without captures one object serves every evaluation.
 */

import { ClassAssembler } from "../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import {
  ACC_FINAL,
  ACC_NATIVE,
  ACC_PUBLIC,
  ACC_STATIC,
  ACC_SYNTHETIC,
} from "../../classfile/format/access-flags.ts";
import type { MethodHandleRef } from "../../classfile/format/constant-pool.ts";
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import type { SiteClass } from "../interpreter/call-site-linker.ts";
import { type NativeMethod, Outcome, pure } from "../native-api/native-method.ts";
import { argument, check } from "./argument-checks.ts";
import type { CallSiteSpec } from "./call-site.ts";
import { classOperand, emitConversion, emitLoad, emitReturn, slotsOf } from "./convert.ts";

const SERIALIZABLE = 1;
const MARKERS = 2;
const BRIDGES = 4;
const FIRST_METHOD_KIND = 5;
const REF_STATIC = 6;
const REF_SPECIAL = 7;
const REF_NEW = 8;
const REF_INTERFACE = 9;

/** The field of a captured value. */
const fieldName = (index: number): string => `arg$${index + 1}`;

export function lambdaSite(spec: CallSiteSpec): SiteClass {
  const { pool } = spec;
  const site = parseMethodDescriptor(spec.descriptor);
  const erased = pool.methodType(argument(spec, 0));
  const target = pool.methodHandle(argument(spec, 1));
  const instantiated = pool.methodType(argument(spec, 2));
  const { markers, bridges } = alternatives(spec);
  const name = `${spec.owner}$$Lambda$${spec.label}`;
  const cls = new ClassAssembler({
    name,
    interfaces: [...new Set([classOperand(site.result), ...markers])],
    accessFlags: ACC_FINAL | ACC_SYNTHETIC,
    // The first version that may call static and private methods of interfaces.
    majorVersion: 52,
  });
  const captured = site.parameters;
  checkShapes(spec, [erased, ...bridges], instantiated, target);
  captured.forEach((descriptor, i) => {
    cls.field(ACC_FINAL, fieldName(i), descriptor);
  });
  for (const descriptor of new Set([erased, ...bridges])) {
    cls.method(ACC_PUBLIC, spec.name, descriptor, (code) =>
      emitBody(code, spec, name, captured, descriptor, instantiated, target),
    );
  }
  if (captured.length === 0) return { file: cls.toClassFile(), isConstant: true };
  cls.method(ACC_STATIC | ACC_NATIVE, "link", spec.descriptor, null);
  const natives = { [`link${spec.descriptor}`]: factory(name, captured) };
  return { file: cls.toClassFile(), natives };
}

/** Marker interfaces and bridges of altMetafactory. */
function alternatives(spec: CallSiteSpec): { markers: string[]; bridges: string[] } {
  const { pool } = spec;
  const markers: string[] = [];
  const bridges: string[] = [];
  if (spec.bootstrap !== "altMetafactory") return { markers, bridges };
  const flags = pool.int(argument(spec, 3));
  if ((flags & SERIALIZABLE) !== 0) markers.push("java/io/Serializable");
  let at = 4;
  if ((flags & MARKERS) !== 0) {
    const count = pool.int(argument(spec, at++));
    for (let i = 0; i < count; i++) markers.push(pool.className(argument(spec, at++)));
  }
  if ((flags & BRIDGES) !== 0) {
    const count = pool.int(argument(spec, at++));
    for (let i = 0; i < count; i++) bridges.push(pool.methodType(argument(spec, at++)));
  }
  return { markers, bridges };
}

/** Makes the object: a native, because a class without a constructor needs none run. */
function factory(name: string, captured: readonly string[]): NativeMethod {
  let classId = 0;
  let offsets: number[] = [];
  return pure(
    (m, args) => {
      if (classId === 0) {
        const cls = m.requireClass(name);
        classId = cls.id;
        offsets = cls.fields.map((field) => field.offset);
      }
      const object = m.allocate(m.classTables.instanceWords[classId]!);
      if (object === 0) return m.throwOutOfMemory();
      m.H[object] = classId;
      let slot = args;
      for (let i = 0; i < captured.length; i++) {
        const to = object + offsets[i]!;
        m.H[to] = m.S[slot]!;
        const slots = slotsOf(captured[i]!);
        if (slots === 2) m.H[to + 1] = m.S[slot + 1]!;
        slot += slots * 2;
      }
      m.S[args] = object;
      return Outcome.done;
    },
    { storesArgumentsIn: captured.map((_, i) => fieldName(i)) },
  );
}

/** Every form of the interface's method, with what is captured, must fit the implementation. */
function checkShapes(
  spec: CallSiteSpec,
  descriptors: readonly string[],
  instantiated: string,
  target: MethodHandleRef,
): void {
  check(target.kind >= FIRST_METHOD_KIND, spec, "has a field where it needs a method");
  check(!spec.name.startsWith("<"), spec, "implements a method that no interface can have");
  const captured = parseMethodDescriptor(spec.descriptor).parameters.length;
  const wanted = shapeOf(target, spec).parameters.length;
  for (const descriptor of [...descriptors, instantiated]) {
    const given = parseMethodDescriptor(descriptor).parameters.length;
    check(captured + given === wanted, spec, `does not fit ${target.name}${target.descriptor}`);
  }
}

/** What the implementation takes, receiver included, and what it gives. */
function shapeOf(
  target: MethodHandleRef,
  spec: CallSiteSpec,
): { parameters: string[]; result: string } {
  const { parameters, result } = parseMethodDescriptor(target.descriptor);
  const owner = target.owner.startsWith("[") ? target.owner : `L${target.owner};`;
  // As a super call, it is made on an instance of the class that has the call site.
  if (target.kind === REF_SPECIAL)
    return { parameters: [`L${spec.owner};`, ...parameters], result };
  if (target.kind === REF_NEW) return { parameters: [...parameters], result: owner };
  if (target.kind === REF_STATIC) return { parameters: [...parameters], result };
  return { parameters: [owner, ...parameters], result };
}

function emitBody(
  code: CodeBuilder,
  spec: CallSiteSpec,
  name: string,
  captured: readonly string[],
  descriptor: string,
  instantiated: string,
  target: MethodHandleRef,
): void {
  const given = parseMethodDescriptor(descriptor);
  const actual = parseMethodDescriptor(instantiated);
  const wanted = shapeOf(target, spec);
  if (target.kind === REF_NEW) code.emit("new", target.owner).emit("dup");
  captured.forEach((type, i) => {
    code.emit("aload", 0);
    code.emit("getfield", { owner: name, name: fieldName(i), descriptor: type });
    emitConversion(code, type, wanted.parameters[i]!);
  });
  let slot = 1;
  given.parameters.forEach((type, i) => {
    const middle = actual.parameters[i] ?? type;
    emitLoad(code, type, slot);
    emitConversion(code, type, middle);
    emitConversion(code, middle, wanted.parameters[captured.length + i]!);
    slot += slotsOf(type);
  });
  emitCall(code, target, spec);
  if (given.result === "V") {
    if (wanted.result !== "V") code.emit(slotsOf(wanted.result) === 2 ? "pop2" : "pop");
  } else {
    emitConversion(code, wanted.result, given.result);
  }
  emitReturn(code, given.result);
}

function emitCall(code: CodeBuilder, target: MethodHandleRef, spec: CallSiteSpec): void {
  // A super call finds its method from the superclass up, whichever class above it names.
  const isSuperCall =
    target.kind === REF_SPECIAL && target.owner !== spec.owner && !target.isInterface;
  const member = {
    owner: isSuperCall ? (spec.superclass ?? target.owner) : target.owner,
    name: target.name,
    descriptor: target.descriptor,
    isInterface: target.isInterface,
  };
  if (target.kind === REF_STATIC) code.emit("invokestatic", member);
  else if (target.kind === REF_SPECIAL || target.kind === REF_NEW)
    code.emit("invokespecial", member);
  else if (target.kind === REF_INTERFACE) code.emit("invokeinterface", member);
  else code.emit("invokevirtual", member);
}
