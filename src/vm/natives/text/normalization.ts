/** Unicode normalisation, which JavaScript has too: the JDK's tables need not be loaded. */
import {
  type NativeFunction,
  type NativeTable,
  Outcome,
  reading,
} from "../../native-api/native-method.ts";

const normalize: NativeFunction = (m, args) => {
  const text = m.newString(m.text(m.S[args]!).normalize(m.text(m.S[args + 2]!)));
  if (text === 0) return m.throwOutOfMemory();
  m.S[args] = text;
  return Outcome.done;
};

export const normalFormNatives: NativeTable = {
  "java/text/Normalizer": {
    "normalize0(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;": reading(
      ["0.value[]", "1.value[]"],
      normalize,
    ),
  },
};
