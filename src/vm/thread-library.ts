/** What the machine knows of java.lang.Thread, by id and offset; 0 until it is known. */
export class ThreadLibrary {
  classId = 0;
  /** join0: a thread in front of it may not be enabled. */
  join = 0;
  start = 0;
  isNew = 0;
  /** Fields that the end of a thread clears (thread-end.ts). */
  forgotten: readonly number[] = [];
}
