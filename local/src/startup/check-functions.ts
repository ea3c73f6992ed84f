import { get } from 'node:http';
import type { Functions } from '../aws/lambda/functions.ts';
import { readRoutes } from '../aws/api-gateway/routes.ts';
import type { Resource } from '../template/resource.ts';
import { StartError } from './start-error.ts';

/** Returns a call of each function that answers calls. Without a session it is refused, but only by a function that has loaded. */
function callPerFunction(resources: readonly Resource[]): string[] {
  const calls = new Map<string, string>();
  for (const { routeKey, functionId } of readRoutes(resources)) {
    const [method, path = ''] = routeKey.split(' ');
    if (method === 'GET' && !calls.has(functionId)) calls.set(functionId, path.replaceAll(/\{[^}]+\}/g, 'unknown'));
  }
  return [...calls.values()];
}

/** A site that has started. */
interface Started {
  origin: string;
  cloud: { resources: readonly Resource[]; functions: Pick<Functions, 'loadOthers'> };
}

/**
 * Asks each function of a site that has started, and loads those that nobody can ask. Throws a `StartError` that names those
 * that cannot answer or load, and the folder of their logs.
 */
export async function checkFunctions({ origin, cloud: { resources, functions } }: Started, logs: string) {
  const paths = callPerFunction(resources);
  const statuses = await Promise.all(paths.map((path) => statusOf(origin, path)));
  const failed = paths.flatMap((path, index) => {
    const status = statuses[index] ?? 0;
    return status < 500 ? [] : [`${path} answers ${status}`];
  });
  for (const name of await functions.loadOthers()) failed.push(`${name} cannot be loaded`);
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
