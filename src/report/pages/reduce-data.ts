/** What the page of a reduction shows (src/pages/reduce), as data. */

import { count, plural } from "../../core/numbers.ts";
import { PRIMITIVES } from "../../program/linking/program.ts";
import type { PredicateChoice } from "../../reduce/checker/choices.ts";
import { type Disassembly, disassembled } from "../../reduce/disassembly.ts";
import type { Candidate } from "../../reduce/files/candidate.ts";
import type { ClassEntry, MemberEntry } from "../../reduce/inventory.ts";
import type { ReduceReport, ReduceResult } from "../../reduce/reduce.ts";
import { reductionLine, reductionWarnings } from "../reduce/text.ts";
import type { Provenance } from "./provenance.ts";

/** A part of the input, and what became of it. */
export interface PageNode {
  readonly kind: "package" | "class" | "field" | "method" | "file";
  readonly name: string;
  readonly bytes: number;
  readonly left: number;
  readonly fate: Fate;
  /** Its other name in the result, or the class that it is part of there; null if it has kept its name or is gone. */
  readonly now: string | null;
  readonly children: readonly PageNode[];
  /** Members that are not listed one by one: "3 fields, 12 methods". */
  readonly unlisted: string | null;
}

export type Fate = "removed" | "shrunk" | "kept" | "merged";

export interface PageReduction extends Omit<ReduceResult, "inventory"> {
  readonly headline: string;
  readonly warnings: readonly string[];
  readonly tree: readonly PageNode[];
  readonly items: ReduceResult["inventory"]["items"];
  readonly lacksNames: boolean;
  /** The result, disassembled. */
  readonly program: Disassembly["classes"];
  readonly omittedLines: number;
}

export interface PagePredicate {
  readonly kind: "command" | "check" | "difference";
  /** The command, or the main class and its arguments. */
  readonly words: readonly string[];
  /** What must stay the same, one sentence each. */
  readonly demands: readonly string[];
}

export interface ReducePageData {
  readonly provenance: Provenance;
  readonly input: string;
  readonly predicate: PagePredicate;
  readonly strategy: string;
  /** What ended the reduction before anything was reduced, or null. */
  readonly limit: string | null;
  readonly isComplete: boolean;
  /** One for each failure. */
  readonly results: readonly PageReduction[];
}

export interface ReducePageInput {
  readonly input: string;
  readonly predicate: PredicateChoice;
  readonly strategy: string;
  readonly provenance: Provenance;
  readonly report: ReduceReport;
  /** The programs of the results, in their order. */
  readonly programs: readonly Candidate[];
}

export function reducePageData(given: ReducePageInput): ReducePageData {
  const { input, predicate, strategy, provenance, report, programs } = given;
  return {
    provenance,
    input,
    predicate: predicateOf(predicate),
    strategy,
    limit: report.limit,
    isComplete: report.isComplete,
    results: report.results.map((result, i) => reductionOf(result, programs[i])),
  };
}

function reductionOf(result: ReduceResult, program: Candidate | undefined): PageReduction {
  const { inventory, ...rest } = result;
  const disassembly = disassembled(program?.classFiles() ?? []);
  const files = inventory.files.map(
    ({ path, bytes, resultBytes: left }): PageNode => ({
      kind: "file",
      name: path,
      bytes,
      left,
      fate: fateOf(bytes, left === 0 ? null : left),
      now: null,
      children: [],
      unlisted: null,
    }),
  );
  return {
    ...rest,
    headline: reductionLine(result),
    warnings: reductionWarnings(result),
    tree: [...packagesOf(inventory.classes), ...files],
    items: inventory.items,
    lacksNames: inventory.lacksNames,
    program: disassembly.classes,
    omittedLines: disassembly.omittedLines,
  };
}

