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
  | "E402_LIMIT_REACHED";

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
