import type { JsonObject, Resource } from 'local/cloud';

/** A resource of the template as the resolver gives it. */
export const resource = (
  type: string,
  logicalId: string,
  properties: JsonObject,
  attributes: Record<string, string> = {},
): Resource => ({ logicalId, type, properties, ref: `${logicalId}-ref`, attributes });
