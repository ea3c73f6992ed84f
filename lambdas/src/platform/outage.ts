import { AppError } from './app-error.ts';
import { log } from './log.ts';

/**
 * Short: what a table or queue does not answer is asked again while the person still waits, three times within a
 * function's 15 s. Without the last setting the SDK would only complain, and wait on.
 */
export const requestHandler = { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true };

type Next<In, Out> = (args: In) => Promise<Out>;

/** Once the SDK's own retries are used up, a service that is down or throttled is a 503 to the caller, not a bug of ours. */
export const outageMiddleware =
  <In, Out>(next: Next<In, Out>): Next<In, Out> =>
  async (args) => {
    try {
      return await next(args);
    } catch (error) {
      if (!isOutage(error)) throw error;
      // The caller is told nothing of it, so this is the only place that says which service and why.
      log('warn', 'service unavailable', { error });
      throw unavailable();
    }
  };

export const unavailable = () =>
  new AppError('unavailable', 'A service that this needs does not answer. Try again in a moment.', {
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
    // In the message, too: there the SDK names an error that it had to wrap.
    outage.test(`${error.name} ${error.message}`) ||
    ('code' in error && /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND)/.test(String(error.code)))
  );
}
