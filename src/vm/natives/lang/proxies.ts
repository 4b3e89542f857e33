/**
 * The classes of java.lang.reflect.Proxy: real byte code, so that analyses see
 * ordinary calls. Each method hands itself and its arguments to the handler;
 * what it throws passes if the method may throw it, and is wrapped otherwise.
 */

import { ClassAssembler } from "../../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import {
  ACC_FINAL,
  ACC_PRIVATE,
  ACC_PUBLIC,
  ACC_STATIC,
  ACC_SUPER,
} from "../../../classfile/format/access-flags.ts";
import type { ClassFile } from "../../../classfile/format/class-file.ts";
import { parseMethodDescriptor } from "../../../classfile/format/descriptors.ts";
import type { RuntimeClass, RuntimeMethod } from "../../../program/linking/runtime-class.ts";
import { StableNumbers } from "../../../program/linking/stable-numbers.ts";
import { emitConversion, emitLoad, emitReturn, slotsOf } from "../../call-sites/convert.ts";
import type { Machine } from "../../machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../memory/object-layout.ts";
import {
  type NativeFunction,
  type NativeTable,
  Outcome,
  reading,
} from "../../native-api/native-method.ts";

const PROXY = "java/lang/reflect/Proxy";
const METHOD = "java/lang/reflect/Method";
const HANDLER = "java/lang/reflect/InvocationHandler";
const WRAPPER = "java/lang/reflect/UndeclaredThrowableException";
/** Where the JDK puts proxies whose interfaces are all public. */
const PUBLIC_PACKAGE = "jdk/proxy1";

interface Proxies {
  /** By what they are made of: a class stays when the machine goes back. */
  readonly classes: Map<string, RuntimeClass>;
  readonly numbers: StableNumbers<string>;
}

const made = new WeakMap<Machine, Proxies>();

function proxiesOf(m: Machine): Proxies {
  let proxies = made.get(m);
  if (proxies === undefined) {
    proxies = { classes: new Map(), numbers: new StableNumbers() };
    made.set(m, proxies);
  }
  return proxies;
}

/** A plain run counts, as the JVM does. In a checked run the class that is made first may be another on each path. */
const labelOf = (m: Machine, { classes, numbers }: Proxies, key: string): number =>
  m.checking ? numbers.add(key, key) : classes.size;

/** Unlike other classes made at run time, proxies have ordinary names and are not hidden. */
export const isProxyClass = (cls: RuntimeClass): boolean =>
  cls.origin === "synthetic" && cls.superclass?.name === PROXY;

function wordsOf(m: Machine, array: number): number[] {
  const start = array + ARRAY_DATA;
  return [...m.H.subarray(start, start + m.H[array + ARRAY_LENGTH]!)];
}

const define: NativeFunction = (m, args) => {
  const interfaces = wordsOf(m, m.S[args]!).map((mirror) => m.mirrored(mirror));
  const methods = wordsOf(m, m.S[args + 4]!);
  const proxies = proxiesOf(m);
  const key = interfaces.map(({ name }) => name).join(",");
  let cls = proxies.classes.get(key);
  if (cls === undefined) {
    const packageName = m.S[args + 2] === 0 ? null : m.text(m.S[args + 2]!);
    const path = packageName === null ? PUBLIC_PACKAGE : packageName.replaceAll(".", "/");
    const file = proxyFile(
      `${path === "" ? "" : `${path}/`}$Proxy${labelOf(m, proxies, key)}`,
      ACC_FINAL | ACC_SUPER | (packageName === null ? ACC_PUBLIC : 0),
      interfaces.map(({ name }) => name),
      methods.map((number) => m.program.methodAt(number)),
    );
    cls = m.program.define(file);
    m.prepareClasses();
    proxies.classes.set(key, cls);
  }
  m.S[args] = m.mirror(cls);
  return Outcome.done;
};

