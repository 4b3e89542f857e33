/**
 * The attributes of the JVM specification (up to class file version 70) and
 * the JDK's own module attributes: where each may stand, since which version
 * it means something, and whether it may be repeated. An attribute outside its
 * place or before its time is ignored by a JVM, and so by our reader.
 */
import type { ConstantPool } from "./constant-pool.ts";

export const AttributePlace = { class: 1, field: 2, method: 4, code: 8, component: 16 } as const;
export type AttributePlace = (typeof AttributePlace)[keyof typeof AttributePlace];

/** Small integers, so that a class's attribute names are looked up once and then compared fast. */
export const Attribute = {
  unknown: 0,
  code: 1,
  constantValue: 2,
  stackMapTable: 3,
  stackMap: 4,
  exceptions: 5,
  innerClasses: 6,
  enclosingMethod: 7,
  synthetic: 8,
  deprecated: 9,
  signature: 10,
  sourceFile: 11,
  sourceDebugExtension: 12,
  lineNumberTable: 13,
  localVariableTable: 14,
  localVariableTypeTable: 15,
  runtimeVisibleAnnotations: 16,
  runtimeInvisibleAnnotations: 17,
  runtimeVisibleParameterAnnotations: 18,
  runtimeInvisibleParameterAnnotations: 19,
  runtimeVisibleTypeAnnotations: 20,
  runtimeInvisibleTypeAnnotations: 21,
  annotationDefault: 22,
  bootstrapMethods: 23,
  methodParameters: 24,
  module: 25,
  modulePackages: 26,
  moduleMainClass: 27,
  nestHost: 28,
  nestMembers: 29,
  record: 30,
  permittedSubclasses: 31,
  moduleTarget: 32,
  moduleHashes: 33,
  moduleResolution: 34,
} as const;
export type Attribute = (typeof Attribute)[keyof typeof Attribute];

export interface AttributeSpec {
  readonly kind: Attribute;
  readonly name: string;
  /** Bit set of AttributePlace. */
  readonly places: number;
  /** First class file major version in which it has a meaning. */
  readonly since: number;
  readonly repeatable: boolean;
}

const ANYWHERE =
  AttributePlace.class |
  AttributePlace.field |
  AttributePlace.method |
  AttributePlace.code |
  AttributePlace.component;
const DECLARATION =
  AttributePlace.class | AttributePlace.field | AttributePlace.method | AttributePlace.component;

const spec = (
  kind: Attribute,
  name: string,
  places: number,
  since: number,
  repeatable: boolean = false,
): AttributeSpec => ({ kind, name, places, since, repeatable });

const UNKNOWN = spec(Attribute.unknown, "", 0, 0, true);

/** Indexed by kind. */
const ATTRIBUTES: readonly AttributeSpec[] = [
  UNKNOWN,
  spec(Attribute.code, "Code", AttributePlace.method, 45),
  spec(Attribute.constantValue, "ConstantValue", AttributePlace.field, 45),
  spec(Attribute.stackMapTable, "StackMapTable", AttributePlace.code, 50),
  spec(Attribute.stackMap, "StackMap", AttributePlace.code, 45), // CLDC's older form
  spec(Attribute.exceptions, "Exceptions", AttributePlace.method, 45),
  spec(Attribute.innerClasses, "InnerClasses", AttributePlace.class, 45),
  spec(Attribute.enclosingMethod, "EnclosingMethod", AttributePlace.class, 49),
  spec(
    Attribute.synthetic,
    "Synthetic",
    AttributePlace.class | AttributePlace.field | AttributePlace.method,
    45,
  ),
  spec(
    Attribute.deprecated,
    "Deprecated",
    AttributePlace.class | AttributePlace.field | AttributePlace.method,
    45,
  ),
  spec(Attribute.signature, "Signature", DECLARATION, 49),
  spec(Attribute.sourceFile, "SourceFile", AttributePlace.class, 45),
  spec(Attribute.sourceDebugExtension, "SourceDebugExtension", AttributePlace.class, 49),
  spec(Attribute.lineNumberTable, "LineNumberTable", AttributePlace.code, 45, true),
  spec(Attribute.localVariableTable, "LocalVariableTable", AttributePlace.code, 45, true),
  spec(Attribute.localVariableTypeTable, "LocalVariableTypeTable", AttributePlace.code, 49, true),
  spec(Attribute.runtimeVisibleAnnotations, "RuntimeVisibleAnnotations", DECLARATION, 49),
  spec(Attribute.runtimeInvisibleAnnotations, "RuntimeInvisibleAnnotations", DECLARATION, 49),
  spec(
    Attribute.runtimeVisibleParameterAnnotations,
    "RuntimeVisibleParameterAnnotations",
    AttributePlace.method,
    49,
  ),
  spec(
    Attribute.runtimeInvisibleParameterAnnotations,
    "RuntimeInvisibleParameterAnnotations",
    AttributePlace.method,
    49,
  ),
  spec(Attribute.runtimeVisibleTypeAnnotations, "RuntimeVisibleTypeAnnotations", ANYWHERE, 52),
  spec(Attribute.runtimeInvisibleTypeAnnotations, "RuntimeInvisibleTypeAnnotations", ANYWHERE, 52),
  spec(Attribute.annotationDefault, "AnnotationDefault", AttributePlace.method, 49),
  spec(Attribute.bootstrapMethods, "BootstrapMethods", AttributePlace.class, 51),
  spec(Attribute.methodParameters, "MethodParameters", AttributePlace.method, 52),
  spec(Attribute.module, "Module", AttributePlace.class, 53),
  spec(Attribute.modulePackages, "ModulePackages", AttributePlace.class, 53),
  spec(Attribute.moduleMainClass, "ModuleMainClass", AttributePlace.class, 53),
  spec(Attribute.nestHost, "NestHost", AttributePlace.class, 55),
  spec(Attribute.nestMembers, "NestMembers", AttributePlace.class, 55),
  spec(Attribute.record, "Record", AttributePlace.class, 60),
  spec(Attribute.permittedSubclasses, "PermittedSubclasses", AttributePlace.class, 61),
  spec(Attribute.moduleTarget, "ModuleTarget", AttributePlace.class, 53),
  spec(Attribute.moduleHashes, "ModuleHashes", AttributePlace.class, 53),
  spec(Attribute.moduleResolution, "ModuleResolution", AttributePlace.class, 53),
];

const BY_NAME = new Map(ATTRIBUTES.slice(1).map((each) => [each.name, each]));

const attributeSpec = (name: string): AttributeSpec => BY_NAME.get(name) ?? UNKNOWN;

const NOT_LOOKED_UP = 255;

/** The attribute names of one class file: constant-pool index to kind, looked up once an index. */
export class AttributeNames {
  private readonly constants: ConstantPool;
  private readonly kinds: Uint8Array;

  constructor(constants: ConstantPool) {
    this.constants = constants;
    this.kinds = new Uint8Array(constants.count).fill(NOT_LOOKED_UP);
  }

  /** The spec of the attribute named by Utf8 constant `nameIndex`; kind `unknown` for a strange name. */
  spec(nameIndex: number): AttributeSpec {
    let kind = this.kinds[nameIndex] ?? NOT_LOOKED_UP;
    if (kind === NOT_LOOKED_UP) {
      kind = attributeSpec(this.constants.utf8(nameIndex)).kind;
      this.kinds[nameIndex] = kind;
    }
    return ATTRIBUTES[kind] ?? UNKNOWN;
  }
}
