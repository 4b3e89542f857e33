/**
 * An assembled class to bytes. Writing a part adds the constants it needs, so
 * everything after the constant pool is written first.
 */

import type { ClassFile, CodeInfo, FieldInfo, MethodInfo } from "../format/class-file.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { ConstantPoolBuilder } from "./constant-pool-builder.ts";

/** Attribute contents by name. */
export type RawAttributes = Readonly<Record<string, Uint8Array>>;

type Contents = (out: ByteWriter) => void;

/** `raw` has the raw attributes of the class (under null), of its members and their code. */
export function writeClassFile(
  file: ClassFile,
  constants: ConstantPoolBuilder,
  raw: ReadonlyMap<object | null, RawAttributes>,
): Uint8Array {
  const body = new BodyWriter(constants, raw).write(file);
  const out = new ByteWriter(body.length + 1024);
  out.u4(0xcafebabe);
  out.u2(file.minorVersion);
  out.u2(file.majorVersion);
  constants.write(out);
  out.write(body);
  return out.toBytes();
}

class BodyWriter {
  private readonly constants: ConstantPoolBuilder;
  private readonly raw: ReadonlyMap<object | null, RawAttributes>;

  constructor(constants: ConstantPoolBuilder, raw: ReadonlyMap<object | null, RawAttributes>) {
    this.constants = constants;
    this.raw = raw;
  }

  write(file: ClassFile): Uint8Array {
    const out = new ByteWriter(1024);
    out.u2(file.accessFlags);
    this.className(out, file.name);
    this.optionalClass(out, file.superName);
    this.classNames(out, file.interfaces);
    out.u2(file.fields.length);
    for (const field of file.fields) this.field(out, field);
    out.u2(file.methods.length);
    for (const method of file.methods) this.method(out, method);
    this.classAttributes(out, file);
    return out.toBytes();
  }

  private classAttributes(out: ByteWriter, file: ClassFile): void {
    const list: [string, Contents][] = [];
    const { sourceFile, nestHost, enclosingMethod, recordComponents } = file;
    if (sourceFile !== null) list.push(["SourceFile", (to) => this.utf8(to, sourceFile)]);
    this.addSignature(list, file.signature);
    if (file.innerClasses.length > 0) {
      list.push(["InnerClasses", (to) => this.innerClasses(to, file)]);
    }
    if (enclosingMethod !== null) {
      const { className, methodName, methodDescriptor } = enclosingMethod;
      list.push([
        "EnclosingMethod",
        (to) => {
          this.className(to, className);
          to.u2(
            methodName === null || methodDescriptor === null
              ? 0
              : this.constants.addNameAndType(methodName, methodDescriptor),
          );
        },
      ]);
    }
    if (nestHost !== null) list.push(["NestHost", (to) => this.className(to, nestHost)]);
    if (file.nestMembers.length > 0) {
      list.push(["NestMembers", (to) => this.classNames(to, file.nestMembers)]);
    }
    if (file.permittedSubclasses.length > 0) {
      list.push(["PermittedSubclasses", (to) => this.classNames(to, file.permittedSubclasses)]);
    }
    if (recordComponents !== null) {
      list.push([
        "Record",
        (to) => {
          to.u2(recordComponents.length);
          for (const { name, descriptor, signature } of recordComponents) {
            this.utf8(to, name);
            this.utf8(to, descriptor);
            const attributes: [string, Contents][] = [];
            this.addSignature(attributes, signature);
            this.attributes(to, attributes);
          }
        },
      ]);
    }
    if (file.bootstrapMethods.length > 0) {
      list.push(["BootstrapMethods", (to) => bootstrapMethods(to, file)]);
    }
    this.addRaw(list, null);
    this.attributes(out, list);
  }

