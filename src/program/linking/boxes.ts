/** The classes of boxes, by the descriptor of the primitive type that each holds. */
export const BOXES: Readonly<Record<string, string>> = {
  Z: "java/lang/Boolean",
  B: "java/lang/Byte",
  C: "java/lang/Character",
  S: "java/lang/Short",
  I: "java/lang/Integer",
  J: "java/lang/Long",
  F: "java/lang/Float",
  D: "java/lang/Double",
};

const PRIMITIVES: ReadonlyMap<string, string> = new Map(
  Object.entries(BOXES).map(([primitive, box]) => [box, primitive]),
);

/** The descriptor of the primitive type that a class boxes; undefined for all other classes. */
export const boxedPrimitive = (className: string): string | undefined => PRIMITIVES.get(className);
