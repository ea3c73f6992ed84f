import { AppError } from './app-error.ts';
import { log } from './log.ts';

/**
 * The timeouts are short, so that the SDK can make its three attempts within a function's 15 s, while the user still
 * waits. Without `throwOnRequestTimeout` the SDK only logs a warning and keeps waiting.
 */
export const requestHandler = { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true };

type Next<In, Out> = (args: In) => Promise<Out>;

/** Turns a service that is down or throttled, after the SDK's own retries, into a 503 instead of a 500. */
export const outageMiddleware =
  <In, Out>(next: Next<In, Out>): Next<In, Out> =>
  async (args) => {
    try {
      return await next(args);
    } catch (error) {
      if (!isOutage(error)) throw error;
      // The caller does not see the cause, so only this line says which service failed and why.
      log('warn', 'service unavailable', { error });
      throw unavailable();
    }
  };

export const unavailable = () =>
  new AppError('unavailable', 'A service is not responding. Try again in a moment.', {
    retryAfterSeconds: 5,
  });

const outage = /Throttl|TooManyRequests|ProvisionedThroughput|RequestLimit|TimeoutError|ECONNREFUSED|ECONNRESET|EPIPE/;

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const metadata = '$metadata' in error ? error.$metadata : undefined;
  const status =
    typeof metadata === 'object' && metadata && 'httpStatusCode' in metadata ? Number(metadata.httpStatusCode) : 0;
  return (
    status >= 500 ||
    // The SDK puts the name of an error that it had to wrap into the message.
    outage.test(`${error.name} ${error.message}`) ||
    ('code' in error && /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND)/.test(String(error.code)))
  );
}
