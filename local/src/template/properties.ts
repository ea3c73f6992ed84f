import * as z from 'zod';
import type { Resource } from './resource.ts';

/** Parses a resource's properties. A property that the schema does not name stops the start, because it may matter. */
export function propertiesOf<Properties>(resource: Resource, schema: z.ZodType<Properties>): Properties {
  const parsed = schema.safeParse(resource.properties);
  if (parsed.success) return parsed.data;
  throw new Error(
    `The local cloud cannot imitate ${resource.type} ${resource.logicalId}:\n${z.prettifyError(parsed.error)}`,
  );
}

/** CloudFormation accepts numbers and booleans as texts, too. */
export const TemplateNumber = z.coerce.number();
export const TemplateBoolean = z.union([
  z.boolean(),
  z.literal('true').transform(() => true),
  z.literal('false').transform(() => false),
]);
