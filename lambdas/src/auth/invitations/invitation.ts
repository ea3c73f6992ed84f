import type { Invitation, InvitationState } from 'shared-types/contract/auth';
import { codeFrom, groupCode, invitationLifetimeMs } from 'shared-types/rules/auth/invitation';

/** A stored invitation. Only a hash of its code is stored, which is its reference. */
export interface StoredInvitation {
  invitationRef: string;
  note: string;
  createdAtMs: number;
  expiresAtMs: number;
  usedBy: string | undefined;
  revokedAtMs: number | undefined;
}

/** Removes everything that a user may add or change while copying an invitation code. */
export const normalizeCode = (typed: string) => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Makes a code from a random token of 256 bits, and its expiry, as `npm run invite` does. */
export const newInvitation = (token: string, now: Date) => ({
  code: groupCode(codeFrom(Buffer.from(token, 'base64url'))),
  expiresAtMs: now.getTime() + invitationLifetimeMs,
});

function stateOf({ usedBy, revokedAtMs, expiresAtMs }: StoredInvitation, now: Date): InvitationState {
  if (usedBy !== undefined) return 'used';
  if (revokedAtMs !== undefined) return 'revoked';
  return expiresAtMs > now.getTime() ? 'open' : 'expired';
}

/** Formats an invitation for the owner. */
export const invitationView = (stored: StoredInvitation, now: Date): Invitation => ({
  invitationRef: stored.invitationRef,
  note: stored.note,
  createTime: stored.createdAtMs,
  expiryTime: stored.expiresAtMs,
  state: stateOf(stored, now),
  usedBy: stored.usedBy ?? null,
});
