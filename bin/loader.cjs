/**
 * Loads the bundled command line. Small checks take less time than compiling the tool does, so the
 * build leaves V8's compiled code beside each bundle (build/compile-cache.cjs), and the loader uses
 * that. V8 itself refuses code of another version of V8 and then compiles the bundle as usual: the
 * result is the same. For the same reason this is CommonJS, which Node starts sooner than a module.
 */
const { readFileSync, statSync } = require("node:fs");
const { dirname, resolve } = require("node:path");
const { setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");

const BUNDLES = resolve(__dirname, "../dist/bundle");

/**
 * How much a function runs before V8 optimises it; its own default is 132 KB. Optimising
 * the interpreter costs more than a small check. Measured in CPU time: this is a quarter to
 * a third less than the default for checks of some hundred states, and no more for large
 * ones; 1 MB slows searches of a second down by a third.
 */
const INTERRUPT_BUDGET = 400_000;

/** Node's modules that every command uses. The others are loaded on first use, which saves milliseconds. */
const AT_ONCE = new Set(["node:fs", "node:path", "node:process"]);

/** All that the bundles use of `performance`, which otherwise is a dozen modules of Node's. */
const CLOCK = { now: () => Number(process.hrtime.bigint()) / 1e6 };

/** Where the compiled code of a bundle is. */
const cachePath = (path) => path.replace(/\.cjs$/, ".cache");

/** V8 checks only that the code belongs to a source of this length, so an older cache must not be used. */
function readCache(path) {
  try {
    if (statSync(cachePath(path)).mtimeMs < statSync(path).mtimeMs) return undefined;
    return readFileSync(cachePath(path));
  } catch {
    return undefined; // not built: slower, not wrong
  }
}

/** Before a script is made, and before its code is kept: V8 also refuses code that was compiled with other flags. */
function setFlags() {
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
}

/** Compiles a bundle, without running it. */
function compile(path, cachedData) {
  const source = `(function (exports, require, module, __filename, __dirname, performance) {${readFileSync(path, "latin1")}\n})`;
  return new Script(source, { filename: path, cachedData });
}

/** Loads bundles of a directory, each once, with what they require of each other. */
class Loader {
  /** Compiled scripts by path, for the build. */
  scripts = new Map();
  #directory;
  #usesCaches;
  #loaded = new Map();

  constructor(directory = BUNDLES, usesCaches = true) {
    this.#directory = directory;
    this.#usesCaches = usesCaches;
    setFlags();
  }

  /** What the bundle of this name exports. */
  load(name) {
    const path = resolve(this.#directory, name);
    const known = this.#loaded.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    this.#loaded.set(path, module);
    const script = compile(path, this.#usesCaches ? readCache(path) : undefined);
    this.scripts.set(path, script);
    const requireFrom = (wanted) => this.#require(wanted);
    script.runInThisContext()(module.exports, requireFrom, module, path, dirname(path), CLOCK);
    return module.exports;
  }

  #require(name) {
    if (name.startsWith("./")) return this.load(name);
    if (AT_ONCE.has(name)) return require(name);
    return new Proxy({}, { get: (_, key) => require(name)[key] });
  }
}

module.exports = { cachePath, compile, Loader, setFlags };
