/**
 * Everything the tool throws on purpose. `message` is the sentence the user
 * reads, `hint` says what to do next, `code` is what tests and scripts match
 * on. Anything thrown that is not a DeadwoodError is a bug in the tool.
 */
export const ExitCode = {
  safe: 0,
  violated: 1,
  badInput: 2,
  incomplete: 3,
  internal: 70,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

export type ErrorCode =
  /** The path given on the command line does not exist or cannot be read. */
  | "E101_INPUT_UNREADABLE"
  /** The command line does not make sense. */
  | "E102_BAD_USAGE"
  /** A jar, jmod or JDK image is damaged or hostile. */
  | "E103_BAD_ARCHIVE"
  /** The bytes are not a class file, or the class file is malformed. */
  | "E201_BAD_CLASS_FILE"
  /** A class referenced by the program is on no class path entry. */
  | "E301_CLASS_NOT_FOUND"
  /** The main class has no usable main method. */
  | "E302_NO_MAIN_METHOD"
  /** The program uses a feature the interpreter does not model. */
  | "E401_UNSUPPORTED_FEATURE"
  /** A limit the user set ended the run. */
  | "E402_LIMIT_REACHED"
  /** A file or directory that is to be written cannot be. */
  | "E501_OUTPUT_UNWRITABLE"
  /** There is no space left to write a file. */
  | "E502_DISK_FULL"
  /** The predicate's command is missing, not executable or cannot be started. */
  | "E503_PREDICATE_UNUSABLE"
  /** The predicate does not hold for the input itself. */
  | "E504_PREDICATE_FAILS_ON_INPUT"
  /** The predicate says different things of the same input. */
  | "E505_PREDICATE_FLAKY"
  /** A persistent predicate died, or gave an invalid answer. */
  | "E506_PREDICATE_PROTOCOL"
  /** The session on disk is that of another reduction, or damaged. */
  | "E507_BAD_SESSION";

interface ErrorDetails extends ErrorOptions {
  readonly hint?: string;
}

export abstract class DeadwoodError extends Error {
  abstract readonly code: ErrorCode;
  abstract readonly exitCode: ExitCode;
  readonly hint: string | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.name = new.target.name;
    this.hint = details.hint;
  }
}

export class InputUnreadableError extends DeadwoodError {
  readonly code = "E101_INPUT_UNREADABLE";
  readonly exitCode = ExitCode.badInput;
}

export class BadUsageError extends DeadwoodError {
  readonly code = "E102_BAD_USAGE";
  readonly exitCode = ExitCode.badInput;
}

export class BadArchiveError extends DeadwoodError {
  readonly code = "E103_BAD_ARCHIVE";
  readonly exitCode = ExitCode.badInput;
}

export class BadClassFileError extends DeadwoodError {
  readonly code = "E201_BAD_CLASS_FILE";
  readonly exitCode = ExitCode.badInput;
}

export class ClassNotFoundError extends DeadwoodError {
  readonly code = "E301_CLASS_NOT_FOUND";
  readonly exitCode = ExitCode.badInput;
}

export class MainMethodError extends DeadwoodError {
  readonly code = "E302_NO_MAIN_METHOD";
  readonly exitCode = ExitCode.badInput;
}

export class UnsupportedFeatureError extends DeadwoodError {
  readonly code = "E401_UNSUPPORTED_FEATURE";
  readonly exitCode = ExitCode.badInput;
}

export class LimitReachedError extends DeadwoodError {
  readonly code = "E402_LIMIT_REACHED";
  readonly exitCode = ExitCode.incomplete;
}

export class OutputUnwritableError extends DeadwoodError {
  readonly code = "E501_OUTPUT_UNWRITABLE";
  readonly exitCode = ExitCode.badInput;
}

export class DiskFullError extends DeadwoodError {
  readonly code = "E502_DISK_FULL";
  readonly exitCode = ExitCode.badInput;
}

export class PredicateUnusableError extends DeadwoodError {
  readonly code = "E503_PREDICATE_UNUSABLE";
  readonly exitCode = ExitCode.badInput;
}

export class PredicateFailsOnInputError extends DeadwoodError {
  readonly code = "E504_PREDICATE_FAILS_ON_INPUT";
  readonly exitCode = ExitCode.badInput;
}

export class FlakyPredicateError extends DeadwoodError {
  readonly code = "E505_PREDICATE_FLAKY";
  readonly exitCode = ExitCode.badInput;
}

export class PredicateProtocolError extends DeadwoodError {
  readonly code = "E506_PREDICATE_PROTOCOL";
  readonly exitCode = ExitCode.badInput;
}

export class BadSessionError extends DeadwoodError {
  readonly code = "E507_BAD_SESSION";
  readonly exitCode = ExitCode.badInput;
}
