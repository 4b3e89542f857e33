/** A client of `deadwood mcp`: the SDK's own, over a process as users start it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { z } from "zod";
import { ROOT } from "../built.ts";

export const TOOL = join(ROOT, "bin/deadwood.js");
/** A search that nobody waits for the end of. */
export const LONG = { program: "DiningPhilosophers", args: ["ordered", "9", "9"] };
export const NAIVE = { program: "DiningPhilosophers", args: ["naive", "2", "1"] };
export const soon = { timeout: 60_000, interval: 20 };

const ANSWER = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
});

interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly content: z.infer<typeof ANSWER>["content"];
}

export interface Connected {
  readonly client: Client;
  readonly pid: number;
  call(
    name: string,
    input: Readonly<Record<string, unknown>>,
    options?: Parameters<Client["callTool"]>[2],
  ): Promise<Called>;
}

export async function connect(
  options: readonly string[] = [],
  temporary?: string,
): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [TOOL, "mcp", ...options],
    cwd: "/",
    env: temporary === undefined ? {} : { TMPDIR: temporary },
    stderr: "inherit",
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const { pid } = transport;
  return {
    client,
    pid: pid ?? 0,
    async call(name, input, callOptions) {
      const result = ANSWER.parse(
        await client.callTool({ name, arguments: input }, undefined, callOptions),
      );
      const [first] = result.content;
      return {
        isError: result.isError === true,
        text: first?.text ?? "",
        data: result.structuredContent ?? {},
        content: result.content,
      };
    },
  };
}

/** The processes that a process has started. */
export const childrenOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1")
    .trim()
    .split(" ")
    .filter((each) => each !== "");
