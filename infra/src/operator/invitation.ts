import { createHash, randomInt } from 'node:crypto';

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const letters = 26;
const sevenDaysMs = 7 * 86_400_000;
/** The owner sees what has become of it for so long after its end. */
const keptMs = 30 * 86_400_000;

/**
 * A new invitation: the code to hand over, 130 random bits, and the row that stands for it. Whoever reads the table
 * learns no code. The sign-up reads it in lambdas/src/auth/invitations/invitation-store.ts.
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
