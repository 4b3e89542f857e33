/**
 * One process that is asked again and again: the lines to it and from it. What an
 * answer means is not known here, only whether there is one.
 */
import type { Clock } from "../../core/clock.ts";
import type { LocatedCommand } from "./locate.ts";
import { ProcessGroup, type SpawnOptions, startError } from "./process-group.ts";

export type Reply =
  | { readonly kind: "line"; readonly text: string; readonly stderr: string }
  /** It died, or spoke out of turn. */
  | { readonly kind: "failure"; readonly text: string; readonly stderr: string }
  | { readonly kind: "late" };

type Heard =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "end" }
  | { readonly kind: "late" };

/** No answer is longer. */
const MAX_LINE = 1000;
const MAX_ERRORS = 4000;

export class WarmProcess {
  readonly #group: ProcessGroup;
  readonly #closed: Promise<void>;
  #stderr = "";
  /** Of a line that is not complete. */
  #partial = "";
  /** A line that arrived without a question, or null. */
  #unasked: string | null = null;
  /** How it ended, or null. */
  #death: string | null = null;
  #startError: Error | null = null;
  /** Set while a caller waits for an answer. */
  #tell: ((heard: Heard) => void) | null = null;

  constructor(command: LocatedCommand, surroundings: Omit<SpawnOptions, "hasInput">) {
    this.#group = new ProcessGroup(command.program, command.args, {
      ...surroundings,
      hasInput: true,
    });
    const { child, stdout, stderr } = this.#group;
    stdout.setEncoding("utf8").on("data", (text: string) => this.#hear(text));
    stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MAX_ERRORS);
    });
    // Its children hold its pipes: without it they have nothing to say.
    child.on("exit", () => this.#group.kill());
    this.#closed = new Promise((resolve) => {
      child.on("error", (error) => {
        this.#startError = startError(command.program, error);
        this.#tell?.({ kind: "end" });
        this.#group.release();
        resolve();
      });
      child.on("close", (code, signal) => {
        this.#death = signal === null ? `ended with exit code ${code ?? ""}` : `died of ${signal}`;
        this.#tell?.({ kind: "end" });
        this.#group.release();
        resolve();
      });
    });
  }

  async ask(line: string, clock: Clock, timeoutMillis: number): Promise<Reply> {
    if (this.#unasked === null && this.#death === null) {
      const heard = await this.#exchange(line, clock, timeoutMillis);
      if (heard.kind === "late") return heard;
      if (heard.kind === "line") return { ...heard, stderr: this.#stderr };
      if (this.#startError !== null) throw this.#startError;
    }
    const text =
      this.#unasked === null
        ? `${this.#death ?? "ended"} instead of answering`
        : `said ${JSON.stringify(this.#unasked)} without being asked`;
    return { kind: "failure", text, stderr: this.#stderr };
  }

  /** Returns when it is gone. */
  async end(): Promise<void> {
    this.#group.kill();
    await this.#closed;
  }

  #exchange(line: string, clock: Clock, timeoutMillis: number): Promise<Heard> {
    return new Promise((resolve) => {
      const tell = (heard: Heard): void => {
        // Whatever comes after the answer is out of turn.
        this.#tell = null;
        cancel();
        resolve(heard);
      };
      const cancel = clock.after(timeoutMillis, () => tell({ kind: "late" }));
      this.#tell = tell;
      this.#group.stdin?.write(`${line}\n`);
    });
  }

  #hear(text: string): void {
    this.#partial += text;
    for (let end = this.#partial.indexOf("\n"); end >= 0; end = this.#partial.indexOf("\n")) {
      const line = this.#partial.slice(0, end);
      this.#partial = this.#partial.slice(end + 1);
      this.#say(line);
    }
    if (this.#partial.length > MAX_LINE) {
      this.#say(this.#partial.slice(0, MAX_LINE));
      this.#partial = "";
    }
  }

  #say(line: string): void {
    if (this.#tell === null) this.#unasked ??= line;
    else this.#tell({ kind: "line", text: line });
  }
}
