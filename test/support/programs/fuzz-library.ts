/** The library that random programs run with in tests: the models, and any JDK that is found. */
import { FilteredSource } from "../../../src/classfile/sources/class-path.ts";
import { findJdk } from "../../../src/classfile/sources/jdk.ts";
import { FuzzLibrary } from "../../../src/fuzz/fuzz-machine.ts";
import { modelLibrary } from "../machine.ts";

let library: FuzzLibrary | undefined;

/** Opened once. */
export function fuzzLibrary(): FuzzLibrary {
  library ??= new FuzzLibrary(modelLibrary(), findJdk({}));
  return library;
}

let real: FuzzLibrary | undefined;

/** The same with the JDK's own java.util.concurrent. */
export function realFuzzLibrary(): FuzzLibrary {
  const models = new FilteredSource(modelLibrary(), "java/util/concurrent/");
  real ??= new FuzzLibrary(models, findJdk({}), { realLibrary: true });
  return real;
}
