/** The assembled programs: instructions and forms of them that javac never emits. */
import type { AssembledProgram } from "./assemble.ts";
import { constantKinds, dynamicConstants } from "./constants.ts";
import { locals, narrowStores } from "./locals.ts";
import { branches, objectsAndArrays, operators, switches } from "./operators.ts";
import { specialHandles } from "./special-handles.ts";
import { stackForms } from "./stack.ts";
import { farJumps, subroutines } from "./subroutines.ts";

export const ASSEMBLED: readonly AssembledProgram[] = [
  branches,
  constantKinds,
  dynamicConstants,
  farJumps,
  locals,
  narrowStores,
  objectsAndArrays,
  operators,
  specialHandles,
  stackForms,
  subroutines,
  switches,
];
