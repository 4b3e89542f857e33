/** What deadwood.internal.Linker asks about the constants of a class. */
import { type ConstantPool, Tag } from "../../../classfile/format/constant-pool.ts";
import type { LinkSite } from "../../interpreter/dynamic-constants.ts";
import { loadClass } from "../../interpreter/load-class.ts";
import type { Machine } from "../../machine.ts";
import {
  effects,
  type NativeFunction,
  type NativeTable,
  Outcome,
  observable,
  pure,
} from "../../native-api/native-method.ts";
import { share } from "../../sharing/shared-objects.ts";

const siteAt = (m: Machine, args: number): LinkSite => m.linked.sitesByNumber.get(m.S[args]!)!;

interface Asked {
  readonly site: LinkSite;
  readonly pool: ConstantPool;
  readonly index: number;
}

const ask = (m: Machine, args: number): Asked => {
  const site = siteAt(m, args);
  return { site, pool: site.owner.file!.constants, index: m.S[args + 2]! };
};

const answerInt = (answer: (asked: Asked, m: Machine, args: number) => number): NativeFunction => {
  return (m, args) => {
    m.S[args] = answer(ask(m, args), m, args);
    return Outcome.done;
  };
};

const answerText = (answer: (asked: Asked) => string): NativeFunction => {
  return (m, args) => {
    m.S[args] = m.intern(answer(ask(m, args)));
    return Outcome.done;
  };
};

const bootstrapOf = ({ site, pool, index }: Asked) =>
  site.owner.file!.bootstrapMethods[pool.dynamic(index).bootstrapMethod]!;

const isDynamic = (tag: number): boolean => tag === Tag.dynamic || tag === Tag.invokeDynamic;

function bits(m: Machine, args: number): Outcome {
  const { pool, index } = ask(m, args);
  switch (pool.tag(index)) {
    case Tag.integer:
      m.SL[args >> 1] = BigInt(pool.int(index));
      break;
    case Tag.float:
      m.SL[args >> 1] = BigInt(pool.floatBits(index));
      break;
    default: {
      const low = pool.low(index);
      const high = pool.high(index);
      m.S[args] = low;
      m.S[args + 1] = high;
    }
  }
  return Outcome.done;
}

function text({ pool, index }: Asked): string {
  return pool.tag(index) === Tag.methodType ? pool.methodType(index) : pool.string(index);
}

export const linkerNatives: NativeTable = {
  "deadwood/internal/Linker": {
    "index(I)I": pure(answerInt(({ site }) => site.index)),
    "caller(I)Ljava/lang/Class;": pure(answerInt(({ site }, m) => m.mirror(site.owner))),
    "tag(II)I": pure(answerInt(({ pool, index }) => pool.tag(index))),
    "bits(II)J": pure(bits),
    "text(II)Ljava/lang/String;": pure(answerText(text)),
    "type(II)Ljava/lang/Class;": pure(
      answerInt(({ pool, index }, m) => {
        const name =
          pool.tag(index) === Tag.methodHandle
            ? pool.methodHandle(index).owner
            : pool.className(index);
        return m.mirror(loadClass(m, name));
      }),
    ),
    "handleKind(II)I": pure(answerInt(({ pool, index }) => pool.methodHandle(index).kind)),
    "name(II)Ljava/lang/String;": pure(
      answerText(({ pool, index }) =>
        isDynamic(pool.tag(index)) ? pool.dynamic(index).name : pool.methodHandle(index).name,
      ),
    ),
    "descriptor(II)Ljava/lang/String;": pure(
      answerText(({ pool, index }) =>
        isDynamic(pool.tag(index))
          ? pool.dynamic(index).descriptor
          : pool.methodHandle(index).descriptor,
      ),
    ),
    "bootstrapMethod(II)I": pure(answerInt((asked) => bootstrapOf(asked).methodHandle)),
    "argumentCount(II)I": pure(answerInt((asked) => bootstrapOf(asked).args.length)),
    "argument(III)I": pure(answerInt((asked, m, args) => bootstrapOf(asked).args[m.S[args + 4]!]!)),
    // Where several threads have made one, the first counts, for all of them.
    "store(ILjava/lang/Object;)V": observable(
      effects([], [], (m, args) => {
        const { cell } = siteAt(m, args);
        const value = m.S[args + 2]!;
        share(m, value);
        if (m.H[cell] === 0) m.setWord(cell, value === 0 ? m.linked.nullConstant : value);
        return Outcome.done;
      }),
    ),
  },
};
