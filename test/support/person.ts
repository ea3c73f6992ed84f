import type { User } from 'lambdas/platform/http/session';

/** Returns a signed-in user, as a session has one. */
export const person = (userId: string, name: string): User => ({
  userId,
  name,
  avatarUrl: null,
  email: `${name.toLowerCase()}@example.org`,
  lastUsedAtMs: 0,
});
