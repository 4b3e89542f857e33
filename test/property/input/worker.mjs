/**
 * Runs one command line after another in this process, with the tool as it is built: starting
 * a process for each of them would take most of the time. Answers with what a user would see.
 */
import { createRequire } from "node:module";

const { Loader } = createRequire(import.meta.url)("../../../bin/loader.cjs");
const { mainWithRareCommands } = new Loader().load("rare-commands.cjs");

/** Of what a command prints, so much is kept of each stream. */
const KEPT = 20_000;

async function run({ argv, directory }) {
  const written = { 1: "", 2: "" };
  const exitCode = await mainWithRareCommands(argv, {
    streams: {
      write(fd, bytes) {
        if (written[fd].length < KEPT) written[fd] += Buffer.from(bytes).toString();
      },
      read: () => -1,
      flush() {},
    },
    env: process.env,
    directory,
    onInterrupt: () => () => {},
  });
  // In kilobytes, and the most there ever was.
  const { maxRSS } = process.resourceUsage();
  return { exitCode, out: written[1], err: written[2], peakBytes: maxRSS * 1024 };
}

process.on("message", (job) => {
  void run(job).then((answer) => process.send(answer));
});
process.send("ready");
