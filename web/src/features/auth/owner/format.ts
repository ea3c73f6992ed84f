import type { Invitation } from 'shared-types/contract/auth';
import { formatFutureTime } from '../../../lib/format-time.ts';

export const outcomeOf = ({ state, usedBy, expiryTime }: Invitation, now: number): string =>
  ({
    open: `expires ${formatFutureTime(expiryTime, now)}`,
    used: `used by ${usedBy}`,
    expired: 'expired',
    revoked: 'revoked',
  })[state];

/** Returns the link that opens the sign-up page with the code filled in. */
export const invitationLink = (origin: string, code: string) => `${origin}/auth/signin/cognito#invitation=${code}`;
