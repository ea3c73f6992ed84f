import type { Json } from '../../json.ts';

/** The hosted functions. They are known by their ARN, since integrations, mappings and schedules carry it. */
export interface Functions {
  /**
   * Invokes and waits, as `RequestResponse` does. Throws a `FunctionError` when the function fails. `cause` is the trace
   * header of the event, if it has one.
   */
  invoke: (functionArn: string, event: Json, cause?: string) => Promise<Json>;
  /** Loads each function that has no instance, as its first invocation would. Returns the names of those that cannot be loaded. */
  loadOthers(): Promise<string[]>;
  /** Returns the lines that the function has written to its console, the last ones last. */
  output(functionArn: string): string[];
  /** Returns the number of running invocations of all functions. */
  running(): number;
  /** Returns the number of invocations that were refused for want of a free execution, as CloudWatch counts them. */
  throttles(): number;
  /** Ends the function's instances at once. Their invocations fail. */
  crash(functionArn: string): void;
  close(): Promise<void>;
}

/** A failed invocation, as Lambda reports it: the function threw, timed out or died. */
export class FunctionError extends Error {
  override name = 'FunctionError';
  readonly errorType: string;
  readonly trace: string[];

  constructor(errorType: string, errorMessage: string, trace: string[] = []) {
    super(errorMessage);
    this.errorType = errorType;
    this.trace = trace;
  }
}
