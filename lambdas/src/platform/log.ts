import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * All fields that a log line may have. The list is closed on purpose: no body, token, cookie, code, password or prompt
 * has a name here, so none can be logged by accident.
 */
interface LogFields {
  requestId?: string;
  messageId?: string;
  route?: string;
  status?: number;
  errorCode?: string;
  ms?: number;
  userId?: string;
  resblockId?: string;
  runId?: string;
  key?: string;
  count?: number;
  reason?: string;
  /** The line gets the name, message and stack of this error. */
  error?: unknown;
}

const shared = new AsyncLocalStorage<Pick<LogFields, 'requestId' | 'messageId'>>();

/** Adds these fields to every line that is logged during the work. */
export const withLogFields = <Result>(fields: Pick<LogFields, 'requestId' | 'messageId'>, work: () => Result): Result =>
  shared.run({ ...shared.getStore(), ...fields }, work);

/** Writes one JSON line. */
export function log(level: 'info' | 'warn' | 'error', event: string, { error, ...fields }: LogFields = {}) {
  const cause = error instanceof Error ? { error: `${error.name}: ${error.message}`, stack: error.stack } : {};
  console[level](JSON.stringify({ level, event, ...shared.getStore(), ...fields, ...cause }));
}
