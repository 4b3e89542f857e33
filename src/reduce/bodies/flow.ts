/** Where control continues after an instruction. */
import { Op } from "../../classfile/format/opcodes.ts";

/** Control never continues with the next instruction. */
export const endsFlow = (opcode: number): boolean =>
  opcode === Op.goto ||
  opcode === Op.goto_w ||
  opcode === Op.athrow ||
  (opcode >= Op.ret && opcode <= Op.return);
