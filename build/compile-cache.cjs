/**
 * The last step of the build: runs the bundles on small programs and stores the code that V8 compiled for
 * them (bin/loader.cjs uses it). Functions that no program here needs are compiled on first use.
 */
const { readdirSync, readFileSync, writeFileSync } = require("node:fs");
const paths = require("node:path");
const { setFlagsFromString } = require("node:v8");
const { cachePath, compile, Loader, setFlags } = require("../bin/loader.cjs");

const BUNDLES = paths.resolve(__dirname, "../dist/bundle");
const PROGRAMS = paths.resolve(__dirname, "../models/programs.jar");

/** The parts of small checks: a complete search, one that finds a violation, and a replay of it. */
const COMMANDS = [
  ["check", "--class-path", PROGRAMS, "DiningPhilosophers", "ordered", "2", "1"],
  ["check", "DiningPhilosophers", "naive", "2", "1"],
  ["check", "LostUpdate", "racy", "2", "1"],
  ["check", "--dvr", "local,hybrid,faint", "DiningPhilosophers", "ordered", "2", "1"],
  ["check", "--dvr", "dynamic", "DiningPhilosophers", "ordered", "2", "1"],
  ["run", "Hello"],
];

/** The same for the rarely used commands. */
const OTHER_COMMANDS = [
  ["explain", "LostUpdate", "racy", "2", "1"],
  ["fuzz", "--programs", "1"],
];

const quiet = {
  streams: { write: () => {}, read: () => -1, flush: () => {} },
  env: process.env,
  directory: process.cwd(),
  onInterrupt: () => () => {},
};

/**
 * Escapes everything that is not ASCII, which occurs only in strings, patterns and comments. V8 then keeps
 * the text with one byte for each character and need not decode it.
 */
function toAscii(text) {
  return text.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

async function runAll(commands) {
  for (const command of commands) {
    const exitCode = await main(command, quiet);
    if (exitCode > 1) throw new Error(`${command.join(" ")} ends with exit code ${exitCode}`);
  }
}

/** Stores the code of the bundles that were loaded since the last call. */
function keepCode(kept) {
  // V8 rejects code compiled with other flags than it is loaded with. A slow check, as all are on a busy
  // machine, has changed them.
  setFlagsFromString("--flush-bytecode");
  setFlags();
  for (const [path, script] of loader.scripts) {
    if (kept.has(path)) continue;
    kept.add(path);
    const data = script.createCachedData();
    writeFileSync(cachePath(path), data);
    if (compile(path, data).cachedDataRejected) {
      throw new Error(`${cachePath(path)} is refused by the V8 that made it`);
    }
    process.stdout.write(`dist/bundle/${paths.basename(cachePath(path))}: ${data.length} bytes\n`);
  }
  setFlagsFromString("--no-flush-bytecode");
}

for (const name of readdirSync(BUNDLES)) {
  if (!name.endsWith(".cjs")) continue;
  const path = paths.resolve(BUNDLES, name);
  writeFileSync(path, toAscii(readFileSync(path, "utf8")), "latin1");
}
const loader = new Loader(BUNDLES, false);
// What has run only once, a bundle's outermost function above all, must still be there when its code is kept.
setFlagsFromString("--no-flush-bytecode");
const { main } = loader.load("deadwood.cjs");

async function buildAll() {
  const kept = new Set();
  // First what small checks need: code of the rare commands would make it slower to load.
  await runAll(COMMANDS);
  keepCode(kept);
  await runAll(OTHER_COMMANDS);
  keepCode(kept);
}

void buildAll();
