/**
 * The last step of the build: runs the bundles on small programs and keeps the code
 * that V8 compiled for them (see load.js). Functions that no program here needs
 * are compiled when they are.
 */
const { readFileSync, rmSync, writeFileSync } = require("node:fs");
const { basename, resolve } = require("node:path");
const { setFlagsFromString } = require("node:v8");
const { ALL, loadScript, MAIN, setFlags } = require("./load.js");

const PROGRAMS = resolve(__dirname, "../models/programs.jar");

/** A search to the end, one that finds something, a replay of it: what small checks consist of. */
const COMMANDS = [
  ["check", "--class-path", PROGRAMS, "DiningPhilosophers", "ordered", "2", "1"],
  ["check", "DiningPhilosophers", "naive", "2", "1"],
  ["check", "LostUpdate", "racy", "2", "1"],
  ["check", "--dvr", "local,hybrid,faint", "DiningPhilosophers", "ordered", "2", "1"],
  ["check", "--dvr", "dynamic", "DiningPhilosophers", "ordered", "2", "1"],
  ["run", "Hello"],
];

/** The same for what is less often asked for. */
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
 * Escapes what is not ASCII, which in a program only strings, patterns and comments have: V8
 * then keeps the text with one byte a character, and nothing has to be decoded.
 */
function toAscii(text) {
  return text.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

async function build({ path, cache }, main, commands) {
  writeFileSync(path, toAscii(readFileSync(path, "utf8")), "latin1");
  // Code of another bundle must not survive a build that fails.
  rmSync(cache, { force: true });
  const { script, exports } = loadScript({ path, cache }, undefined);
  // What has run only once, the bundle's outermost function above all, must still be there below.
  setFlagsFromString("--no-flush-bytecode");
  for (const command of commands) {
    const exitCode = await exports[main](command, quiet);
    if (exitCode > 1) throw new Error(`${command.join(" ")} ends with exit code ${exitCode}`);
  }
  // V8 refuses code that was made with other flags than those it is loaded with, and a
  // check that takes long, as all do on a busy machine, has changed them.
  setFlagsFromString("--flush-bytecode");
  setFlags();
  const data = script.createCachedData();
  writeFileSync(cache, data);
  if (loadScript({ path }, data).script.cachedDataRejected) {
    throw new Error(`${cache} is refused by the V8 that made it`);
  }
  process.stdout.write(`dist/bundle/${basename(cache)}: ${data.length} bytes\n`);
}

async function buildAll() {
  await build(MAIN, "main", COMMANDS);
  await build(ALL, "mainWithAll", OTHER_COMMANDS);
}

void buildAll();
