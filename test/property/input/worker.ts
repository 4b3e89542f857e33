/** A process that runs command lines (worker.mjs), and what is wrong with how one of them ended. */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

const WORKER = join(import.meta.dirname, "worker.mjs");

export interface CommandLine {
  readonly argv: readonly string[];
  /** Where the user is. */
  readonly directory: string;
}

interface Answer {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
  readonly peakBytes: number;
}

/** `bad` is null where the tool did what it should, whatever that was. */
export interface Ended {
  /** "ran", or the code of the error by which the input was refused. */
  readonly outcome: string;
  readonly bad: string | null;
  readonly text: string;
  /** What the command printed. */
  readonly out: string;
  readonly peakBytes: number;
}

export interface Limits {
  readonly millis: number;
  readonly peakBytes: number;
}

const INTERNAL = 70;
/** A frame of a JavaScript stack: places in Java have no column. */
const STACK_FRAME = /^\s+at .*:\d+:\d+\)?$/m;
const ERROR_CODE = /^error\[(E\d+_\w+)\]/m;
/** What a process keeps of earlier inputs must not count as the need of a later one. */
const INPUTS_OF_A_PROCESS = 500;

export class Worker {
  #child: ChildProcess | null = null;
  #inputs = 0;

  async run(line: CommandLine, { millis, peakBytes }: Limits): Promise<Ended> {
    if (this.#inputs++ % INPUTS_OF_A_PROCESS === 0) this.close();
    this.#child ??= await start();
    const answer = await ask(this.#child, line, millis);
    if (typeof answer === "string") {
      this.close();
      return { outcome: answer, bad: answer, text: "", out: "", peakBytes: 0 };
    }
    const isLarge = answer.peakBytes > peakBytes;
    if (isLarge) this.close();
    const bad = faultOf(answer) ?? (isLarge ? "memory" : null);
    const text = `exit code ${answer.exitCode}\n${answer.err}\n${answer.out}`;
    return { outcome: outcomeOf(answer), bad, text, out: answer.out, peakBytes: answer.peakBytes };
  }

  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }
}

/** A program may itself end with any exit code, so that of `run` says nothing alone. */
function faultOf({ exitCode, err, out }: Answer): string | null {
  if (exitCode === INTERNAL || err.includes("internal error")) return "internal error";
  return STACK_FRAME.test(err) || STACK_FRAME.test(out) ? "stack trace" : null;
}

function outcomeOf({ err }: Answer): string {
  const code = ERROR_CODE.exec(err)?.[1];
  if (code !== undefined) return code;
  return /^error: /m.test(err) ? "usage" : "ran";
}

function start(): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = fork(WORKER, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    child.once("message", () => {
      child.removeAllListeners();
      resolve(child);
    });
    child.once("exit", (code) => {
      reject(new Error(`the worker ended with ${code}: is the tool built?`));
    });
  });
}

function ask(
  child: ChildProcess,
  line: CommandLine,
  millis: number,
): Promise<Answer | "hang" | "died"> {
  return new Promise((resolve) => {
    const end = (answer: Answer | "hang" | "died"): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(answer);
    };
    const timer = setTimeout(() => end("hang"), millis);
    child.once("message", (answer: Answer) => end(answer));
    child.once("exit", () => end("died"));
    child.send(line);
  });
}
