/** Colours the lines of a disassembled class (classfile/editing/disassembler.ts). Lines stand alone, so only visible ones are read. */
import type { TokenLine } from "../shared/highlight.ts";

const MODIFIERS =
  /^(?:public|private|protected|static|final|abstract|synthetic|synchronized|bridge|varargs|native|strict|volatile|transient|enum|annotation|interface|class|extends|implements|throws|record|permits|version|attributes|stack|locals|line|from|to|is|caught|at|of|by|anything)$/;

/** The parts of a line: texts in quotes, words, numbers, and all between them. */
const PARTS = /"(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*(?:[/.][\w$<>]+)*|-?\b\d[\w.+-]*|\s+|./gu;

/** An instruction: its offset, its name and its operands. */
const INSTRUCTION = /^( +)(\d+) ([a-z][\w]*)(.*)$/s;

export function bytecodeTokens(line: string): TokenLine {
  const match = line.startsWith("      ") ? INSTRUCTION.exec(line) : null;
  if (match === null) return partsOf(line, true);
  const [, indent = "", offset = "", name = "", operands = ""] = match;
  return [
    { text: indent, className: "" },
    { text: offset.padStart(4), className: "hljs-comment" },
    { text: "  ", className: "" },
    { text: name, className: "hljs-keyword" },
    ...partsOf(operands, false),
  ];
}

const partsOf = (text: string, hasModifiers: boolean): TokenLine =>
  (text.match(PARTS) ?? []).map((part) => ({ text: part, className: classOf(part, hasModifiers) }));

function classOf(part: string, hasModifiers: boolean): string {
  if (part.startsWith('"')) return "hljs-string";
  if (/^-?\d/.test(part)) return "hljs-number";
  if (hasModifiers && MODIFIERS.test(part)) return "hljs-keyword";
  return part.includes("/") || part.includes(".") ? "hljs-type" : "";
}
