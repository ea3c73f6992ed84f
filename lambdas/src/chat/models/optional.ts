import type * as z from 'zod';

/** A field with an unexpected type is skipped; the rest of its object still counts. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
