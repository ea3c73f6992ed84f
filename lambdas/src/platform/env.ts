import * as z from 'zod/mini';

/** What a function must be given, by name. Infra's constructs are checked against the same shape. */
type EnvShape = Record<string, z.core.$ZodType>;

/** Reads the environment once, at cold start. A missing or malformed value is named, and the function does not start. */
export function readEnv<const Shape extends EnvShape>(shape: Shape): EnvOf<Shape> {
  const result = z.object(shape).safeParse(process.env);
  if (result.success) return result.data;
  throw new Error(`environment: ${z.prettifyError(result.error)}`);
}

/** What is read of such a shape. */
export type EnvOf<Shape extends EnvShape> = z.output<z.ZodMiniObject<Shape>>;

/** A whole number given as text. */
export const EnvNumber = z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number));

/** What every function behind the API is given: how to know the edge, and where to look sessions up. */
export const commonHttpEnv = { ORIGIN_VERIFY: z.string().check(z.minLength(1)), SESSIONS_TABLE_NAME: z.string() };
