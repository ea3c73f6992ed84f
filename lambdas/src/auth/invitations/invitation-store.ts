import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { invitationRetentionMs } from 'shared-types/rules/auth/invitation';
import { invitationKey } from 'shared-types/rules/auth/stored-items';
import { condition } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Table, ttlOf } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { sha256 } from '../../platform/token.ts';
import { queryIndex } from '../items.ts';
import { normalizeCode, type StoredInvitation } from './invitation.ts';

const keyOf = (code: string) => invitationKey(sha256(normalizeCode(code)));
const keyPrefix = invitationKey('').pk;

const readInvitation = (item: StoredItem | undefined): StoredInvitation | undefined =>
  readItem(item, (from) => ({
    invitationRef: from.text('pk').slice(keyPrefix.length),
    // The operator's command makes an invitation without a note.
    note: from.text('note', ''),
    createdAtMs: from.number('createdAtMs'),
    expiresAtMs: from.number('expiresAtMs'),
    usedBy: from.textOrNull('usedBy') ?? undefined,
    revokedAtMs: from.numberOrNull('revokedAtMs') ?? undefined,
  }));

const readReservation = (item: StoredItem | undefined) =>
  readItem(item, (from) => ({
    reservedBy: from.textOrNull('reservedBy'),
    /** The ids of the running sign-ups. */
    reservations: from.set('reservations'),
    reservedUntilMs: from.number('reservedUntilMs', 0),
  }));

/** A reservation blocks other users for this long when its sign-up never finished. */
const reservationMs = 15 * 60_000;

const maxTries = 3;

/** `again` means that the same user tried before and may not have received the answer. */
type Reservation = 'mine' | 'again' | 'used' | 'usedByAnother' | 'refused';

export const invitationStore = ({ client, TableName }: Table) => ({
  /** Returns the reference of an invitation by its code. */
  refOf: (code: string) => keyOf(code).pk.slice(keyPrefix.length),

  /**
   * Reserves an invitation for a user. `used` means that this user has already signed up with it, `usedByAnother`
   * that another has, and `refused` that it is unknown, expired, revoked or reserved by another user.
   */
  async reserve(code: string, username: string, reservationId: string, now: Date): Promise<Reservation> {
    const Key = keyOf(code);
    const nowMs = now.getTime();
    for (let tries = 0; tries < maxTries; tries++) {
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const invitation = readInvitation(Item);
      const reserved = readReservation(Item);
      if (!invitation || !reserved || invitation.expiresAtMs <= nowMs) return 'refused';
      const { usedBy, revokedAtMs } = invitation;
      if (usedBy !== undefined) return usedBy === username ? 'used' : 'usedByAnother';
      if (revokedAtMs !== undefined) return 'refused';
      const isReserved = reserved.reservations.size > 0;
      const isAgain = isReserved && reserved.reservedBy === username;
      if (isReserved && !isAgain && reserved.reservedUntilMs > nowMs) return 'refused';
      const reservation = new Set([reservationId]);
      const untilMs = nowMs + reservationMs;
      const update = isAgain
        ? updateItem({
            TableName,
            Key,
            set: { reservedUntilMs: untilMs },
            add: { reservations: reservation },
            when: condition`attribute_exists(reservations) AND reservedBy = ${username} AND attribute_not_exists(revokedAtMs)`,
          })
        : updateItem({
            TableName,
            Key,
            set: { reservedBy: username, reservations: reservation, reservedUntilMs: untilMs },
            when: condition`attribute_exists(pk) AND attribute_not_exists(usedBy) AND attribute_not_exists(revokedAtMs) AND (attribute_not_exists(reservations) OR reservedUntilMs <= ${nowMs})`,
          });
      const isWritten = await conditionHeld(client.send(new UpdateCommand(update)));
      // Otherwise the invitation has changed since it was read.
      if (isWritten) return isAgain ? 'again' : 'mine';
    }
    return 'refused';
  },

  async consume(code: string, username: string) {
    const update = updateItem({
      TableName,
      Key: keyOf(code),
      set: { usedBy: username },
      remove: ['reservedBy', 'reservations', 'reservedUntilMs'],
      when: condition`attribute_exists(pk) AND (attribute_not_exists(usedBy) OR usedBy = ${username})`,
    });
    await conditionHeld(client.send(new UpdateCommand(update)));
  },

  /** Releases this reservation only, because the same user may have another sign-up running. */
  async release(code: string, reservationId: string) {
    const update = updateItem({
      TableName,
      Key: keyOf(code),
      deleteFrom: { reservations: new Set([reservationId]) },
      when: condition`contains(reservations, ${reservationId})`,
    });
    await conditionHeld(client.send(new UpdateCommand(update)));
  },

  async put(
    code: string,
    { note, createdAtMs, expiresAtMs }: Pick<StoredInvitation, 'note' | 'createdAtMs' | 'expiresAtMs'>,
  ): Promise<StoredInvitation> {
    const Key = keyOf(code);
    const gsi = { gsi1pk: 'INVITES', gsi1sk: `${keyPrefix}${createdAtMs}` };
    const Item = { ...Key, ...gsi, note, createdAtMs, expiresAtMs, ttl: ttlOf(expiresAtMs + invitationRetentionMs) };
    await client.send(new PutCommand({ TableName, Item }));
    const invitationRef = Key.pk.slice(keyPrefix.length);
    return { invitationRef, note, createdAtMs, expiresAtMs, usedBy: undefined, revokedAtMs: undefined };
  },

  /** Lists the newest invitation first, with those that ended in the last 30 days. */
  async list(): Promise<StoredInvitation[]> {
    const items = await queryIndex({ client, TableName }, 'INVITES', keyPrefix);
    return items.flatMap((item) => readInvitation(item) ?? []).toReversed();
  },

  /** Returns the invitation after the attempt. A used invitation is not revoked. */
  async revoke(invitationRef: string, now: Date): Promise<StoredInvitation | undefined> {
    const Key = invitationKey(invitationRef);
    const update = updateItem({
      TableName,
      Key,
      setOnce: { revokedAtMs: now.getTime() },
      when: condition`attribute_exists(pk) AND attribute_not_exists(usedBy)`,
    });
    await conditionHeld(client.send(new UpdateCommand(update)));
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return readInvitation(Item);
  },
});

export type InvitationStore = ReturnType<typeof invitationStore>;
