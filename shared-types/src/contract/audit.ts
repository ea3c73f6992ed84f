import * as z from 'zod';
import { auditKinds, browserFamilies } from '../rules/audit.ts';
import { endpoint, TimeMs } from './endpoint.ts';

/** One event of the audit trail, or the refusals of a minute that are alike. */
export const AuditEvent = z.object({
  eventRef: z.string(),
  time: TimeMs,
  kind: z.enum(auditKinds),
  outcome: z.enum(['done', 'refused']),
  /** The error code of a refusal, or a more precise reason that the caller is not told. */
  code: z.string().nullable(),
  /** The account that the event is about; null when it is about no known account. */
  userId: z.string().nullable(),
  /** The first usernames, by the alphabet, that were typed while no account of that name had signed in. */
  usernames: z.array(z.string()),
  hasMoreUsernames: z.boolean(),
  /** The account that acted, when it is another one, as the owner's. */
  by: z.string().nullable(),
  network: z.string(),
  browser: z.enum(browserFamilies),
  requestId: z.string(),
  /** The route key of the call. */
  route: z.string(),
  /** The stack, community, conversation or session that the event is about. */
  subject: z.string().nullable(),
  /** True for a sign-in in a browser that has never signed in as this user. */
  isNewBrowser: z.boolean(),
  /** The number of requests; more than 1 for refusals only. */
  count: z.int().positive(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** A day of UTC has the form '2026-11-22'. */
const Day = z.iso.date();

export const auditApi = {
  /** The last events of the user's own account, the newest first. */
  listOwnEvents: endpoint('GET /api/auth/activity', { response: z.array(AuditEvent) }),
  /** One day of the trail, or all events of one account, the newest first. Without `day` and `userId` it is today. */
  listEvents: endpoint('GET /api/auth/owner/activity', {
    access: 'owner',
    query: z.strictObject({
      day: Day.optional(),
      userId: z.string().max(200).optional(),
      kind: z.enum(auditKinds).optional(),
      /** The time of an event in milliseconds, and the rest of its key. */
      cursor: z
        .string()
        .max(1000)
        .regex(/^1\d{12}#/, 'is no cursor')
        .optional(),
    }),
    /** A page with a cursor may have fewer events than the next one, and even none. */
    response: z.object({ events: z.array(AuditEvent), cursor: z.string().nullable() }),
  }),
};
