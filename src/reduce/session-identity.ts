/**
 * Everything that the verdicts of a reduction depend on. A session can be resumed only if all of it
 * is the same. The names and texts are those of the command's options, because session files contain
 * them.
 */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { REDUCE_DEFAULTS, type ReduceOptions } from "./options.ts";

export function identityOf(
  { predicate }: ReduceOptions,
  directory: string,
): Record<string, unknown> {
  const isCommand = "command" in predicate;
  const isCheck = "check" in predicate;
  const command = isCommand
    ? predicate.command
    : isCheck
      ? [predicate.main, ...(predicate.args ?? [])]
      : [];
  return {
    command,
    files: command.map((word) => fileHash(resolve(directory, word))),
    exitCode: isCommand ? text(predicate.exitCode) : undefined,
    stdout: isCommand ? whenTrue(predicate.stdout) : undefined,
    stderr: isCommand ? whenTrue(predicate.stderr) : undefined,
    normalise: "difference" in predicate ? [] : (predicate.normalise ?? []),
    timeout: text(
      (isCommand ? predicate.timeoutSeconds : undefined) ?? REDUCE_DEFAULTS.timeoutSeconds,
    ),
    persistent: isCommand ? whenTrue(predicate.persistent) : undefined,
    check: isCheck ? predicate.check : isCommand ? undefined : "difference",
    same: (isCheck ? predicate.same : undefined) ?? REDUCE_DEFAULTS.same,
    maxStates: text((isCheck ? predicate.maxStates : undefined) ?? REDUCE_DEFAULTS.maxStates),
    split: isCommand ? predicate.split : undefined,
    as: isCommand ? predicate.as : undefined,
  };
}

const text = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : `${value}`;

const whenTrue = (flag: boolean | undefined): true | undefined =>
  flag === true ? flag : undefined;

/** The hash of a script that the command names: an edited script is another predicate. */
function fileHash(path: string): string | null {
  try {
    return statSync(path).isFile()
      ? createHash("sha256").update(readFileSync(path)).digest("hex")
      : null;
  } catch {
    return null; // the word is not a file
  }
}
