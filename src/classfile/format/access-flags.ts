/**
 * Access and property flags, named as in the JVM specification. Some bits mean
 * different things on classes, fields and methods, hence one flat table with
 * both names.
 */
export const ACC_PUBLIC = 0x0001;
export const ACC_PRIVATE = 0x0002;
export const ACC_PROTECTED = 0x0004;
export const ACC_STATIC = 0x0008;
export const ACC_FINAL = 0x0010;
/** Classes. */
export const ACC_SUPER = 0x0020;
/** Methods. */
export const ACC_SYNCHRONIZED = 0x0020;
/** Fields. */
export const ACC_VOLATILE = 0x0040;
/** Methods. */
export const ACC_BRIDGE = 0x0040;
/** Fields. */
export const ACC_TRANSIENT = 0x0080;
/** Methods. */
export const ACC_VARARGS = 0x0080;
export const ACC_NATIVE = 0x0100;
export const ACC_INTERFACE = 0x0200;
export const ACC_ABSTRACT = 0x0400;
export const ACC_STRICT = 0x0800;
export const ACC_SYNTHETIC = 0x1000;
export const ACC_ANNOTATION = 0x2000;
export const ACC_ENUM = 0x4000;
/** Classes: module-info. */
export const ACC_MODULE = 0x8000;
