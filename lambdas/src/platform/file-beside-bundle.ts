import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/**
 * Reads a JSON file that the deployment has laid beside a function's bundle, which is the `__dirname` of its entry. It is read
 * once, at cold start, without a call. A malformed file stops the start with an error that names the place.
 */
export function readBesideBundle<Schema extends z.core.$ZodType>(folder: string, name: string, schema: Schema) {
  const result = z.safeParse(schema, JSON.parse(readFileSync(join(folder, name), 'utf8')));
  if (result.success) return result.data;
  throw new Error(`${name}: ${z.prettifyError(result.error)}`);
}
