/** What all passes have in common: they make a program smaller as long as it still shows the failure. */
import type { ClassSource } from "../../classfile/sources/class-path.ts";
import type { ProgramFiles } from "../items/program-files.ts";
import type { Oracle } from "../oracle.ts";

export interface PassContext extends Required<Oracle<ProgramFiles>> {
  readonly libraries: ClassSource;
  readonly signal: AbortSignal;
  /** Of an item's name: that it must stay. */
  readonly mustStay: (name: string) => boolean;
}

/** Makes a program smaller; the same array when it could not. */
export interface Pass {
  readonly name: string;
  run(files: ProgramFiles, context: PassContext): Promise<ProgramFiles>;
}
