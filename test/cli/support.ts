/** Runs the command line in this process, with streams and environment of the test's own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import {
  ClassAssembler,
  type ClassOptions,
} from "../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../src/classfile/assembling/code-builder.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../src/classfile/format/access-flags.ts";
import { main } from "../../src/cli/main.ts";
import type { InterruptSignal } from "../../src/core/interrupts.ts";

import type { Style } from "../../src/report/style.ts";

export interface Ran {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

export interface SpawnOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Where the user is. */
  readonly directory?: string;
  /** When Ctrl-C is pressed: at the n-th time the streams are flushed. */
  readonly interruptAtFlush?: number;
  /** The colours of both streams. */
  readonly style?: Style;
  /** The signal that comes then, if it is not Ctrl-C. */
  readonly signal?: InterruptSignal;
}

/** No JDK unless the environment says so: what runs here needs our models only. */
export async function deadwood(
  argv: readonly string[],
  surroundings: SpawnOptions = {},
): Promise<Ran> {
  const written: Record<number, string> = { 1: "", 2: "" };
  const input = Buffer.from(surroundings.input ?? "");
  let at = 0;
  let flushes = 0;
  let interrupt: ((signal: InterruptSignal) => void) | null = null;
  const exitCode = await main(argv, {
    streams: {
      write(fd, bytes) {
        written[fd] += Buffer.from(bytes).toString();
      },
      read(into) {
        const count = input.copy(into, 0, at);
        at += count;
        return count === 0 ? -1 : count;
      },
      flush() {
        if (++flushes === surroundings.interruptAtFlush)
          interrupt?.(surroundings.signal ?? "SIGINT");
      },
    },
    env: surroundings.env ?? {},
    directory: surroundings.directory ?? "/",
    ...(surroundings.style === undefined
      ? {}
      : { styles: { out: surroundings.style, err: surroundings.style } }),
    onInterrupt(handler) {
      interrupt = handler;
      return () => {
        interrupt = null;
      };
    },
  });
  return { exitCode, out: written[1] ?? "", err: written[2] ?? "" };
}

/** `deadwood run` with little memory, so that tests are quick. */
export const run = (argv: readonly string[], surroundings?: SpawnOptions): Promise<Ran> =>
  deadwood(["run", "--heap", "4m", "--stack", "256k", ...argv], surroundings);

/** A directory that is gone after the test, with the files given by relative path. */
export function directoryOf(
  files: Readonly<Record<string, Uint8Array | string | ClassAssembler>>,
): string {
  const root = mkdtempSync(join(tmpdir(), "deadwood-cli-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(
      join(root, name),
      content instanceof ClassAssembler ? content.toBytes() : content,
    );
  }
  return root;
}

/** A class whose main method does what `body` says, and then returns. */
export function mainClass(
  body: (code: CodeBuilder) => void,
  options: Partial<ClassOptions> = {},
  flags: number = ACC_PUBLIC | ACC_STATIC,
): ClassAssembler {
  return emptyClass({ sourceFile: "Main.java", ...options }).method(
    flags,
    "main",
    "([Ljava/lang/String;)V",
    (code) => {
      code.line(7);
      body(code);
      code.emit("return");
    },
  );
}

export const emptyClass = (options: Partial<ClassOptions> = {}): ClassAssembler =>
  new ClassAssembler({ name: "Main", majorVersion: 50, ...options });

export const constructor =
  (superName = "java/lang/Object") =>
  (code: CodeBuilder): void => {
    code
      .emit("aload_0")
      .emit("invokespecial", { owner: superName, name: "<init>", descriptor: "()V" });
    code.emit("return");
  };

const PRINT_STREAM = "java/io/PrintStream";

/** Prints the value that `push` leaves on the stack. */
export function printing(
  code: CodeBuilder,
  push: (code: CodeBuilder) => void,
  type = "Ljava/lang/String;",
): void {
  code.emit("getstatic", {
    owner: "java/lang/System",
    name: "out",
    descriptor: `L${PRINT_STREAM};`,
  });
  push(code);
  code.emit("invokevirtual", { owner: PRINT_STREAM, name: "println", descriptor: `(${type})V` });
}

export const print =
  (text: string) =>
  (code: CodeBuilder): void =>
    printing(code, (each) => each.pushString(text));
