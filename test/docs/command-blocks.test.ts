/**
 * Every command that a document shows is run, and prints what the document says. `npm run docs:update` writes new
 * outputs into the documents.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { installedJdk } from "../support/java.ts";
import {
  type Block,
  blocksOf,
  type Exchange,
  exchangesOf,
  isShown,
  masked,
  proseOf,
  sessionText,
  shownAgain,
} from "./blocks.ts";
import { hasShell, Session } from "./session.ts";
import { DOCUMENTS, ROOT, readDocument } from "./sources.ts";

const IS_UPDATE = process.env["DEADWOOD_UPDATE"] === "1";

/** How many blocks of each document cannot be run here; a comment in front of each says why. */
const NOT_RUN: Readonly<Record<string, number>> = {
  "CONTRIBUTING.md": 6,
  "README.md": 1,
  "docs/ci.md": 1,
  "docs/explore.md": 1,
  "docs/fuzz.md": 3,
  "docs/reduce.md": 2,
};

const isSession = (block: Block): boolean =>
  block.language === "console" && !(block.marker?.startsWith("not run") ?? false);

interface DocumentSession {
  readonly document: string;
  readonly blocks: readonly Block[];
  /** Java sources have to be compiled. */
  readonly needsJdk: boolean;
}

const sessions: DocumentSession[] = DOCUMENTS.map((document) => {
  const blocks = blocksOf(readDocument(document));
  const needsJdk = blocks.some(
    (block) => isSession(block) && /\.java|\bjavac?\b/.test(block.lines.join("\n")),
  );
  return { document, blocks, needsJdk };
}).filter(({ blocks }) => blocks.some(isSession));

/** What really runs for the commands of a block: `run as` may leave out what only a fresh clone needs. */
function commandsOf(block: Block): string[] {
  const commands = exchangesOf(block).map(({ command }) => command);
  const instead = /^run as: (.+)$/.exec(block.marker ?? "")?.[1];
  if (instead === undefined) return commands;
  expect(commands).toHaveLength(1);
  expect(commands[0], "run as: the end of the command that is shown").toMatch(
    new RegExp(`&& ${instead.replaceAll(/[.$*+?()[\]{}|\\]/g, "\\$&")}$`),
  );
  return [instead];
}

const isTrue = (exchange: Exchange, printed: readonly string[], block: Block): boolean =>
  isShown(exchange.output, printed, block.marker === "numbers vary");

function update(document: string, changed: ReadonlyMap<Block, readonly string[]>): void {
  const lines = readDocument(document).split("\n");
  // From the end, so that the places of the others stay.
  for (const [block, text] of [...changed].toReversed())
    lines.splice(block.from, block.to - block.from, ...text);
  writeFileSync(join(ROOT, document), lines.join("\n"));
}

