import * as z from 'zod';

/** What a function must be given, by name. Infra's constructs are checked against the same shape. */
type EnvShape = Record<string, z.ZodType>;

/** Reads the environment once, at cold start. A missing or malformed value is named, and the function does not start. */
export function readEnv<Shape extends EnvShape>(shape: Shape): z.output<z.ZodObject<Shape>> {
  const result = z.object(shape).safeParse(process.env);
  if (result.success) return result.data;
  throw new Error(`environment: ${z.prettifyError(result.error)}`);
}

/** A whole number of milliseconds given as text. */
export const EnvMs = z.string().regex(/^\d+$/).transform(Number);

/** What every function behind the API is given: how to know the edge, and where to look sessions up. */
export const anyHttpEnv = { ORIGIN_VERIFY: z.string().min(1), SESSIONS_TABLE_NAME: z.string() };
