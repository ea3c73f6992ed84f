import type { Invitation, InvitationState } from 'shared-types/contract/auth';

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

const sevenDaysMs = 7 * 86_400_000;
/** These characters are not mistaken for each other when they are read aloud. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 26;

/** Makes a code of 130 bits from a random token of 256 bits, and its expiry, as `npm run invite` does. */
export function newInvitation(token: string, now: Date) {
  const plain = [...Buffer.from(token, 'base64url').subarray(0, codeLength)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');
  return { code: (plain.match(/.{1,5}/g) ?? []).join('-'), expiresAtMs: now.getTime() + sevenDaysMs };
}

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
