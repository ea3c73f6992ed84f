import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { codeOf } from '../invitation.ts';
import type { InvitationStore } from '../ports.ts';
import { hashed, type Table, unlessRefused } from './table.ts';

/** `npm run invite` writes these rows: see infra/src/invitation.ts. */
const keyOf = (code: string) => ({ pk: `INVITE#${hashed(codeOf(code))}`, sk: 'INVITE' });

const InvitationRow = z.object({
  expiresAtMs: z.number(),
  usedBy: z.string().optional(),
  reservedBy: z.string().optional(),
  reservedUntilMs: z.number().default(0),
});

/** How long a reservation keeps others away when nobody ever said how the sign-up ended. */
const leaseMs = 15 * 60_000;

export const dynamoInvitations = ({ client, TableName }: Table): InvitationStore => ({
  async reserve(code, username, reservationId, now) {
    const Key = keyOf(code);
    const nowMs = now.getTime();
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    const { data: invitation } = InvitationRow.safeParse(Item);
    if (!invitation || invitation.expiresAtMs <= nowMs) return 'refused';
    if (invitation.usedBy !== undefined) return invitation.usedBy === username ? 'used' : 'refused';
    const again = invitation.reservedBy === username;
    const reserved = await unlessRefused(
      client.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression: 'SET reservedBy = :user, reservationId = :id, reservedUntilMs = :until',
          ConditionExpression: `attribute_exists(pk) AND attribute_not_exists(usedBy) AND ${again ? 'reservedBy = :user' : free}`,
          ExpressionAttributeValues: {
            ':user': username,
            ':id': reservationId,
            ':until': nowMs + leaseMs,
            ...(again ? {} : { ':now': nowMs }),
          },
        }),
      ),
    );
    if (!reserved) return 'refused';
    return again ? 'again' : 'mine';
  },

  async consume(code, username) {
    const consuming = client.send(
      new UpdateCommand({
        TableName,
        Key: keyOf(code),
        UpdateExpression: 'SET usedBy = :user REMOVE reservedBy, reservationId, reservedUntilMs',
        ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(usedBy) OR usedBy = :user)',
        ExpressionAttributeValues: { ':user': username },
      }),
    );
    await unlessRefused(consuming);
  },

  async release(code, reservationId) {
    const releasing = client.send(
      new UpdateCommand({
        TableName,
        Key: keyOf(code),
        UpdateExpression: 'REMOVE reservedBy, reservationId, reservedUntilMs',
        ConditionExpression: 'reservationId = :id AND attribute_not_exists(usedBy)',
        ExpressionAttributeValues: { ':id': reservationId },
      }),
    );
    await unlessRefused(releasing);
  },
});

const free = '(attribute_not_exists(reservedBy) OR reservedUntilMs <= :now)';
