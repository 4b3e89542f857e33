/**
 * What the state layer asks of a liveness analysis of fields: which of them can
 * still be read. A field that cannot is not part of the state, and leads to no
 * objects. Sets of fields are known by numbers, equal sets by equal ones. Which
 * set it is depends on nothing but what is always part of the state: where the
 * frames of all threads stand, and which classes have been initialised. So
 * equal states have the same live fields, whoever asks and whenever.
 */
export interface FieldLiveness {
  /** What any thread may still read in the machine's present state, itself or by what it starts. */
  ofState(): number;
  /** The field at a word offset of instances of a class. */
  isFieldLive(set: number, classId: number, offset: number): boolean;
  /** The elements of arrays of a class. */
  areElementsLive(set: number, classId: number): boolean;
  /** A word of the static area; those that hold no field are always live. */
  isStaticLive(set: number, address: number): boolean;
  /** In all states everything is live, as long as this is so. */
  readonly isEverything?: boolean;
  /** The same as `ofState`, put together from what single threads may read. */
  readonly threads?: PerThreadLiveness;
}

/** For those who know which threads have moved: the others need not be asked again. */
export interface PerThreadLiveness {
  /**
   * As long as this stays the same, so does what a thread may read that does not
   * move. `known` is the phase if no static word was written since; else -1.
   */
  phase(known: number): number;
  /** What the frames of a thread may still read in the present phase. */
  ofThread(thread: number): number;
  /** What may be read in a state, when its first `count` threads may read these. */
  join(ofThreads: Int32Array, count: number): number;
}

/** No set of fields. */
export const NO_SET = -1;
