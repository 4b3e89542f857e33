/** The program that a call names. */
import { z } from "zod";
import { BadUsageError } from "../core/errors.ts";
import type { JavaProgram } from "../launch/java-program.ts";
import { PROGRAM } from "./schemas.ts";

const INPUT = z.object(PROGRAM);

export function programOf(input: z.infer<typeof INPUT>): JavaProgram {
  const { program, jar, args, classPath, sources, jdk, library } = input;
  if (program === undefined && jar === undefined) {
    throw new BadUsageError("no program was named", {
      hint: "Give `program` a main class, a .java or .class file or a bundled example, or give `jar` a file.",
    });
  }
  return {
    ...(program === undefined ? {} : { main: program }),
    ...(jar === undefined ? {} : { jar }),
    ...(classPath === undefined ? {} : { classPath }),
    ...(jdk === undefined ? {} : { jdk }),
    args,
    sources,
    library,
  };
}
