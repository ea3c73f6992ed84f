import * as z from 'zod/mini';

/** The environment variables of a function, by name. Infra's constructs are checked against the same shape. */
type EnvShape = Record<string, z.core.$ZodType>;

/** Reads the environment once, at cold start. A missing or malformed value stops the start with an error that names it. */
export function readEnv<const Shape extends EnvShape>(shape: Shape): EnvOf<Shape> {
  const result = z.object(shape).safeParse(process.env);
  if (result.success) return result.data;
  throw new Error(`environment: ${z.prettifyError(result.error)}`);
}

/** The parsed values of an environment shape. */
export type EnvOf<Shape extends EnvShape> = z.output<z.ZodMiniObject<Shape>>;

export const EnvNumber = z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number));

/** The variables of every function behind the API: the origin secret and the table of sessions. */
export const readingHttpEnv = { ORIGIN_VERIFY: z.string().check(z.minLength(1)), SESSIONS_TABLE_NAME: z.string() };

/** The variables of every function that writes to the audit trail. */
export const auditEnv = {
  AUDIT_TABLE_NAME: z.string(),
  /** An event is deleted after this number of days. */
  AUDIT_DAYS: EnvNumber,
  /** Whether the trail keeps coarse networks or full addresses. */
  AUDIT_ADDRESSES: z.enum(['coarse', 'full']),
};

/** Functions that act also write to the audit trail. */
export const commonHttpEnv = { ...readingHttpEnv, ...auditEnv };
