import { createHash, randomBytes } from 'node:crypto';
import {
  codeLength,
  codeFrom,
  groupCode,
  invitationLifetimeMs,
  invitationRetentionMs,
} from 'shared-types/rules/auth/invitation';
import { invitationKey } from 'shared-types/rules/auth/stored-items';

/**
 * Makes a new invitation: a code of 130 random bits, and the item that stores its hash, so that reading the table reveals
 * no code. The sign-up reads it in lambdas/src/auth/invitations/invitation-store.ts.
 */
export function newInvitationRow(now: Date, prefix = '') {
  const random = codeFrom(randomBytes(codeLength));
  const plain = prefix + random;
  const expiresAtMs = now.getTime() + invitationLifetimeMs;
  const key = invitationKey(createHash('sha256').update(plain).digest('hex'));
  const code = prefix === '' ? groupCode(random) : `${prefix}-${groupCode(random)}`;
  return {
    code,
    expiresAtMs,
    row: {
      pk: { S: key.pk },
      sk: { S: key.sk },
      createdAtMs: { N: String(now.getTime()) },
      expiresAtMs: { N: String(expiresAtMs) },
      gsi1pk: { S: 'INVITES' },
      gsi1sk: { S: `INVITE#${now.getTime()}` },
      ttl: { N: String(Math.ceil((expiresAtMs + invitationRetentionMs) / 1000)) },
    },
  };
}
