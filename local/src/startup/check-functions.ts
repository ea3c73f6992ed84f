import { get } from 'node:http';
import type { CallKey } from 'shared-types/contract/api';
import { StartError } from './start-error.ts';

/** One call of each function that answers calls. Without a session it is refused, but only by a function that has loaded. */
const calls: readonly Extract<CallKey, `GET ${string}`>[] = [
  'GET /api/auth/session',
  'GET /api/auth/activity',
  'GET /api/ljmonitor/resblock',
  'GET /api/ljmonitor/sold',
  'GET /api/minecraft_bedrock/v2',
  'GET /api/chat/models',
  'GET /api/notify/settings',
];

/**
 * Asks each function of a site that has started. Throws a `StartError` that names those that cannot answer, and the folder of
 * their logs.
 */
export async function checkFunctions(origin: string, logs: string) {
  const paths = calls.map((call) => call.slice('GET '.length));
  const statuses = await Promise.all(paths.map((path) => statusOf(origin, path)));
  const failed = paths.flatMap((path, index) => {
    const status = statuses[index] ?? 0;
    return status < 500 ? [] : [`${path} answers ${status}`];
  });
  if (failed.length > 0) throw new StartError(`The site does not work: ${failed.join(', ')}. See ${logs}.`);
}

/** Names below localhost are resolved by browsers only, so the address is that of this machine. */
function statusOf(origin: string, path: string): Promise<number> {
  const { host, port } = new URL(origin);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = get({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  request.once('error', reject);
  return promise;
}
