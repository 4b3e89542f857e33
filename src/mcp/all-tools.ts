/** The tools of the server, one row each. */
import { CHECK_TOOL } from "./check-tool.ts";
import { EXPLAIN_TOOL } from "./explain-tool.ts";
import { REDUCE_TOOL } from "./reduce-tool.ts";
import { REPLAY_TOOL } from "./replay-tool.ts";
import type { Answer, Tool, ToolContext, ToolName } from "./tool.ts";

/** A tool as seen by those who treat all alike: it takes anything that its schema accepts. */
export interface AnyTool extends Omit<Tool, "run"> {
  run(input: unknown, context: ToolContext): Promise<Answer<unknown>>;
}

const any = <T extends Tool["input"], U extends Tool["output"]>(tool: Tool<T, U>): AnyTool => ({
  ...tool,
  run: (input, context) => tool.run(tool.input.parse(input), context),
});

export const TOOLS: readonly AnyTool[] = [
  any(CHECK_TOOL),
  any(REPLAY_TOOL),
  any(EXPLAIN_TOOL),
  any(REDUCE_TOOL),
];

export function toolNamed(name: ToolName): AnyTool {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  return tool;
}
