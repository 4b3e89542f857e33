/**
 * Makes classes from scratch: lambda classes at run time (straight to the
 * compact form, no bytes involved), and class files for tests and generated
 * programs. It writes no StackMapTable, so a JVM verifies what it makes only
 * up to class file version 49 (which is the default) unless one is attached.
 */
import { ACC_PUBLIC, ACC_STATIC, ACC_SUPER } from "../format/access-flags.ts";
import type {
  BootstrapMethod,
  ClassFile,
  EnclosingMethod,
  FieldInfo,
  InnerClass,
  MethodInfo,
  RecordComponent,
} from "../format/class-file.ts";
import { parseMethodDescriptor } from "../format/descriptors.ts";
import { type RawAttributes, writeClassFile } from "./class-writer.ts";
import { CodeBuilder } from "./code-builder.ts";
import { ConstantPoolBuilder } from "./constant-pool-builder.ts";

const DEFAULT_MAJOR = 49;

export interface ClassOptions {
  readonly name: string;
  /** java/lang/Object unless given. */
  readonly superName?: string | null;
  readonly interfaces?: readonly string[];
  /** Public (and super) unless given. */
  readonly accessFlags?: number;
  readonly majorVersion?: number;
  readonly minorVersion?: number;
  readonly sourceFile?: string;
  readonly signature?: string;
  readonly innerClasses?: readonly InnerClass[];
  readonly enclosingMethod?: EnclosingMethod;
  readonly nestHost?: string;
  readonly nestMembers?: readonly string[];
  readonly permittedSubclasses?: readonly string[];
  readonly recordComponents?: readonly RecordComponent[];
}

interface FieldOptions {
  readonly signature?: string;
  /** Constant-pool index, from `constants`. */
  readonly constantValue?: number;
  readonly attributes?: RawAttributes;
}

interface MethodOptions {
  readonly signature?: string;
  readonly exceptions?: readonly string[];
  readonly attributes?: RawAttributes;
  /** Attributes of the Code attribute, such as a StackMapTable. */
  readonly codeAttributes?: RawAttributes;
}

export class ClassAssembler {
  readonly constants: ConstantPoolBuilder = new ConstantPoolBuilder();
  private readonly options: ClassOptions;
  private readonly fields: FieldInfo[] = [];
  private readonly methods: MethodInfo[] = [];
  private readonly bootstrapMethods: BootstrapMethod[] = [];
  /** Raw attributes of the class (key null) and of its members and their code. */
  private readonly raw = new Map<object | null, RawAttributes>();

  constructor(options: ClassOptions) {
    this.options = options;
  }

  field(accessFlags: number, name: string, descriptor: string, options: FieldOptions = {}): this {
    const { signature = null, constantValue = 0, attributes } = options;
    const field: FieldInfo = { accessFlags, name, descriptor, signature, constantValue };
    this.fields.push(field);
    if (attributes !== undefined) this.raw.set(field, attributes);
    return this;
  }

  /** Abstract and native methods have no `body`. */
  method(
    accessFlags: number,
    name: string,
    descriptor: string,
    body: ((code: CodeBuilder) => void) | null,
    options: MethodOptions = {},
  ): this {
    const { signature = null, exceptions = [], attributes, codeAttributes } = options;
    let builder: CodeBuilder | null = null;
    if (body !== null) {
      const receiver = (accessFlags & ACC_STATIC) === 0 ? 1 : 0;
      const slots = parseMethodDescriptor(descriptor).parameterSlots + receiver;
      builder = new CodeBuilder(this.constants, slots);
      body(builder);
    }
    const code = builder?.build() ?? null;
    const method: MethodInfo = { accessFlags, name, descriptor, signature, code, exceptions };
    this.methods.push(method);
    if (attributes !== undefined) this.raw.set(method, attributes);
    if (codeAttributes !== undefined && code !== null) this.raw.set(code, codeAttributes);
    return this;
  }

  /** `handle` and `args` are constant-pool indices. Gives the index invokedynamic refers to. */
  bootstrapMethod(handle: number, args: readonly number[]): number {
    return this.bootstrapMethods.push({ methodHandle: handle, args: [...args] }) - 1;
  }

  /** Attaches a class attribute as raw contents. */
  attribute(name: string, contents: Uint8Array): this {
    this.raw.set(null, { ...this.raw.get(null), [name]: contents });
    return this;
  }

  toClassFile(): ClassFile {
    const { options } = this;
    return {
      minorVersion: options.minorVersion ?? 0,
      majorVersion: options.majorVersion ?? DEFAULT_MAJOR,
      accessFlags: options.accessFlags ?? ACC_PUBLIC | ACC_SUPER,
      name: options.name,
      superName: options.superName === undefined ? "java/lang/Object" : options.superName,
      interfaces: options.interfaces ?? [],
      fields: this.fields,
      methods: this.methods,
      constants: this.constants,
      sourceFile: options.sourceFile ?? null,
      signature: options.signature ?? null,
      bootstrapMethods: this.bootstrapMethods,
      innerClasses: options.innerClasses ?? [],
      enclosingMethod: options.enclosingMethod ?? null,
      nestHost: options.nestHost ?? null,
      nestMembers: options.nestMembers ?? [],
      permittedSubclasses: options.permittedSubclasses ?? [],
      recordComponents: options.recordComponents ?? null,
      visibleAnnotations: this.raw.get(null)?.["RuntimeVisibleAnnotations"] ?? null,
    };
  }

  toBytes(): Uint8Array {
    return writeClassFile(this.toClassFile(), this.constants, this.raw);
  }
}
