import { createHash, randomInt } from 'node:crypto';

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const letters = 26;
const sevenDaysMs = 7 * 86_400_000;
/** The owner sees the state of an invitation for this long after its end. */
const keptMs = 30 * 86_400_000;

/**
 * Makes a new invitation: a code of 130 random bits, and the item that stores its hash, so that reading the table reveals
 * no code. The sign-up reads it in lambdas/src/auth/invitations/invitation-store.ts.
 */
export function newInvitation(now: Date, prefix = '') {
  const random = Array.from({ length: letters }, () => alphabet[randomInt(alphabet.length)]).join('');
  const plain = prefix + random;
  const expiresAtMs = now.getTime() + sevenDaysMs;
  const code = [...(prefix === '' ? [] : [prefix]), ...(random.match(/.{1,5}/g) ?? [])].join('-');
  return {
    code,
    expiresAtMs,
    row: {
      pk: { S: `INVITE#${createHash('sha256').update(plain).digest('hex')}` },
      sk: { S: 'INVITE' },
      createdAtMs: { N: String(now.getTime()) },
      expiresAtMs: { N: String(expiresAtMs) },
      gsi1pk: { S: 'INVITES' },
      gsi1sk: { S: `INVITE#${now.getTime()}` },
      ttl: { N: String(Math.ceil((expiresAtMs + keptMs) / 1000)) },
    },
  };
}
