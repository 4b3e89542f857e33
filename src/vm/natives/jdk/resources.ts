/**
 * Files beside classes: those of the JDK (names of characters, currencies, Unicode tables) and
 * those of the program. They are as much a part of what is checked as the classes are.
 */
import { ARRAY_DATA } from "../../memory/object-layout.ts";
import {
  type NativeFunction,
  type NativeTable,
  Outcome,
  reading,
} from "../../native-api/native-method.ts";

const resourceOf =
  (which: "jdk" | "application"): NativeFunction =>
  (m, args) => {
    const bytes = m.program.sources[which]?.resource?.(m.text(m.S[args]!)) ?? null;
    if (bytes === null) {
      m.S[args] = 0;
      return Outcome.done;
    }
    const array = m.newPrimitiveArray("B", bytes.length);
    if (array === 0) return m.throwOutOfMemory();
    m.HB.set(bytes, (array + ARRAY_DATA) * 4);
    m.S[args] = array;
    return Outcome.done;
  };

export const resourceNatives: NativeTable = {
  "java/lang/Class": {
    "resource0(Ljava/lang/String;)[B": reading(["0.value[]"], resourceOf("jdk")),
  },
  "java/lang/ClassLoader": {
    "resource0(Ljava/lang/String;)[B": reading(["0.value[]"], resourceOf("application")),
  },
};
