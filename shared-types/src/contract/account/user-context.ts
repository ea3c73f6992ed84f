import * as z from 'zod';

/** Every function reads it with the session, so it is apart from the calls of signing in. */
export const UserContext = z.object({
  name: z.string(),
  /** The id consists of provider and subject, never of an email address: 'cognito|…' or 'google|…'. */
  userId: z.string(),
  avatarUrl: z.string().nullable(),
});
export type UserContext = z.infer<typeof UserContext>;
