import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { schemaReader, type StoredItem } from '../../platform/dynamodb/item.ts';
import { type Table, conditionHeld } from '../../platform/dynamodb/table.ts';
import { sha256 } from '../../platform/token.ts';
import { normalizeCode, type StoredInvitation } from './invitation.ts';
import type { InvitationStore } from '../ports.ts';
import { queryIndex, ttlOf } from '../items.ts';

/** `npm run invite` writes such rows, too: see infra/src/operator/invitation.ts. */
const keyOf = (code: string) => refKey(sha256(normalizeCode(code)));
const refKey = (invitationRef: string) => ({ pk: `${keyPrefix}${invitationRef}`, sk: 'INVITE' });
const keyPrefix = 'INVITE#';

const InvitationRow = z.object({
  pk: z.string(),
  note: z.string().default(''),
  createdAtMs: z.number().default(0),
  expiresAtMs: z.number(),
  usedBy: z.string().optional(),
  revokedAtMs: z.number().optional(),
  reservedBy: z.string().optional(),
  /** One for each sign-up under way. The service drops an attribute whose set is empty. */
  reservations: z.set(z.string()).optional(),
  reservedUntilMs: z.number().default(0),
});

const readInvitation = schemaReader(InvitationRow);

function storedOf(row: StoredItem | undefined): StoredInvitation | undefined {
  const invitation = readInvitation(row);
  if (!invitation) return undefined;
  const { pk, note, createdAtMs, expiresAtMs, usedBy, revokedAtMs } = invitation;
  return { invitationRef: pk.slice(keyPrefix.length), note, createdAtMs, expiresAtMs, usedBy, revokedAtMs };
}

/** The owner sees what has become of it for so long after its end. */
const retentionMs = 30 * 86_400_000;

/** How long a reservation keeps others away when nobody ever said how the sign-up ended. */
const leaseMs = 15 * 60_000;

const maxTries = 3;

export const invitationStore = ({ client, TableName }: Table): InvitationStore => ({
  async reserve(code, username, reservationId, now) {
    const Key = keyOf(code);
    const nowMs = now.getTime();
    for (let tries = 0; tries < maxTries; tries++) {
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const invitation = readInvitation(Item);
      if (!invitation || invitation.expiresAtMs <= nowMs) return 'refused';
      const { usedBy, revokedAtMs, reservedBy, reservations, reservedUntilMs } = invitation;
      if (usedBy !== undefined) return usedBy === username ? 'used' : 'refused';
      if (revokedAtMs !== undefined) return 'refused';
      const isReserved = reservations !== undefined;
      const isAgain = isReserved && reservedBy === username;
      if (isReserved && !isAgain && reservedUntilMs > nowMs) return 'refused';
      const given = { ':user': username, ':id': new Set([reservationId]), ':until': nowMs + leaseMs };
      const write = isAgain
        ? { ...joining, ExpressionAttributeValues: given }
        : { ...taking, ExpressionAttributeValues: { ...given, ':now': nowMs } };
      const written = await conditionHeld(client.send(new UpdateCommand({ TableName, Key, ...write })));
      // Refused: it has changed since it was read.
      if (written) return isAgain ? 'again' : 'mine';
    }
    return 'refused';
  },

  async consume(code, username) {
    const consuming = client.send(
      new UpdateCommand({
        TableName,
        Key: keyOf(code),
        UpdateExpression: 'SET usedBy = :user REMOVE reservedBy, reservations, reservedUntilMs',
        ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(usedBy) OR usedBy = :user)',
        ExpressionAttributeValues: { ':user': username },
      }),
    );
    await conditionHeld(consuming);
  },

  async release(code, reservationId) {
    const releasing = client.send(
      new UpdateCommand({
        TableName,
        Key: keyOf(code),
        UpdateExpression: 'DELETE reservations :id',
        ConditionExpression: 'contains(reservations, :text)',
        ExpressionAttributeValues: { ':id': new Set([reservationId]), ':text': reservationId },
      }),
    );
    await conditionHeld(releasing);
  },

  async put(code, { note, createdAtMs, expiresAtMs }) {
    const Key = keyOf(code);
    const gsi = { gsi1pk: 'INVITES', gsi1sk: `${keyPrefix}${createdAtMs}` };
    const Item = { ...Key, ...gsi, note, createdAtMs, expiresAtMs, ttl: ttlOf(expiresAtMs + retentionMs) };
    await client.send(new PutCommand({ TableName, Item }));
    const invitationRef = Key.pk.slice(keyPrefix.length);
    return { invitationRef, note, createdAtMs, expiresAtMs, usedBy: undefined, revokedAtMs: undefined };
  },

  async list() {
    const rows = await queryIndex({ client, TableName }, 'INVITES', keyPrefix);
    return rows.flatMap((row) => storedOf(row) ?? []).toReversed();
  },

  async revoke(invitationRef, now) {
    const Key = refKey(invitationRef);
    const revoking = client.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'SET revokedAtMs = if_not_exists(revokedAtMs, :now)',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(usedBy)',
        ExpressionAttributeValues: { ':now': now.getTime() },
      }),
    );
    await conditionHeld(revoking);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return storedOf(Item);
  },
});

const taking = {
  UpdateExpression: 'SET reservedBy = :user, reservations = :id, reservedUntilMs = :until',
  ConditionExpression:
    'attribute_exists(pk) AND attribute_not_exists(usedBy) AND attribute_not_exists(revokedAtMs) AND (attribute_not_exists(reservations) OR reservedUntilMs <= :now)',
};
const joining = {
  UpdateExpression: 'SET reservedUntilMs = :until ADD reservations :id',
  ConditionExpression: 'attribute_exists(reservations) AND reservedBy = :user AND attribute_not_exists(revokedAtMs)',
};
