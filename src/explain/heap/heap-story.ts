/**
 * Makes the story of the heap along the schedule of a trace: which objects it uses, what each step changes, what is
 * live, and who reads it next. A page shows it; a plain check has no need of it. The schedule runs three times: as
 * every replay does, which names the objects as the trace does; watched, for who reads what; and plainly, for values
 * and liveness.
 */
import {
  launchOptionsOfTrace,
  readTrace,
  type TraceFile,
  type TraceInput,
} from "../../check/trace-file.ts";
import { bug } from "../../core/assert.ts";
import { count } from "../../core/numbers.ts";
import { type CommonOptions, contextOf } from "../../launch/java-program.ts";
import { LaunchableProgram } from "../../launch/launchable-program.ts";
import { SILENT } from "../../launch/presets.ts";
import { observe, type UsedLibrary } from "../../liveness/code/used-library.ts";
import { describeType } from "../../program/linking/java-names.ts";
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import { Invariants } from "../../search/properties/invariant.ts";
import { replayCriteria } from "../../search/properties/table.ts";
import { replay } from "../../search/replay/replay.ts";
import { prepareForSteps, type Step } from "../../search/step.ts";
import { takeStep } from "../../search/step-path.ts";
import { ObjectNames, simpleName } from "../../search/trace/object-names.ts";
import type { Trace } from "../../search/trace/trace.ts";
import type { Machine } from "../../vm/machine.ts";
import { BootWatch } from "../boot-changes.ts";
import { type AccessHistory, accessHistory } from "./access-history.ts";
import type { CellChange, HeapObject, HeapStory } from "./heap-data.ts";
import { HeapLiveness } from "./heap-liveness.ts";
import { type CellFact, HeapRecorder } from "./heap-recorder.ts";
import { chooseTold, type Told, type ToldObject } from "./told-cells.ts";

export interface HeapStoryOptions extends Omit<CommonOptions, "signal"> {
  /** The JDK whose class library to use; by default that of JAVA_HOME, then of the `java` on the PATH. */
  readonly jdk?: string;
}

/** Watching an instruction takes a microsecond or more: of a long schedule, so many instructions are watched. */
const MAX_WATCHED = 1_000_000;
/** Objects found by following live references, over all states. */
const MAX_FOUND = 10_000_000;
/** Of one step, a page shows no more. */
const MAX_TOUCHED = 24;

/**
 * Describes the heap along the schedule of a trace.
 *
 * @param trace The path of a trace file, or the result of `check(…).trace()`.
 */
export async function heapStory(
  trace: string | TraceFile,
  options: HeapStoryOptions = {},
): Promise<HeapStory> {
  const input = readTrace(trace);
  const program = new LaunchableProgram(
    launchOptionsOfTrace(input, options.jdk),
    contextOf(options),
  );
  try {
    return storyOf(program, input);
  } finally {
    program.close();
  }
}

/** For a program that has been launched already. */
export function storyOf(program: LaunchableProgram, input: TraceInput): HeapStory {
  const named = nameObjects(program, input);
  const { steps } = named.trace;
  const watchedFrom = lastWithin(named.instructions, MAX_WATCHED);
  const watched = program.start(SILENT, input.discipline).machine;
  const history = accessHistory(watched, steps, watchedFrom);
  const told = chooseTold(watched, history, named.names.named());
  const { used } = named;
  const recorder = recordHeap(program, input, { steps, used, history, told, from: watchedFrom });
  return new Writer(named, history, told, recorder).write();
}

interface Named {
  readonly machine: Machine;
  readonly names: ObjectNames;
  readonly trace: Trace;
  /** By step. */
  readonly instructions: readonly number[];
  /** What the schedule uses of the library. */
  readonly used: UsedLibrary;
}

/** Replays the schedule as it was replayed for the trace, so that each object gets the same name. */
function nameObjects(program: LaunchableProgram, input: TraceInput): Named {
  const { machine, output } = program.start(SILENT, input.discipline);
  const criteria = replayCriteria(machine, input.judgedBy, input.violation, output);
  let names: ObjectNames | null = null;
  const instructions: number[] = [];
  let before = machine.instructions;
  const { trace } = replay(
    machine,
    input.steps,
    {
      rehearses: () => {},
      begins: (known) => {
        names = known;
      },
      stepped: () => {
        instructions.push(machine.instructions - before);
        before = machine.instructions;
      },
    },
    criteria,
    input.violation.kind,
  );
  return {
    machine,
    trace,
    instructions,
    names: names ?? new ObjectNames(machine),
    used: observe(machine),
  };
}

/** The first index from which on the numbers add up to no more than `most`. */
function lastWithin(numbers: readonly number[], most: number): number {
  let sum = 0;
  let first = numbers.length;
  while (first > 0 && sum + numbers[first - 1]! <= most) sum += numbers[--first]!;
  return first;
}

