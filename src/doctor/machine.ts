/** What the tool needs of the computer it runs on. */
import { accessSync, constants } from "node:fs";
import { availableParallelism, freemem, tmpdir, totalmem } from "node:os";
import { defaultMemoryLimit } from "../check/process-figures.ts";
import { Jar } from "../classfile/sources/jar.ts";
import { DeadwoodError } from "../core/errors.ts";
import { count, megabytes } from "../core/numbers.ts";
import { bundled } from "../launch/find-program.ts";
import type { Examined } from "./doctor-report.ts";
import { examineJdks, type JdkQuestion } from "./jdks.ts";

export interface MachineQuestion extends JdkQuestion {
  /** The oldest Node that is supported: "20.19". */
  readonly leastNode: string;
  readonly terminal: { readonly columns: number | undefined; readonly hasColors: boolean };
}

/** Below this, searches of real programs end early. */
const SMALL_MEMORY = 2 ** 31;
/** The release for which the models are written. */
const MODELS_VERSION = 17;

export const examineMachine = (question: MachineQuestion): Examined[] => [
  examineNode(question.leastNode),
  examineMemory(),
  examineModels(),
  examineTemporary(),
  ...examineJdks(question),
  examineTerminal(question.terminal),
];

const ok = (topic: string, text: string): Examined => ({ topic, finding: "ok", text, hint: null });

function examineNode(least: string): Examined {
  const { node } = process.versions;
  const text = `Node ${node} on ${process.platform} ${process.arch}, ${availableParallelism()} processors`;
  if (isAtLeast(node, least)) return ok("Node", text);
  return {
    topic: "Node",
    finding: "refused",
    text: `${text}; at least ${least} is needed`,
    hint: "Install a newer Node.",
  };
}

function isAtLeast(version: string, least: string): boolean {
  const have = version.split(".").map(Number);
  const want = least.split(".").map(Number);
  for (const [i, wanted] of want.entries()) {
    const part = have[i] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}

function examineMemory(): Examined {
  const limit = defaultMemoryLimit();
  const text = `${megabytes(totalmem())}, of which ${megabytes(freemem())} are free; a search stops at ${megabytes(limit)}`;
  if (freemem() >= SMALL_MEMORY) return ok("memory", text);
  return {
    topic: "memory",
    finding: "warning",
    text,
    hint: "Large searches need more. --memory sets the limit, --store bitstate needs least.",
  };
}

function examineModels(): Examined {
  try {
    const jar = Jar.open(bundled("library.jar"), MODELS_VERSION);
    const classes = jar.classNames().length;
    jar.close();
    return ok("models", `${count(classes)} classes of the class library`);
  } catch (error) {
    if (!(error instanceof DeadwoodError)) throw error;
    return {
      topic: "models",
      finding: "refused",
      text: error.message,
      hint: "Install the package again.",
    };
  }
}

/** Programs that are given as source code are compiled there. */
function examineTemporary(): Examined {
  const folder = tmpdir();
  try {
    accessSync(folder, constants.W_OK);
    return ok("files", `${folder} is writable`);
  } catch {
    return {
      topic: "files",
      finding: "warning",
      text: `${folder} is not writable, so .java files cannot be compiled`,
      hint: "Set TMPDIR to a folder that is.",
    };
  }
}

function examineTerminal({ columns, hasColors }: MachineQuestion["terminal"]): Examined {
  const width = columns === undefined ? "standard error is no terminal" : `${columns} columns`;
  return ok("terminal", `${width}, ${hasColors ? "with" : "without"} colours`);
}
