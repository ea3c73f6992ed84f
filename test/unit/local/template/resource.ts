import type { JsonObject } from 'local/json';
import type { Resource } from 'local/template/resource';

/** Returns a resource of the template as the resolver gives it. */
export const resource = (
  type: string,
  logicalId: string,
  properties: JsonObject,
  attributes: Record<string, string> = {},
): Resource => ({ logicalId, type, properties, ref: `${logicalId}-ref`, attributes });