export interface RecordPlan {
  readonly steps: readonly Step[];
  /** All of the library that the schedule uses. */
  readonly used: UsedLibrary;
  readonly history: AccessHistory;
  readonly told: Told;
  /** The first state to record, if there is time. */
  readonly from: number;
}

/** `whenTaken` sees the machine in every state, with the number of steps that led there. */
export function recordHeap(
  program: LaunchableProgram,
  { discipline, judgedBy }: TraceInput,
  { steps, used, history, told, from }: RecordPlan,
  whenTaken: (m: Machine, boot: BootWatch, taken: number) => void = () => {},
): HeapRecorder {
  const { machine: m, output } = program.start(SILENT, discipline);
  const { observers } = new Invariants(m, judgedBy.invariants ?? [], output);
  prepareForSteps(m);
  const boot = new BootWatch(m);
  const liveness = new HeapLiveness(m, boot, observers, used);
  const recorder = new HeapRecorder(m, told.objects, history, liveness);
  let next = from;
  const begin = (taken: number): void => {
    if (taken < next || recorder.from >= 0) return;
    liveness.look();
    const most = Math.floor(MAX_FOUND / Math.max(1, liveness.lastWork));
    next = Math.max(taken, steps.length - most);
    if (taken === next) recorder.begin(taken);
  };
  begin(0);
  whenTaken(m, boot, 0);
  steps.forEach(({ thread, choice }, index) => {
    recorder.beginStep();
    takeStep(m, thread, choice);
    boot.note(m.begun);
    if (recorder.from >= 0) liveness.look();
    recorder.endStep(index);
    m.commit();
    begin(index + 1);
    whenTaken(m, boot, index + 1);
  });
  return recorder;
}

class Writer {
  readonly #named: Named;
  readonly #history: AccessHistory;
  readonly #told: Told;
  readonly #recorder: HeapRecorder;
  readonly #ids: ReadonlyMap<number, number>;
  /** By cell that the story follows: its object and name. */
  readonly #cells = new Map<number, { readonly object: number; readonly cell: string }>();

  constructor(named: Named, history: AccessHistory, told: Told, recorder: HeapRecorder) {
    this.#named = named;
    this.#history = history;
    this.#told = told;
    this.#recorder = recorder;
    this.#ids = new Map(told.objects.flatMap(({ ref }, id) => (ref === 0 ? [] : [[ref, id]])));
    told.objects.forEach(({ cells }, object) => {
      for (const { key, name } of cells) this.#cells.set(key, { object, cell: name });
    });
  }

  write(): HeapStory {
    const recorder = this.#recorder;
    return {
      objects: this.#told.objects.map((object, id) => this.#object(object, id)),
      from: recorder.from,
      initial: [...recorder.initial.values()].map((fact) => this.#change(fact)),
      steps: recorder.changes.map((facts, step) => ({
        touched: step < recorder.from ? [] : this.#touched(step),
        changes: facts.map((fact) => this.#change(fact)),
      })),
      notes: this.#notes(),
    };
  }

  #object({ ref, cls, kind, omittedCells }: ToldObject, id: number): HeapObject {
    const { machine, names } = this.#named;
    if (ref !== 0 && machine.classOf(ref).name !== cls.name) {
      bug(`two replays of one schedule have different objects at ${ref}`);
    }
    const name = ref === 0 ? simpleName(cls) : names.object(ref);
    return { id, name, className: classNameOf(cls), kind, omittedCells };
  }

  #touched(step: number): HeapStory["steps"][number]["touched"] {
    const touched = [...this.#history.touched[step]!].flatMap((key) => this.#cells.get(key) ?? []);
    return touched.slice(0, MAX_TOUCHED);
  }

  #change({ cell, object, text, ref, isLive, next }: CellFact): CellChange {
    const { trace, names } = this.#named;
    const readNextBy =
      next === undefined
        ? null
        : {
            step: next.step,
            thread: trace.threads[trace.steps[next.step]!.lane] ?? "?",
            place: next.place ?? "?",
          };
    return {
      object,
      cell: cell.name,
      value: text ?? names.object(ref),
      refersTo: this.#ids.get(ref) ?? null,
      isLive,
      readNextBy,
    };
  }

  #notes(): string[] {
    const recorder = this.#recorder;
    const notes: string[] = [];
    if (recorder.from > 0) {
      const all = count(recorder.changes.length);
      notes.push(
        `The heap is shown from step ${count(recorder.from + 1)} of ${all} on; the steps before are too many to record.`,
      );
    }
    const { omitted } = this.#told;
    if (omitted > 0) {
      notes.push(`${count(omitted)} more objects are not shown: the schedule used them earlier.`);
    }
    notes.push(
      "A value is dead if no code of the program can read it, nor code of a library class that is loaded here.",
    );
    return notes;
  }
}

const classNameOf = (cls: RuntimeClass): string =>
  cls.component === null ? cls.externalName : describeType(cls.name);
