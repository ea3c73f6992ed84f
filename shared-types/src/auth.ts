import * as z from 'zod';
import { endpoint } from './endpoint.ts';

export const UserContext = z.object({
  name: z.string(),
  /** Provider and subject, never an e-mail address: 'cognito|…' or 'google|…'. */
  userId: z.string(),
  avatarUrl: z.string().nullable(),
});
export type UserContext = z.infer<typeof UserContext>;

export const authApi = {
  /** Who asks: 401 without a live session. */
  getSession: endpoint('GET /api/auth/session', {
    response: z.object({ data: z.object({ userContext: UserContext }) }),
  }),
  getHealth: endpoint('GET /api/health', {
    access: 'public',
    response: z.object({ version: z.string(), time: z.int() }),
  }),
};
