/** The library that random programs run with in tests: the models, and any JDK that is found. */
import { findJdk } from "../../src/classfile/jdk.ts";
import { FuzzLibrary } from "../../src/fuzz/fuzz-machine.ts";
import { modelLibrary } from "./machine.ts";

let library: FuzzLibrary | undefined;

/** Opened once. */
export function fuzzLibrary(): FuzzLibrary {
  library ??= new FuzzLibrary(modelLibrary(), findJdk({}));
  return library;
}
