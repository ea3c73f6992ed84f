import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Table, unlessRefused } from '../../lib/table.ts';
import { hashed } from '../../lib/token.ts';
import { codeOf } from '../invitation.ts';
import type { InvitationStore } from '../ports.ts';

/** `npm run invite` writes these rows: see infra/src/invitation.ts. */
const keyOf = (code: string) => ({ pk: `INVITE#${hashed(codeOf(code))}`, sk: 'INVITE' });

const InvitationRow = z.object({
  expiresAtMs: z.number(),
  usedBy: z.string().optional(),
  reservedBy: z.string().optional(),
  /** One for each sign-up under way. The service drops an attribute whose set is empty. */
  reservations: z.set(z.string()).optional(),
  reservedUntilMs: z.number().default(0),
});

/** How long a reservation keeps others away when nobody ever said how the sign-up ended. */
const leaseMs = 15 * 60_000;

const mostTries = 3;

export const dynamoInvitations = ({ client, TableName }: Table): InvitationStore => ({
  async reserve(code, username, reservationId, now) {
    const Key = keyOf(code);
    const nowMs = now.getTime();
    for (let tries = 0; tries < mostTries; tries++) {
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const { data: invitation } = InvitationRow.safeParse(Item);
      if (!invitation || invitation.expiresAtMs <= nowMs) return 'refused';
      const { usedBy, reservedBy, reservations, reservedUntilMs } = invitation;
      if (usedBy !== undefined) return usedBy === username ? 'used' : 'refused';
      const isReserved = reservations !== undefined;
      const isAgain = isReserved && reservedBy === username;
      if (isReserved && !isAgain && reservedUntilMs > nowMs) return 'refused';
      const given = { ':user': username, ':id': new Set([reservationId]), ':until': nowMs + leaseMs };
      const write = isAgain
        ? { ...joining, ExpressionAttributeValues: given }
        : { ...taking, ExpressionAttributeValues: { ...given, ':now': nowMs } };
      const written = await unlessRefused(client.send(new UpdateCommand({ TableName, Key, ...write })));
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
    await unlessRefused(consuming);
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
    await unlessRefused(releasing);
  },
});

const taking = {
  UpdateExpression: 'SET reservedBy = :user, reservations = :id, reservedUntilMs = :until',
  ConditionExpression:
    'attribute_exists(pk) AND attribute_not_exists(usedBy) AND (attribute_not_exists(reservations) OR reservedUntilMs <= :now)',
};
const joining = {
  UpdateExpression: 'SET reservedUntilMs = :until ADD reservations :id',
  ConditionExpression: 'attribute_exists(reservations) AND reservedBy = :user',
};
