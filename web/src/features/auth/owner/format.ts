import type { Invitation } from 'shared-types/contract/auth';
import { formatFutureTime } from '../../../lib/format-time.ts';

/** What has become of an invitation. */
export const outcomeOf = ({ state, usedBy, expiryTime }: Invitation, now: number): string =>
  ({
    open: `open until ${formatFutureTime(expiryTime, now)}`,
    used: `used by ${usedBy}`,
    expired: 'expired',
    revoked: 'revoked',
  })[state];

/** Opens the sign-up with the code in its field. */
export const invitationLink = (origin: string, code: string) => `${origin}/auth/signin/cognito#invitation=${code}`;
