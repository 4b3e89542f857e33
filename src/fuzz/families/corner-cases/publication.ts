/**
 * Objects that are published, so that another thread may find them, and withdrawn before they are written to.
 * After that, nothing in memory shows that they were published, but a thread that found one still has it. The
 * same for objects that leak from their constructor.
 */

import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import { type EmitCode, getField, make, putField } from "../../generator/bytecode.ts";
import { pause } from "../../generator/common-statements.ts";
import { type Dice, pick } from "../../generator/dice.ts";
import { recordSmallValue, sequence } from "../../generator/observed-statement.ts";
import { BOX, BOX_TYPE, choose, getShared, putShared } from "../../generator/shared-fields.ts";
import { inside, P, Q, type Statement, simple } from "../../generator/statement.ts";

/** A place where other threads can find a box. */
interface Place {
  readonly text: string;
  readonly get: EmitCode;
  readonly put: (code: CodeBuilder, value: EmitCode) => void;
}

const PLACES: readonly Place[] = [
  {
    text: "box",
    get: (code) => getShared(code, "box"),
    put: (code, value) => {
      value(code);
      putShared(code, "box");
    },
  },
  {
    text: "outer.inner",
    get: (code) => getField(getShared(code, "outer"), BOX, "inner", BOX_TYPE),
    put: (code, value) => {
      getShared(code, "outer");
      value(code);
      putField(code, BOX, "inner", BOX_TYPE);
    },
  },
];

/** A box's content: how to read it as an int from the box on the stack, and how to set it to 1. */
interface Content {
  readonly text: string;
  readonly get: EmitCode;
  readonly set: EmitCode;
}

const number = (name: string): Content => ({
  text: name,
  get: (code) => getField(code, BOX, name, "I"),
  set: (code) => putField(code.emit("iconst_1"), BOX, name, "I"),
});

const CONTENTS: readonly Content[] = [
  number("value"),
  number("value"),
  {
    text: "cells[0]",
    get: (code) => getField(code, BOX, "cells", "[I").emit("iconst_0").emit("iaload"),
    set: (code) => {
      getField(code, BOX, "cells", "[I").emit("iconst_0").emit("iconst_1").emit("iastore");
    },
  },
  {
    text: "inner",
    get: (code) => {
      const [none, end] = [code.label(), code.label()];
      getField(code, BOX, "inner", BOX_TYPE).emit("ifnull", none).emit("iconst_1");
      code.emit("goto", end).mark(none);
      code.emit("iconst_0").mark(end);
    },
    set: (code) => {
      getShared(code, "outer");
      putField(code, BOX, "inner", BOX_TYPE);
    },
  },
];

const FIXED = number("fixed");

const mine: EmitCode = (code) => code.emit("aload", P);
const nothing: EmitCode = (code) => code.emit("aconst_null");

/** Runs the statement by a choice, or always. */
function perhaps(dice: Dice, what: Statement): Statement {
  if (dice(4) === 0) return what;
  return inside("if (Verify.getBoolean())", [what], ({ code }, all) => {
    const end = code.label();
    choose(code);
    code.emit("ifeq", end);
    all();
    code.mark(end);
  });
}

const some = (dice: Dice, statement: Statement): Statement[] => (dice(3) === 0 ? [statement] : []);

const publish = ({ text, put }: Place): Statement =>
  simple(`${text} = p`, (code) => {
    put(code, mine);
  });

const takeBack = ({ text, put }: Place): Statement =>
  simple(`${text} = null`, (code) => {
    put(code, nothing);
  });

const step = simple("turn = 1", (code) => putShared(code.emit("iconst_1"), "turn"));
const look = simple("turn", (code) => getShared(code, "turn").emit("pop"));

const makeBox = (leaks: 0 | 1): Statement =>
  simple(leaks === 1 ? "p = new Box(), which may be found in it" : "p = new Box()", (code) => {
    make(code, BOX, leaks);
    code.emit("astore", P);
  });

function writer(dice: Dice, place: Place, { text, set }: Content): Statement {
  const write = simple(`p.${text} = 1`, (code) => {
    mine(code);
    set(code);
  });
  return sequence("taken back", [
    makeBox(0),
    perhaps(dice, publish(place)),
    ...some(dice, pause(dice)),
    dice(4) === 0 ? perhaps(dice, takeBack(place)) : takeBack(place),
    ...(dice(4) === 0 ? [] : [step]),
    write,
    ...some(dice, publish(place)),
  ]);
}

function reader(dice: Dice, { text, get }: Place, content: Content): Statement {
  const read = simple(`acc <- q.${content.text}`, (code) => {
    content.get(code.emit("aload", Q));
    recordSmallValue(code);
  });
  return sequence("found", [
    simple(`q = ${text}`, (code) => {
      get(code);
      code.emit("astore", Q);
    }),
    inside("if (q != null)", [...some(dice, pause(dice)), read], ({ code }, all) => {
      const end = code.label();
      code.emit("aload", Q).emit("ifnull", end);
      all();
      code.mark(end);
    }),
    ...(dice(4) === 0 ? [] : [look]),
  ]);
}

/** A thread that writes, and a thread that may have found what it writes to. */
export function publishing(dice: Dice): [Statement, Statement] {
  const place = pick(dice, PLACES);
  if (dice(3) === 0) return [makeBox(1), reader(dice, PLACES[0]!, FIXED)];
  const content = pick(dice, CONTENTS);
  return [writer(dice, place, content), reader(dice, place, content)];
}
