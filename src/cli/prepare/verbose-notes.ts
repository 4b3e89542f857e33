/** What --verbose says before a command runs: what it uses. */
import type { Command } from "commander";
import { findJdk } from "../../classfile/sources/jdk.ts";
import { versionText } from "../../core/version.ts";
import { type Host, report } from "../host.ts";

interface Words {
  readonly classPath?: string;
  readonly jar?: string;
  readonly jdk?: string;
}

/** `file`: the configuration file, or null. */
export function surroundingsNotes(command: Command, host: Host, file: string | null): void {
  const { classPath, jar, jdk } = command.opts<Words>();
  const found = findJdk({ explicit: jdk, env: host.env });
  const words: unknown = command.processedArgs[0];
  const program = [...(jar === undefined ? [] : [jar]), ...(Array.isArray(words) ? words : [])];
  const knowsPrograms = command.options.some(({ long }) => long === "--class-path");
  const lines = [
    `${versionText()}, Node ${process.versions.node}`,
    `configuration: ${file ?? "none"}`,
    `JDK: ${found === null ? "none, only the bundled models" : `${found.home} (Java ${found.featureVersion})`}`,
    ...(knowsPrograms
      ? [
          `class path: ${jar ?? classPath ?? (host.env["CLASSPATH"] || ".")}`,
          `program: ${program.length === 0 ? "none" : program.join(" ")}`,
        ]
      : []),
  ];
  for (const line of lines) report(host, `note: ${line}`);
}
