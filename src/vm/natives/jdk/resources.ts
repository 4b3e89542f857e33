/**
 * Files beside classes: those of the JDK (names of characters, currencies, Unicode tables) and
 * those of the program. They are as much a part of what is checked as the classes are.
 */
import { type NativeFunction, type NativeTable, reading } from "../../native-api/native-method.ts";
import { returnBytes } from "../byte-results.ts";

const resourceOf =
  (which: "jdk" | "application"): NativeFunction =>
  (m, args) => {
    const bytes = m.program.sources[which]?.resource?.(m.text(m.S[args]!)) ?? null;
    return returnBytes(m, args, bytes);
  };

export const resourceNatives: NativeTable = {
  "java/lang/Class": {
    "resource0(Ljava/lang/String;)[B": reading(["0.value[]"], resourceOf("jdk")),
  },
  "java/lang/ClassLoader": {
    "resource0(Ljava/lang/String;)[B": reading(["0.value[]"], resourceOf("application")),
  },
};