describe.skipIf(!hasShell).each(sessions)("$document", ({ document, blocks, needsJdk }) => {
  if (needsJdk && installedJdk === null) {
    test.skip("needs a JDK", () => {});
    return;
  }
  const session = new Session();
  const changed = new Map<Block, readonly string[]>();
  afterAll(() => {
    session.close();
    if (changed.size > 0) update(document, changed);
  });
  if (/node bin\/|docs\/toy\//.test(readDocument(document))) session.linkCheckout();
  if (blocks.some(({ lines }) => lines.some((line) => line.endsWith('from "deadwood";'))))
    session.linkPackage();

  for (const block of blocks) {
    if (block.title !== null) {
      const { title } = block;
      test(`line ${block.from}: the file ${title}`, () => {
        session.write(title, block.lines);
      });
    }
    if (!isSession(block)) continue;
    test(`line ${block.from}: ${block.lines[0]}`, () => {
      const exchanges = exchangesOf(block);
      const outputs = session.run(commandsOf(block));
      expect(outputs).toHaveLength(exchanges.length);
      if (exchanges.every((exchange, index) => isTrue(exchange, outputs[index]!, block))) return;
      if (IS_UPDATE) {
        changed.set(
          block,
          sessionText(exchanges.map((each, index) => again(each, outputs[index]!, block))),
        );
        return;
      }
      const hides = block.marker === "numbers vary";
      const texts = (all: readonly (readonly string[])[]): string =>
        all.map((lines) => lines.map((line) => masked(line, hides)).join("\n")).join("\n$\n");
      expect(texts(outputs), "npm run docs:update writes the new output").toBe(
        texts(exchanges.map(({ output }) => output)),
      );
      expect.unreachable("the outputs differ only in what an ellipsis may stand for");
    });
  }
});

function again(exchange: Exchange, printed: readonly string[], block: Block): Exchange {
  if (isTrue(exchange, printed, block)) return exchange;
  const output = shownAgain(exchange.output, printed);
  if (output === null)
    throw new Error(`line ${block.from}: write the lines between the ellipses by hand`);
  return { command: exchange.command, output };
}

test("sessions were found", () => {
  expect(sessions.flatMap(({ blocks }) => blocks.filter(isSession)).length).toBeGreaterThan(20);
});

test("every other command block says why it is not run", () => {
  const silent: string[] = [];
  const notRun: Record<string, number> = {};
  for (const document of DOCUMENTS) {
    for (const block of blocksOf(readDocument(document))) {
      if (!["console", "sh", "bash", "shell"].includes(block.language) || isSession(block))
        continue;
      if (block.marker?.startsWith("not run: ") !== true) silent.push(`${document}:${block.from}`);
      notRun[document] = (notRun[document] ?? 0) + 1;
    }
  }
  expect(silent).toEqual([]);
  expect(notRun).toEqual(NOT_RUN);
});

/** `deadwood check [options]` and `deadwood reduce INPUT` say how a command is written; they are not commands. */
const PLACEHOLDER = /\[|\b[A-Z]{3,}\b|<\w/;
const COMMAND = /^\s*(?:\$ |(?:deadwood|node bin\/deadwood\.js|npm|npx|java|javac) )/;

test("no command hides in a block of another kind", () => {
  const hidden = DOCUMENTS.flatMap((document) => {
    const text = readDocument(document);
    const others = blocksOf(text).filter(({ language }) => language === "" || language === "text");
    const indented = proseOf(text).filter((line) => /^ {4}/.test(line));
    return [...others.flatMap(({ lines }) => lines), ...indented]
      .filter((line) => COMMAND.test(line) && !PLACEHOLDER.test(line))
      .map((line) => `${document}: ${line}`);
  });
  expect(hidden).toEqual([]);
});

describe("what is compared", () => {
  test.each([
    { shown: ["a", "…", "d"], printed: ["a", "b", "c", "d"], is: true },
    { shown: ["a", "…", "c", "…", "d"], printed: ["a", "b", "c", "d"], is: true },
    { shown: ["a", "…"], printed: ["a"], is: true },
    { shown: ["a", "…", "x", "…", "d"], printed: ["a", "b", "c", "d"], is: false },
    { shown: ["a", "…", "c"], printed: ["a", "b", "c", "d"], is: false },
    { shown: ["a"], printed: ["a", "b"], is: false },
    { shown: ["a", "b"], printed: ["a"], is: false },
    { shown: [], printed: ["a"], is: false },
    { shown: ["…"], printed: ["a"], is: true },
    { shown: ["2.5 s, 68 MB, 3 states"], printed: ["0.1 s, 1.2 GB, 3 states"], is: true },
    { shown: ["3 states"], printed: ["4 states"], is: false },
    { shown: ["12 steps"], printed: ["13 steps"], is: false },
    { shown: ["1,000 states/s"], printed: ["20 states/s"], is: true },
  ])("$shown and $printed", ({ shown, printed, is }) => {
    expect(isShown(shown, printed)).toBe(is);
  });

  test("with numbers that vary, all but the numbers", () => {
    expect(isShown(["safe   1,281  654%"], ["safe 7 1%"], true)).toBe(true);
    expect(isShown(["safe   1,281  654%"], ["violated 7 1%"], true)).toBe(false);
  });

  test("an update keeps what was left out", () => {
    expect(shownAgain(["a", "…", "d"], ["A", "b", "c", "D"])).toEqual(["A", "…", "D"]);
    expect(shownAgain(["a"], ["A", "B"])).toEqual(["A", "B"]);
    expect(shownAgain(["…", "d"], ["A", "B"])).toEqual(["…", "B"]);
    expect(shownAgain(["a", "…", "d"], ["A"])).toEqual(["A"]);
    expect(shownAgain(["a", "…", "b", "…"], ["A"])).toBeNull();
    expect(shownAgain(["a", "", "…"], ["A", "B", "", "c", "", "d"])).toEqual(["A", "B", "", "…"]);
    expect(shownAgain(["a", "", "…", "d"], ["A", "", "c", "", "D"])).toEqual(["A", "", "…", "D"]);
  });
});

test("a session runs in one shell, with the files of the document", () => {
  const session = new Session();
  try {
    session.write("in/a.txt", ["one", "two"]);
    expect(session.run(["cd in && cat a.txt", "false", "echo $? >&2", "true"])).toEqual([
      ["one", "two"],
      [],
      ["1"],
      [],
    ]);
    expect(readFileSync(join(session.directory, "in/a.txt"), "utf8")).toBe("one\ntwo\n");
  } finally {
    session.close();
  }
});