function predicateOf(choice: PredicateChoice): PagePredicate {
  if ("difference" in choice) {
    return {
      kind: "difference",
      words: [],
      demands: ["The first saved difference between searches is still there."],
    };
  }
  if ("check" in choice) {
    const { check, main, args = [], same, maxStates } = choice;
    const what = same === "kind" ? `any ${check}` : `the same ${check}`;
    return {
      kind: "check",
      words: [main, ...args],
      demands: [
        `deadwood check finds ${what}.`,
        ...(maxStates === undefined ? [] : [`A search visits at most ${count(maxStates)} states.`]),
      ],
    };
  }
  const { command, exitCode, stdout, stderr, timeoutSeconds, persistent } = choice;
  return {
    kind: "command",
    words: command,
    demands: [
      persistent === true
        ? "The command answers “interesting”."
        : `The command ends with ${exitCode === undefined ? "the exit code that it has for the input" : `exit code ${exitCode}`}.`,
      ...(stdout === true ? ["Its standard output is the same."] : []),
      ...(stderr === true ? ["Its standard error is the same."] : []),
      ...(timeoutSeconds === undefined ? [] : [`A run takes at most ${timeoutSeconds} seconds.`]),
    ],
  };
}

function fateOf(bytes: number, left: number | null): Fate {
  if (left === null) return "removed";
  return left < bytes ? "shrunk" : "kept";
}

function packagesOf(classes: readonly ClassEntry[]): PageNode[] {
  const packages = new Map<string, ClassEntry[]>();
  for (const each of classes) {
    const end = each.name.lastIndexOf(".");
    const name = end < 0 ? "" : each.name.slice(0, end);
    const known = packages.get(name);
    if (known === undefined) packages.set(name, [each]);
    else known.push(each);
  }
  return [...packages].map(([name, own]): PageNode => {
    const children = own.map(classNode);
    const bytes = children.reduce((sum, child) => sum + child.bytes, 0);
    const left = children.reduce((sum, child) => sum + child.left, 0);
    const isGone = children.every(({ fate }) => fate === "removed");
    return {
      kind: "package",
      name: name === "" ? "(no package)" : name,
      bytes,
      left,
      fate: fateOf(bytes, isGone ? null : left),
      now: null,
      children,
      unlisted: null,
    };
  });
}

function classNode({ name, bytes, result, fields, methods, members }: ClassEntry): PageNode {
  const simple = name.slice(name.lastIndexOf(".") + 1);
  const isPart = result !== null && result.bytes === 0;
  return {
    kind: "class",
    name: simple,
    bytes,
    left: result?.bytes ?? 0,
    fate: isPart ? "merged" : fateOf(bytes, result?.bytes ?? null),
    now: result === null || (result.name === name && !isPart) ? null : result.name,
    children: members?.map(memberNode) ?? [],
    unlisted: members === null ? `${plural(fields, "field")}, ${plural(methods, "method")}` : null,
  };
}

function memberNode({ kind, name, descriptor, bytes, result }: MemberEntry): PageNode {
  const isRenamed = result !== null && result.name !== name;
  return {
    kind,
    name: memberTitle(name, descriptor),
    bytes,
    left: result?.bytes ?? 0,
    fate: fateOf(bytes, result?.bytes ?? null),
    now: isRenamed ? memberTitle(result.name, result.descriptor) : null,
    children: [],
    unlisted: null,
  };
}

const PRIMITIVE_NAMES = new Map<string, string>(
  PRIMITIVES.map(([name, descriptor]) => [descriptor, name]),
);

/** "transfer(Account, int)", "balance: long", as a reader of Java expects it. */
export function memberTitle(name: string, descriptor: string): string {
  const types = [...descriptor.matchAll(/(\[*)(?:L([^;]*);|([BCDFIJSZV]))/g)].map(
    ([, dimensions = "", className, primitive = ""]) => {
      const simple =
        className?.slice(className.lastIndexOf("/") + 1) ?? PRIMITIVE_NAMES.get(primitive);
      return `${simple ?? "?"}${"[]".repeat(dimensions.length)}`;
    },
  );
  const result = types.pop() ?? "";
  if (!descriptor.startsWith("(")) return `${name}: ${result}`;
  return `${name}(${types.join(", ")})${result === "void" ? "" : `: ${result}`}`;
}
