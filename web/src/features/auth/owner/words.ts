import type { Invitation } from 'shared-types/auth';
import { comingMoment } from '../../../lib/time.ts';

/** What has become of an invitation. */
export function fateOf({ state, usedBy, expiryTime }: Invitation, now: number): string {
  switch (state) {
    case 'open':
      return `open until ${comingMoment(expiryTime, now)}`;
    case 'used':
      return `used by ${usedBy}`;
    case 'expired':
      return 'expired';
    case 'revoked':
      return 'revoked';
  }
}

/** Opens the sign-up with the code in its field. */
export const invitationLink = (origin: string, code: string) => `${origin}/auth/signin/cognito#invitation=${code}`;
