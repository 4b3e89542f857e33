/** Which part of an explanation to show. */
import type {
  ExplainedCell,
  ExplainedFrame,
  ExplainedObject,
  Explanation,
  Status,
} from "./explanation.ts";

export interface Selection {
  readonly only: Status | null;
  /** An object's name, or a class. */
  readonly object: string | null;
  /** "Class.field". */
  readonly field: string | null;
}

/** Whether `wanted` names the class; it may omit packages and outer classes. */
const isClass = (name: string, wanted: string): boolean =>
  name === wanted || name.endsWith(`.${wanted}`) || name.endsWith(`$${wanted}`);

export function select(whole: Explanation, { only, object, field }: Selection): Explanation {
  const isWanted = (cell: ExplainedCell): boolean => only === null || cell.status === only;
  const isField = ({ name, declaredBy }: ExplainedCell, inClass: string | null): boolean => {
    if (field === null) return true;
    const dot = field.lastIndexOf(".");
    const owner = field.slice(0, dot);
    if (declaredBy === null || name.slice(name.lastIndexOf(".") + 1) !== field.slice(dot + 1)) {
      return false;
    }
    return isClass(declaredBy, owner) || (inClass !== null && isClass(inClass, owner));
  };
  const frame = ({ place, locals, operands }: ExplainedFrame): ExplainedFrame => ({
    place,
    locals: locals.filter(isWanted),
    operands: operands.filter(isWanted),
  });
  const isObject = (each: ExplainedObject): boolean =>
    object === null || each.name === object || isClass(each.class, object);
  const isEmptyShown = only === null && field === null;
  const objects = whole.objects.filter(isObject).flatMap((each) => {
    const cells = each.cells.filter((cell) => isWanted(cell) && isField(cell, each.class));
    const isShown = cells.length > 0 || (isEmptyShown && each.cells.length === 0);
    return isShown ? [{ ...each, cells }] : [];
  });
  return {
    ...whole,
    threads:
      object !== null || field !== null
        ? []
        : whole.threads.map((each) => ({ ...each, frames: each.frames.map(frame) })),
    statics:
      object === null ? whole.statics.filter((cell) => isWanted(cell) && isField(cell, null)) : [],
    objects,
  };
}
