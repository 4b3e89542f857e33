/**
 * Loads the bundled command line. Compiling the tool takes longer than a small check, so the build stores
 * V8's compiled code beside each bundle (build/compile-cache.cjs) and the loader uses it. V8 rejects code
 * from another version of V8 and then compiles the bundle as usual, so the result is the same. This file is
 * CommonJS because Node starts CommonJS sooner than a module.
 */
const { readFileSync, statSync } = require("node:fs");
const paths = require("node:path");
const { setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");

const BUNDLES = paths.resolve(__dirname, "../dist/bundle");

/**
 * How much bytecode a function runs before V8 optimises it; the default is 132 KB. Optimising the interpreter
 * costs more than a small check. Measured in CPU time, this value takes a quarter to a third less than the
 * default for checks of some hundred states, and no more for large ones. With 1 MB, searches of a second
 * become a third slower.
 */
const INTERRUPT_BUDGET = 400_000;

/** The Node modules that every command uses. Loading the others on first use saves milliseconds. */
const AT_ONCE = new Set(["node:fs", "node:path", "node:process"]);

/** What the bundles use of `performance`. The real one would load a dozen of Node's modules. */
const CLOCK = { now: () => Number(process.hrtime.bigint()) / 1e6 };

/** The path of a bundle's compiled code. */
const cachePath = (path) => path.replace(/\.cjs$/, ".cache");

/**
 * V8 only checks the length of the source that the code was compiled from, so a cache older than the bundle
 * must not be used.
 */
function readCache(path) {
  try {
    if (statSync(cachePath(path)).mtimeMs < statSync(path).mtimeMs) return undefined;
    return readFileSync(cachePath(path));
  } catch {
    return undefined; // not built: slower, not wrong
  }
}

/**
 * Call before a script is made and before its code is stored: V8 also rejects code that was compiled with
 * other flags.
 */
function setFlags() {
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
}

/** Compiles a bundle without running it. */
function compile(path, cachedData) {
  const source = `(function (exports, require, module, __filename, __dirname, performance) {${readFileSync(path, "latin1")}\n})`;
  return new Script(source, { filename: path, cachedData });
}

/** Loads the bundles of a directory, each once, together with the bundles they require. */
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

  /** The exports of the bundle of this name. */
  load(name) {
    const path = paths.resolve(this.#directory, name);
    const known = this.#loaded.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    this.#loaded.set(path, module);
    const script = compile(path, this.#usesCaches ? readCache(path) : undefined);
    this.scripts.set(path, script);
    const requireFrom = (wanted) => this.#require(wanted);
    script.runInThisContext()(
      module.exports,
      requireFrom,
      module,
      path,
      paths.dirname(path),
      CLOCK,
    );
    return module.exports;
  }

  #require(name) {
    if (name.startsWith("./")) return this.load(name);
    if (AT_ONCE.has(name)) return require(name);
    return new Proxy({}, { get: (_, key) => require(name)[key] });
  }
}

module.exports = { cachePath, compile, Loader, setFlags };
