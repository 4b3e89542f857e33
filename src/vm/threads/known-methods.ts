/** What the machine knows about java.lang.Thread, by id and offset; 0 until it is known. */
export class ThreadLibrary {
  classId = 0;
  /** join0: a thread in front of it may not be enabled. */
  join = 0;
  /** waitForEnd0: what a join waits in where it holds the Thread's monitor. */
  waitForEnd = 0;
  start = 0;
  isNew = 0;
  /** Offset of the field that says whether a thread is virtual. */
  virtual = 0;
  /** By class: whether its objects have monitors that the library takes for threads (sharing/thread-objects.ts); 0 where nobody has asked. */
  readonly monitors: number[] = [];
  /** Offsets of the fields that the end of a thread clears. */
  cleared: readonly number[] = [];
}
