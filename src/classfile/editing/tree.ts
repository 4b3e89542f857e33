/**
 * A whole class file as an editable structure. It is the structure of
 * java-class-tools, with field names as in the JVM specification. This file adds
 * validation before reading (the package checks nothing itself), attributes
 * found by name with their types, and text. `tree-writer.ts` writes the
 * structure back; without edits it gives the same bytes.
 */
import {
  type AnnotationDefaultAttributeInfo,
  type AttributeInfo,
  type BootstrapMethodsAttributeInfo,
  type CodeAttributeInfo,
  type ConstantValueAttributeInfo,
  type DeprecatedAttributeInfo,
  type EnclosingMethodAttributeInfo,
  type ExceptionsAttributeInfo,
  type InnerClassesAttributeInfo,
  type JavaClassFile,
  JavaClassFileReader,
  type LineNumberTableAttributeInfo,
  type LocalVariableTableAttributeInfo,
  type LocalVariableTypeTableAttributeInfo,
  type MethodParametersAttributeInfo,
  type RuntimeInvisibleAnnotationsAttributeInfo,
  type RuntimeInvisibleParameterAnnotationsAttributeInfo,
  type RuntimeInvisibleTypeAnnotationAttributeInfo,
  type RuntimeVisibleAnnotationsAttributeInfo,
  type RuntimeVisibleParameterAnnotationsAttributeInfo,
  type RuntimeVisibleTypeAnnotationAttributeInfo,
  type SignatureAttributeInfo,
  type SourceFileAttributeInfo,
  type StackMapTableAttributeInfo,
  type SyntheticAttributeInfo,
} from "java-class-tools";
import { BadClassFileError } from "../../core/errors.ts";
import { bufferOf, decodeModifiedUtf8 } from "../format/modified-utf8.ts";
import { withOrigin } from "../reading/reader.ts";
import { validateClass } from "../reading/validator.ts";

export type ClassTree = JavaClassFile;
export type { AttributeInfo } from "java-class-tools";

/** An attribute that java-class-tools does not know, with its contents unread. */
export interface RawAttribute extends AttributeInfo {
  info: number[];
}

interface NestHostAttribute extends AttributeInfo {
  host_class_index: number;
}

interface NestMembersAttribute extends AttributeInfo {
  number_of_classes: number;
  classes: number[];
}

interface ModulePackagesAttribute extends AttributeInfo {
  package_count: number;
  package_index: number[];
}

interface ModuleMainClassAttribute extends AttributeInfo {
  main_class_index: number;
}

interface SourceDebugExtensionAttribute extends AttributeInfo {
  debug_extension: number[];
}

interface ModuleAttribute extends AttributeInfo {
  module_name_index: number;
  module_flags: number;
  module_version_index: number;
  requires_count: number;
  requires: { requires_index: number; requires_flags: number; requires_version_index: number }[];
  exports_count: number;
  exports: {
    exports_index: number;
    exports_flags: number;
    exports_to_count: number;
    exports_to_index: number[];
  }[];
  opens_count: number;
  opens: {
    opens_index: number;
    opens_flags: number;
    opens_to_count: number;
    opens_to_index: number[];
  }[];
  uses_count: number;
  uses_index: number[];
  provides_count: number;
  provides: {
    provides_index: number;
    provides_with_count: number;
    provides_with_index: number[];
  }[];
}

interface VerificationType {
  tag: number;
  cpool_index?: number;
  offset?: number;
}

/** CLDC's predecessor of StackMapTable. */
export interface StackMapAttribute extends AttributeInfo {
  number_of_entries: number;
  entries: { offset: number; locals: VerificationType[]; stack: VerificationType[] }[];
}

/** The type of each attribute by its name. `raw-attributes.ts` reads two of the raw ones. */
export interface AttributeTypes {
  AnnotationDefault: AnnotationDefaultAttributeInfo;
  BootstrapMethods: BootstrapMethodsAttributeInfo;
  Code: CodeAttributeInfo;
  ConstantValue: ConstantValueAttributeInfo;
  Deprecated: DeprecatedAttributeInfo;
  EnclosingMethod: EnclosingMethodAttributeInfo;
  Exceptions: ExceptionsAttributeInfo;
  InnerClasses: InnerClassesAttributeInfo;
  LineNumberTable: LineNumberTableAttributeInfo;
  LocalVariableTable: LocalVariableTableAttributeInfo;
  LocalVariableTypeTable: LocalVariableTypeTableAttributeInfo;
  MethodParameters: MethodParametersAttributeInfo;
  Module: ModuleAttribute;
  ModuleHashes: RawAttribute;
  ModuleMainClass: ModuleMainClassAttribute;
  ModulePackages: ModulePackagesAttribute;
  ModuleResolution: RawAttribute;
  ModuleTarget: RawAttribute;
  NestHost: NestHostAttribute;
  NestMembers: NestMembersAttribute;
  PermittedSubclasses: RawAttribute;
  Record: RawAttribute;
  RuntimeInvisibleAnnotations: RuntimeInvisibleAnnotationsAttributeInfo;
  RuntimeInvisibleParameterAnnotations: RuntimeInvisibleParameterAnnotationsAttributeInfo;
  RuntimeInvisibleTypeAnnotations: RuntimeInvisibleTypeAnnotationAttributeInfo;
  RuntimeVisibleAnnotations: RuntimeVisibleAnnotationsAttributeInfo;
  RuntimeVisibleParameterAnnotations: RuntimeVisibleParameterAnnotationsAttributeInfo;
  RuntimeVisibleTypeAnnotations: RuntimeVisibleTypeAnnotationAttributeInfo;
  Signature: SignatureAttributeInfo;
  SourceDebugExtension: SourceDebugExtensionAttribute;
  SourceFile: SourceFileAttributeInfo;
  StackMap: StackMapAttribute;
  StackMapTable: StackMapTableAttributeInfo;
  Synthetic: SyntheticAttributeInfo;
}

export function readTree(bytes: Uint8Array, origin: string): ClassTree {
  withOrigin(origin, () => validateClass(bytes));
  return new JavaClassFileReader().read(bufferOf(bytes));
}

/** The text of a Utf8 entry. */
export function utf8Of(tree: ClassTree, index: number): string {
  const entry = tree.constant_pool[index];
  if (entry === undefined || !("bytes" in entry) || !Array.isArray(entry.bytes)) {
    throw new BadClassFileError(`constant ${index} is not a Utf8`);
  }
  return decodeModifiedUtf8(Buffer.from(entry.bytes));
}

/** The internal name of a Class entry. */
export function classNameOf(tree: ClassTree, index: number): string {
  const entry = tree.constant_pool[index];
  if (entry === undefined || !("name_index" in entry) || typeof entry.name_index !== "number") {
    throw new BadClassFileError(`constant ${index} is not a Class`);
  }
  return utf8Of(tree, entry.name_index);
}

export function isNamed<Name extends keyof AttributeTypes>(
  tree: ClassTree,
  attribute: AttributeInfo,
  name: Name,
): attribute is AttributeTypes[Name] {
  return utf8Of(tree, attribute.attribute_name_index) === name;
}

/** The first attribute of that name, or null. */
export function findAttribute<Name extends keyof AttributeTypes>(
  tree: ClassTree,
  attributes: readonly AttributeInfo[],
  name: Name,
): AttributeTypes[Name] | null {
  for (const attribute of attributes) {
    if (isNamed(tree, attribute, name)) return attribute;
  }
  return null;
}
