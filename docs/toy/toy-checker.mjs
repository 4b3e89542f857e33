// A model checker in 150 lines: explicit states, depth-first, without dead variables.

/**
 * One instruction: what it reads and writes, and the values that it may write in a given state. A choice has several;
 * no value at all means that the thread has to wait.
 * @typedef {{ text: string, reads: string[], writes: string, values: (read: (name: string) => number) => number[] }} Instruction
 * @typedef {{ shared: Record<string, number>, code: Instruction[], isRight: (shared: Record<string, number>) => boolean }} Program
 * @typedef {{ pc: number, locals: Record<string, number> }} Thread
 * @typedef {{ shared: Record<string, number>, threads: Thread[] }} State
 * @typedef {{ thread: number, text: string }} Step
 */

const instruction = (text, reads, writes, values) => ({ text, reads, writes, values });

const rollADie = [
  instruction("die = choose(1..6)", [], "die", () => [1, 2, 3, 4, 5, 6]),
  instruction("even = die % 2 == 0", ["die"], "even", (read) => [read("die") % 2 === 0 ? 1 : 0]),
];

/** Two threads roll a die, which does not matter, and then add one. @type {Record<string, Program>} */
const PROGRAMS = {
  racy: {
    shared: { count: 0 },
    code: [
      ...rollADie,
      instruction("seen = count", ["count"], "seen", (read) => [read("count")]),
      instruction("count = seen + 1", ["seen"], "count", (read) => [read("seen") + 1]),
    ],
    isRight: (shared) => shared.count === 2,
  },
  locked: {
    shared: { count: 0, lock: 0 },
    code: [
      ...rollADie,
      instruction("lock(lock)", ["lock"], "lock", (read) => (read("lock") === 0 ? [1] : [])),
      instruction("seen = count", ["count"], "seen", (read) => [read("count")]),
      instruction("count = seen + 1", ["seen"], "count", (read) => [read("seen") + 1]),
      instruction("unlock(lock)", [], "lock", () => [0]),
    ],
    isRight: (shared) => shared.count === 2,
  },
};

/**
 * For each place in the code, the variables that may be read from there on before they are written: one walk from
 * the end to the beginning. (With jumps, it would be repeated until nothing changes.) @param {Instruction[]} code
 */
function liveVariables(code) {
  const live = [new Set()];
  for (const { reads, writes } of code.toReversed()) {
    const after = live[0];
    live.unshift(new Set([...[...after].filter((name) => name !== writes), ...reads]));
  }
  return live;
}

/** Every state in which the program may be after one more instruction. @param {Program} program @param {State} state */
function* successors(program, state) {
  for (const [index, thread] of state.threads.entries()) {
    const next = program.code[thread.pc];
    if (next === undefined) continue; // the thread has ended
    const read = (name) => (name in state.shared ? state.shared : thread.locals)[name];
    for (const value of next.values(read)) {
      const isShared = next.writes in state.shared;
      const written = { [next.writes]: value };
      const moved = {
        pc: thread.pc + 1,
        locals: isShared ? thread.locals : { ...thread.locals, ...written },
      };
      yield {
        step: {
          thread: index,
          text: next.values(read).length > 1 ? `${next.text} -> ${value}` : next.text,
        },
        state: {
          shared: isShared ? { ...state.shared, ...written } : state.shared,
          threads: state.threads.with(index, moved),
        },
      };
    }
  }
}

/**
 * What makes a state that state. Two states with the same key have the same future, so one of them is enough. With
 * the reduction, a local that its thread will not read again is left out: it cannot make a difference.
 * @param {State} state @param {Set<string>[] | null} live
 */
function keyOf({ shared, threads }, live) {
  const parts = threads.map(({ pc, locals }) => {
    const names = Object.keys(locals).filter((name) => live === null || live[pc].has(name));
    return [pc, ...names.toSorted().map((name) => [name, locals[name]])];
  });
  return JSON.stringify([shared, parts]);
}

/**
 * Explores every state that two threads can reach, and stops at the first that is wrong: at an end with the wrong
 * result, or where no thread can continue although one has not ended.
 * @param {Program} program @param {{ ignoresDead: boolean }} options
 */
function check(program, { ignoresDead }) {
  const live = ignoresDead ? liveVariables(program.code) : null;
  /** @type {State} */
  const first = {
    shared: program.shared,
    threads: [
      { pc: 0, locals: {} },
      { pc: 0, locals: {} },
    ],
  };
  const visited = new Set([keyOf(first, live)]);
  let transitions = 0;

  // The states of the path that is explored now, each with the successors that are still to be tried.
  const path = [{ state: first, step: null, todo: successors(program, first) }];
  const problemOf = (state) => {
    const hasEnded = state.threads.every(({ pc }) => pc === program.code.length);
    if (hasEnded) return program.isRight(state.shared) ? null : "wrong result";
    return successors(program, state).next().done ? "deadlock" : null;
  };

  while (path.length > 0) {
    const { value: next } = path.at(-1).todo.next();
    if (next === undefined) {
      path.pop(); // all successors were tried: go back
      continue;
    }
    transitions++;
    const key = keyOf(next.state, live);
    if (visited.has(key)) continue; // its future is known
    visited.add(key);
    path.push({ ...next, todo: successors(program, next.state) });
    const problem = problemOf(next.state);
    if (problem !== null) {
      const schedule = path.slice(1).map(({ step }) => `thread ${step.thread}: ${step.text}`);
      return { verdict: `violated: ${problem}`, states: visited.size, transitions, schedule };
    }
  }
  return { verdict: "safe", states: visited.size, transitions, schedule: [] };
}

for (const [name, program] of Object.entries(PROGRAMS)) {
  for (const ignoresDead of [false, true]) {
    const { verdict, states, transitions, schedule } = check(program, { ignoresDead });
    const how = ignoresDead ? "without dead variables" : "all variables";
    console.log(`${name}, ${how}: ${verdict} (${states} states, ${transitions} transitions)`);
    for (const step of ignoresDead ? schedule : []) console.log(`  ${step}`);
  }
}
