/**
 * Trees back to bytes. java-class-tools writes counts and lengths as it finds
 * them, so an edit that forgets one would give a corrupt file. This writer first
 * recomputes them from the arrays and validates the result. It also writes the
 * StackMap attribute, which java-class-tools reads but cannot write.
 */
import { type CodeAttributeInfo, JavaClassFileWriter } from "java-class-tools";
import { bug, invariant } from "../../core/assert.ts";
import { BadClassFileError } from "../../core/errors.ts";
import { ByteWriter } from "../assembling/byte-writer.ts";
import { validateClass } from "../reading/validator.ts";
import {
  type AttributeInfo,
  type AttributeTypes,
  type ClassTree,
  isNamed,
  type StackMapAttribute,
} from "./tree.ts";

export function writeTree(tree: ClassTree): Uint8Array {
  tree.constant_pool_count = tree.constant_pool.length;
  tree.interfaces_count = tree.interfaces.length;
  tree.fields_count = tree.fields.length;
  tree.methods_count = tree.methods.length;
  tree.attributes_count = tree.attributes.length;
  for (const member of [...tree.fields, ...tree.methods]) {
    member.attributes_count = member.attributes.length;
    settle(tree, member.attributes);
  }
  settle(tree, tree.attributes);
  const bytes = Uint8Array.from(new JavaClassFileWriter().write(tree).buffer);
  try {
    validateClass(bytes);
  } catch (error) {
    if (!(error instanceof BadClassFileError)) throw error;
    bug(`edited class is malformed: ${error.message}`, {
      cause: error,
    });
  }
  return bytes;
}

/** Sets counts and lengths of the attributes that editing tools change. */
function settle(tree: ClassTree, attributes: readonly AttributeInfo[]): void {
  for (const attribute of attributes) {
    for (const each of SETTLERS) each(tree, attribute);
  }
}

type Settler = (tree: ClassTree, attribute: AttributeInfo) => void;

function settler<Name extends keyof AttributeTypes>(
  name: Name,
  lengthOf: (attribute: AttributeTypes[Name], tree: ClassTree) => number,
): Settler {
  return (tree, attribute) => {
    if (isNamed(tree, attribute, name)) attribute.attribute_length = lengthOf(attribute, tree);
  };
}

const SETTLERS: readonly Settler[] = [
  settler("Code", codeLength),
  settler("Exceptions", (each) => {
    each.number_of_exceptions = each.exception_index_table.length;
    return 2 + 2 * each.number_of_exceptions;
  }),
  settler("InnerClasses", (each) => {
    each.number_of_classes = each.classes.length;
    return 2 + 8 * each.number_of_classes;
  }),
  settler("NestMembers", (each) => {
    each.number_of_classes = each.classes.length;
    return 2 + 2 * each.number_of_classes;
  }),
  settler("LineNumberTable", (each) => {
    each.line_number_table_length = each.line_number_table.length;
    return 2 + 4 * each.line_number_table_length;
  }),
  settler("LocalVariableTable", (each) => {
    each.local_variable_table_length = each.local_variable_table.length;
    return 2 + 10 * each.local_variable_table_length;
  }),
  settler("LocalVariableTypeTable", (each) => {
    each.local_variable_type_table_length = each.local_variable_type_table.length;
    return 2 + 10 * each.local_variable_type_table_length;
  }),
  settler("BootstrapMethods", (each) => {
    let length = 2;
    for (const method of each.bootstrap_methods) {
      method.num_bootstrap_arguments = method.bootstrap_arguments.length;
      length += 4 + 2 * method.num_bootstrap_arguments;
    }
    each.num_bootstrap_methods = each.bootstrap_methods.length;
    return length;
  }),
  settler("StackMap", (each) => {
    // The writer takes it for an unknown attribute and looks for its bytes in `info`.
    const info = [...stackMapBytes(each)];
    Object.assign(each, { info });
    return info.length;
  }),
];

function codeLength(code: CodeAttributeInfo, tree: ClassTree): number {
  settle(tree, code.attributes);
  code.code_length = code.code.length;
  code.exception_table_length = code.exception_table.length;
  code.attributes_count = code.attributes.length;
  invariant(code.code_length > 0 && code.code_length <= 65535, `code of ${code.code_length} bytes`);
  return code.attributes.reduce(
    (length, attribute) => length + 6 + attribute.attribute_length,
    12 + code.code_length + 8 * code.exception_table_length,
  );
}

function stackMapBytes({ entries }: StackMapAttribute): Uint8Array {
  const out = new ByteWriter();
  out.u2(entries.length);
  for (const { offset, locals, stack } of entries) {
    out.u2(offset);
    for (const types of [locals, stack]) {
      out.u2(types.length);
      for (const type of types) {
        out.u1(type.tag);
        if (type.cpool_index !== undefined) out.u2(type.cpool_index);
        if (type.offset !== undefined) out.u2(type.offset);
      }
    }
  }
  return out.toBytes();
}