  private innerClasses(out: ByteWriter, { innerClasses }: ClassFile): void {
    out.u2(innerClasses.length);
    for (const { inner, outer, innerName, accessFlags } of innerClasses) {
      this.className(out, inner);
      this.optionalClass(out, outer);
      out.u2(innerName === null ? 0 : this.constants.addUtf8(innerName));
      out.u2(accessFlags);
    }
  }

  private field(out: ByteWriter, field: FieldInfo): void {
    out.u2(field.accessFlags);
    this.utf8(out, field.name);
    this.utf8(out, field.descriptor);
    const list: [string, Contents][] = [];
    if (field.constantValue !== 0) list.push(["ConstantValue", (to) => to.u2(field.constantValue)]);
    this.addSignature(list, field.signature);
    this.addRaw(list, field);
    this.attributes(out, list);
  }

  private method(out: ByteWriter, method: MethodInfo): void {
    out.u2(method.accessFlags);
    this.utf8(out, method.name);
    this.utf8(out, method.descriptor);
    const { code, exceptions } = method;
    const list: [string, Contents][] = [];
    if (code !== null) list.push(["Code", (to) => this.code(to, code)]);
    if (exceptions.length > 0) list.push(["Exceptions", (to) => this.classNames(to, exceptions)]);
    this.addSignature(list, method.signature);
    this.addRaw(list, method);
    this.attributes(out, list);
  }

  private code(out: ByteWriter, code: CodeInfo): void {
    out.u2(code.maxStack);
    out.u2(code.maxLocals);
    out.u4(code.bytes.length);
    out.write(code.bytes);
    out.u2(code.handlers.length);
    for (const { start, end, handler, catchType } of code.handlers) {
      out.u2(start);
      out.u2(end);
      out.u2(handler);
      this.optionalClass(out, catchType);
    }
    const list: [string, Contents][] = [];
    const { lineNumbers, localVariables } = code;
    if (lineNumbers.length > 0) {
      list.push([
        "LineNumberTable",
        (to) => {
          to.u2(lineNumbers.length / 2);
          for (const each of lineNumbers) to.u2(each);
        },
      ]);
    }
    if (localVariables.length > 0) {
      list.push([
        "LocalVariableTable",
        (to) => {
          to.u2(localVariables.length);
          for (const { start, length, name, descriptor, index } of localVariables) {
            to.u2(start);
            to.u2(length);
            this.utf8(to, name);
            this.utf8(to, descriptor);
            to.u2(index);
          }
        },
      ]);
    }
    this.addRaw(list, code);
    this.attributes(out, list);
  }

  private addSignature(list: [string, Contents][], signature: string | null): void {
    if (signature !== null) list.push(["Signature", (to) => this.utf8(to, signature)]);
  }

  private addRaw(list: [string, Contents][], owner: object | null): void {
    for (const [name, contents] of Object.entries(this.raw.get(owner) ?? {})) {
      list.push([name, (to) => to.write(contents)]);
    }
  }

  private attributes(out: ByteWriter, list: readonly (readonly [string, Contents])[]): void {
    out.u2(list.length);
    for (const [name, write] of list) {
      this.utf8(out, name);
      const at = out.length;
      out.u4(0);
      write(out);
      out.patch4(at, out.length - at - 4);
    }
  }

  private utf8(out: ByteWriter, text: string): void {
    out.u2(this.constants.addUtf8(text));
  }

  private className(out: ByteWriter, name: string): void {
    out.u2(this.constants.addClass(name));
  }

  private optionalClass(out: ByteWriter, name: string | null): void {
    out.u2(name === null ? 0 : this.constants.addClass(name));
  }

  private classNames(out: ByteWriter, names: readonly string[]): void {
    out.u2(names.length);
    for (const name of names) this.className(out, name);
  }
}

function bootstrapMethods(out: ByteWriter, file: ClassFile): void {
  out.u2(file.bootstrapMethods.length);
  for (const { methodHandle, args } of file.bootstrapMethods) {
    out.u2(methodHandle);
    out.u2(args.length);
    for (const arg of args) out.u2(arg);
  }
}
