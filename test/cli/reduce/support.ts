/** A small program to be reduced from the command line, and what is left of it. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import { ACC_PUBLIC } from "../../../src/classfile/format/access-flags.ts";
import { Candidate } from "../../../src/reduce/files/candidate.ts";
import { constructor, deadwood, directoryOf, type Ran } from "../support.ts";

export const saying = (name: string, text: string): ClassAssembler =>
  new ClassAssembler({ name, majorVersion: 49, sourceFile: "Source.java" })
    .method(ACC_PUBLIC, "<init>", "()V", constructor())
    .method(ACC_PUBLIC, "say", "()Ljava/lang/String;", (code) => {
      code.pushString(text).emit("areturn");
    })
    .method(ACC_PUBLIC, "other", "()V", (code) => {
      code.emit("return");
    });

/** The failure is that some class says "needle"; nothing needs the others. */
const PROGRAM: Readonly<Record<string, ClassAssembler | string>> = {
  "p/Fails.class": saying("p/Fails", "needle"),
  "p/Also.class": saying("p/Also", "thread"),
  "q/More.class": saying("q/More", "pin"),
  "notes.txt": "nothing of interest",
};

export const inputFiles = (): Candidate =>
  new Candidate(
    Object.entries(PROGRAM).map(([path, content]) => ({
      path,
      bytes: typeof content === "string" ? Buffer.from(content) : content.toBytes(),
    })),
  );

export interface Place {
  readonly root: string;
  readonly input: string;
  readonly out: string;
}

export function directoryInput(): Place {
  const files = Object.entries(PROGRAM).map(([path, content]) => [`in/${path}`, content]);
  const root = directoryOf(Object.fromEntries(files));
  return { root, input: join(root, "in"), out: join(root, "out") };
}

export function jarInput(): Place {
  const root = directoryOf({ "in.jar": inputFiles().toJar("deflated") });
  return { root, input: join(root, "in.jar"), out: join(root, "out.jar") };
}

const ENV = { PATH: process.env["PATH"] ?? "" };
export const FINDS_NEEDLE = ["--", "grep", "-rq", "needle", "{}"];

export const reduce = (argv: readonly string[], directory = "/"): Promise<Ran> =>
  deadwood(["reduce", ...argv], { env: ENV, directory });

/** A script beside the input. */
export function script({ root }: Pick<Place, "root">, name: string, text: string): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** All files of a directory with their contents. */
export const contents = (root: string): [string, string][] =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(root, name)).isFile())
    .toSorted()
    .map((name) => [name, readFileSync(join(root, name)).toString("latin1")]);

export const names = (root: string): string[] => contents(root).map(([name]) => name);