function proxyFile(
  name: string,
  accessFlags: number,
  interfaces: readonly string[],
  methods: readonly RuntimeMethod[],
): ClassFile {
  const cls = new ClassAssembler({ name, superName: PROXY, interfaces, accessFlags });
  methods.forEach((_, i) => {
    cls.field(ACC_PRIVATE | ACC_STATIC | ACC_FINAL, `m${i}`, `L${METHOD};`);
  });
  const constructor = { owner: PROXY, name: "<init>", descriptor: `(L${HANDLER};)V` };
  cls.method(ACC_PUBLIC, constructor.name, constructor.descriptor, (code) => {
    code.emit("aload", 0).emit("aload", 1).emit("invokespecial", constructor).emit("return");
  });
  cls.method(ACC_STATIC, "<clinit>", "()V", (code) => {
    methods.forEach(({ number }, i) => {
      code.pushInt(number);
      code.emit("invokestatic", { owner: METHOD, name: "of", descriptor: `(I)L${METHOD};` });
      code.emit("putstatic", { owner: name, name: `m${i}`, descriptor: `L${METHOD};` });
    });
    code.emit("return");
  });
  methods.forEach((method, i) => {
    const options = { exceptions: method.info.exceptions };
    cls.method(
      ACC_PUBLIC | ACC_FINAL,
      method.name,
      method.descriptor,
      (code) => emitCall(code, name, i, method),
      options,
    );
  });
  return cls.toClassFile();
}

function emitCall(code: CodeBuilder, name: string, index: number, method: RuntimeMethod): void {
  const { parameters, result } = parseMethodDescriptor(method.descriptor);
  const start = code.mark();
  code.emit("aload", 0);
  code.emit("getfield", { owner: PROXY, name: "h", descriptor: `L${HANDLER};` });
  code.emit("aload", 0);
  code.emit("getstatic", { owner: name, name: `m${index}`, descriptor: `L${METHOD};` });
  emitArguments(code, parameters);
  code.emit("invokeinterface", {
    owner: HANDLER,
    name: "invoke",
    descriptor: `(Ljava/lang/Object;L${METHOD};[Ljava/lang/Object;)Ljava/lang/Object;`,
    isInterface: true,
  });
  if (result === "V") code.emit("pop");
  else emitConversion(code, "Ljava/lang/Object;", result);
  emitReturn(code, result);
  const end = code.mark();
  const passing = code.mark();
  code.emit("athrow");
  const wrapping = code.mark();
  code.emit("astore", 1).emit("new", WRAPPER).emit("dup").emit("aload", 1);
  code.emit("invokespecial", {
    owner: WRAPPER,
    name: "<init>",
    descriptor: "(Ljava/lang/Throwable;)V",
  });
  code.emit("athrow");
  const passed = ["java/lang/Error", "java/lang/RuntimeException", ...method.info.exceptions];
  for (const each of passed) code.handler(start, end, passing, each);
  code.handler(start, end, wrapping, "java/lang/Throwable");
}

/** An array of boxes; null where there is nothing to pass. */
function emitArguments(code: CodeBuilder, parameters: readonly string[]): void {
  if (parameters.length === 0) {
    code.emit("aconst_null");
    return;
  }
  code.pushInt(parameters.length).emit("anewarray", "java/lang/Object");
  let slot = 1;
  parameters.forEach((type, i) => {
    code.emit("dup").pushInt(i);
    emitLoad(code, type, slot);
    emitConversion(code, type, "Ljava/lang/Object;");
    code.emit("aastore");
    slot += slotsOf(type);
  });
}

const isProxy: NativeFunction = (m, args) => {
  m.S[args] = isProxyClass(m.mirrored(m.S[args]!)) ? 1 : 0;
  return Outcome.done;
};

export const proxyNatives: NativeTable = {
  [PROXY]: {
    "define([Ljava/lang/Class;Ljava/lang/String;[I)Ljava/lang/Class;": reading(
      ["0[]", "0[]:java/lang/Class.id", "1.value[]", "2[]"],
      define,
      { definesClasses: true },
    ),
    "isProxy(Ljava/lang/Class;)Z": reading(["0.id"], isProxy),
  },
};
