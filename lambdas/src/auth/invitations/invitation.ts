import type { Invitation, InvitationState } from 'shared-types/contract/auth';

/** An invitation as it is stored. Its code is not: only a hash, which is its reference. */
export interface StoredInvitation {
  invitationRef: string;
  note: string;
  createdAtMs: number;
  expiresAtMs: number;
  usedBy: string | undefined;
  revokedAtMs: number | undefined;
}

/** An invitation code as it is stored: what people add or change while copying it is no part of it. */
export const normalizeCode = (typed: string) => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

const sevenDaysMs = 7 * 86_400_000;
/** None that is mistaken for another when it is read out. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const letters = 26;

/** A code of 130 bits out of the 256 random ones of a token, and when it ends: as `npm run invite` makes them. */
export function newInvitation(token: string, now: Date) {
  const plain = [...Buffer.from(token, 'base64url').subarray(0, letters)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');
  return { code: (plain.match(/.{1,5}/g) ?? []).join('-'), expiresAtMs: now.getTime() + sevenDaysMs };
}

function stateOf({ usedBy, revokedAtMs, expiresAtMs }: StoredInvitation, now: Date): InvitationState {
  if (usedBy !== undefined) return 'used';
  if (revokedAtMs !== undefined) return 'revoked';
  return expiresAtMs > now.getTime() ? 'open' : 'expired';
}

/** As the owner sees it. */
export const invitationView = (stored: StoredInvitation, now: Date): Invitation => ({
  invitationRef: stored.invitationRef,
  note: stored.note,
  createTime: stored.createdAtMs,
  expiryTime: stored.expiresAtMs,
  state: stateOf(stored, now),
  usedBy: stored.usedBy ?? null,
});
