/**
 * Loads the bundled command line. Small checks take less time than compiling the
 * tool does, so the build leaves V8's compiled code beside the bundle
 * (build-cache.js), and what is loaded is that. V8 itself refuses code of another
 * version of it and then compiles the bundle as usual: the result is the same.
 * For the same reason this is CommonJS, which Node starts sooner than a module.
 */
const { readFileSync, statSync } = require("node:fs");
const { dirname, resolve } = require("node:path");
const { setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");

const bundle = (name) => ({
  path: resolve(__dirname, `../dist/bundle/${name}.cjs`),
  cache: resolve(__dirname, `../dist/bundle/${name}.cache`),
});

/** What most of the time is all that is needed, and the command line with all commands. */
const MAIN = bundle("deadwood");
const ALL = bundle("all-commands");

/**
 * How much a function runs before V8 optimises it; its own default is 132 KB. Optimising
 * the interpreter costs more than a small check. Measured in CPU time: this is a quarter to
 * a third less than the default for checks of some hundred states, and no more for large
 * ones; 1 MB slows searches of a second down by a third.
 */
const INTERRUPT_BUDGET = 400_000;

/**
 * Node's modules are loaded when something of theirs is used: most checks never start a
 * process, compute a hash or look at the system, and loading all that takes milliseconds.
 */
const AT_ONCE = new Set(["node:fs", "node:path", "node:process"]);

const requireLate = (name) =>
  AT_ONCE.has(name) ? require(name) : new Proxy({}, { get: (_, key) => require(name)[key] });

/** All that the bundle uses of `performance`, which otherwise is a dozen modules of Node's. */
const CLOCK = { now: () => Number(process.hrtime.bigint()) / 1e6 };

/** V8 checks that the code belongs to a bundle of this length, so whether it is this one is on us. */
function readCache({ path, cache }) {
  try {
    if (statSync(cache).mtimeMs < statSync(path).mtimeMs) return undefined;
    return readFileSync(cache);
  } catch {
    return undefined; // not built: slower, not wrong
  }
}

/** Before a script is made, and before its code is kept: V8 also refuses code that was compiled with other flags. */
function setFlags() {
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
}

/** The script, and what the bundle exports. */
function loadScript({ path }, cachedData) {
  setFlags();
  const source = `(function (exports, require, module, __filename, __dirname, performance) {${readFileSync(path, "latin1")}\n})`;
  const script = new Script(source, { filename: path, cachedData });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, requireLate, module, path, dirname(path), CLOCK);
  return { script, exports: module.exports };
}

const load = (which = MAIN) => loadScript(which, readCache(which)).exports;

module.exports = { ALL, load, loadScript, MAIN, setFlags };
