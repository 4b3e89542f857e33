/** How control goes on from an instruction. */
import { Op } from "../../classfile/format/opcodes.ts";

/** Control never goes on to the next one. */
export const endsFlow = (opcode: number): boolean =>
  opcode === Op.goto ||
  opcode === Op.goto_w ||
  opcode === Op.athrow ||
  (opcode >= Op.ret && opcode <= Op.return);
