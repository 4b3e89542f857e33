/** The data of the page of a reduction, from a real one. */
import { beforeAll, describe, expect, test } from "vitest";
import { disassembled } from "../../../../src/reduce/disassembly.ts";
import type { Candidate } from "../../../../src/reduce/files/candidate.ts";
import { classesOf } from "../../../../src/reduce/items/program-files.ts";
import type { ReduceReport } from "../../../../src/reduce/reduce.ts";
import {
  memberTitle,
  type PageNode,
  reducePageData,
} from "../../../../src/report/pages/reduce-data.ts";
import { PROVENANCE } from "../../../support/provenance.ts";
import { PREDICATE, reducedProgram } from "../../../support/reduced-program.ts";

let report: ReduceReport;
let best: Candidate;

beforeAll(async () => {
  ({ report, best } = await reducedProgram());
});

const dataOf = (limit: string | null = null) =>
  reducePageData({
    input: "programs.jar",
    predicate: PREDICATE,
    strategy: "gbr",
    provenance: PROVENANCE,
    report: limit === null ? report : { results: [], limit, isComplete: false },
    programs: limit === null ? [best] : [],
  });

const all = (nodes: readonly PageNode[]): PageNode[] =>
  nodes.flatMap((node) => [node, ...all(node.children)]);

describe("the page of a reduction", () => {
  test("finds each member of the result once among those of the input", () => {
    const members = classesOf(best.files).flatMap(({ name, file }) =>
      [...file.fields, ...file.methods].map((each) => `${name}.${each.name}${each.descriptor}`),
    );
    expect(members.length).toBeGreaterThan(3);
    const found = report.results[0]!.inventory.classes.flatMap(({ result, members: own }) =>
      (own ?? []).flatMap((each) =>
        each.result === null
          ? []
          : [`${result!.name.replaceAll(".", "/")}.${each.result.name}${each.result.descriptor}`],
      ),
    );
    expect(found.toSorted()).toEqual(members.toSorted());
  });

  test("has a tree whose sizes add up to those of input and result", () => {
    const { tree, bytes, inputBytes, inputClasses } = dataOf().results[0]!;
    expect(tree.reduce((sum, node) => sum + node.bytes, 0)).toBe(inputBytes);
    expect(tree.reduce((sum, node) => sum + node.left, 0)).toBe(bytes);
    const classes = all(tree).filter(({ kind }) => kind === "class");
    expect(classes).toHaveLength(inputClasses);
    expect(classes.filter(({ fate }) => fate === "removed").length).toBeGreaterThan(1);
    expect(classes.find(({ name }) => name === "WordCount")).toMatchObject({
      fate: "removed",
      left: 0,
    });
  });

  test("has the result as text", () => {
    const { program, omittedLines } = dataOf().results[0]!;
    expect(program).toHaveLength(best.classes);
    expect(program[0]!.lines.join("\n")).toContain("monitorenter");
    expect(omittedLines).toBe(0);
  });

  test("has a history that ends with the result", () => {
    const { history, bytes, runs } = dataOf().results[0]!;
    expect(history.bests.at(-1)).toMatchObject({ bytes });
    expect(history.bests.at(-1)!.items).toBeGreaterThan(3);
    const { interesting, boring } = history.outcomes;
    expect(interesting + boring).toBe(runs);
    expect(history.questions).toBe(runs + history.remembered);
    expect(history.phases[0]).toMatchObject({ name: "gbr", firstRun: 1 });
  });

  test("says what the predicate demands", () => {
    expect(dataOf().predicate).toEqual({
      kind: "check",
      words: ["DiningPhilosophers", "naive", "2", "1"],
      demands: ["deadwood check finds the same deadlock."],
    });
  });

  test("exists also if nothing was reduced", () => {
    expect(dataOf("Ctrl-C")).toMatchObject({ limit: "Ctrl-C", results: [], isComplete: false });
  });
});

test("members are written as in Java", () => {
  expect(memberTitle("transfer", "(Lp/Account;[[IJ)V")).toBe("transfer(Account, int[][], long)");
  expect(memberTitle("get", "()[Ljava/lang/String;")).toBe("get(): String[]");
  expect(memberTitle("balance", "D")).toBe("balance: double");
});

test("a large result is cut, and it is said by how much", () => {
  const { classes, omittedLines } = disassembled(best.classFiles(), 10);
  const lines = classes.reduce((sum, each) => sum + each.lines.length, 0);
  expect(lines).toBe(10);
  const whole = disassembled(best.classFiles());
  expect(whole.omittedLines).toBe(0);
  const total = whole.classes.reduce((sum, each) => sum + each.lines.length, 0);
  expect(omittedLines).toBe(total - 10);
});

test("a class that cannot be read says why", () => {
  const { classes } = disassembled([["p/A.class", Buffer.from("no class")]]);
  expect(classes[0]!.lines[0]).toMatch(/^p\/A\.class: /);
});
