import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dayMs } from 'shared-types/rules/time';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { countTry } from '../../platform/dynamodb/count-try.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, queryPages, type Table, timeKey, ttlOf } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { sha256 } from '../../platform/token.ts';
import { maxTries, startIntervalMs, type StoredStartLink, tryWindowMs } from './start-link.ts';

const readLink = (item: StoredItem | undefined): StoredStartLink | undefined =>
  readItem(item, (from) => ({
    linkRef: from.text('linkRef'),
    stackName: from.text('stackName'),
    note: from.text('note'),
    createdBy: from.text('createdBy'),
    createdAtMs: from.number('createdAtMs'),
    expiresAtMs: from.number('expiresAtMs'),
    revokedAtMs: from.numberOrNull('revokedAtMs') ?? undefined,
    startedAtMs: from.numberOrNull('startedAtMs') ?? undefined,
  }));

/** A link that has ended stays in the list for this time. */
const retentionMs = 30 * dayMs;

const linksPk = (stackName: string) => `LINKS#${stackName}`;
const linkKey = (stackName: string, linkRef: string) => ({ pk: linksPk(stackName), sk: linkRef });
const triesKey = (network: string, nowMs: number) => ({
  pk: `LINKTRIES#${network}`,
  sk: timeKey(nowMs - (nowMs % tryWindowMs)),
});

export type StartLinkStore = ReturnType<typeof startLinkStore>;

/** Keeps the start links of stacks, and the wrong links that networks have tried. */
export function startLinkStore(table: Table) {
  const { client, TableName } = table;
  const update = (input: Parameters<typeof updateItem>[0]) =>
    conditionHeld(client.send(new UpdateCommand(updateItem(input))));

  return {
    async putStartLink(
      secret: string,
      about: Pick<StoredStartLink, 'stackName' | 'note' | 'createdBy' | 'createdAtMs' | 'expiresAtMs'>,
    ): Promise<StoredStartLink> {
      const linkRef = sha256(secret);
      const Item = {
        ...linkKey(about.stackName, linkRef),
        linkRef,
        ...about,
        ttl: ttlOf(about.expiresAtMs + retentionMs),
      };
      await client.send(new PutCommand({ TableName, Item, ...onlyIf(condition`attribute_not_exists(linkRef)`) }));
      return { linkRef, ...about, revokedAtMs: undefined, startedAtMs: undefined };
    },

    /** Lists the links, newest first, with those that ended in the last 30 days. */
    async listStartLinks(stackName: string): Promise<StoredStartLink[]> {
      const items: StoredItem[] = [];
      const all = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': linksPk(stackName) } };
      for await (const page of queryPages(table, all)) items.push(...page);
      return items
        .flatMap((item) => readLink(item) ?? [])
        .toSorted((one, other) => other.createdAtMs - one.createdAtMs);
    },

    /** Finds a link of this stack by its secret. */
    async findStartLink(stackName: string, secret: string): Promise<StoredStartLink | undefined> {
      const Key = linkKey(stackName, sha256(secret));
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return readLink(Item);
    },

    /** Returns false when there is no such link. */
    revokeStartLink: (stackName: string, linkRef: string, nowMs: number): Promise<boolean> =>
      update({
        TableName,
        Key: linkKey(stackName, linkRef),
        setOnce: { revokedAtMs: nowMs },
        when: condition`attribute_exists(linkRef)`,
      }),

    /** Takes the right to start the server. Returns false when the link has ended, or has started it a short time ago. */
    claimStart: ({ stackName, linkRef }: StoredStartLink, nowMs: number): Promise<boolean> =>
      update({
        TableName,
        Key: linkKey(stackName, linkRef),
        set: { startedAtMs: nowMs },
        when: condition`attribute_not_exists(revokedAtMs) AND expiresAtMs > ${nowMs}
          AND (attribute_not_exists(startedAtMs) OR startedAtMs <= ${nowMs - startIntervalMs})`,
      }),

    /** Gives the right back after a start that has not begun, unless the link has started the server again since. */
    async releaseStart({ stackName, linkRef, startedAtMs }: StoredStartLink, claimedAtMs: number): Promise<void> {
      await update({
        TableName,
        Key: linkKey(stackName, linkRef),
        set: { startedAtMs },
        ...(startedAtMs === undefined && { remove: ['startedAtMs'] }),
        when: condition`startedAtMs = ${claimedAtMs}`,
      });
    },

    /** Counts a call of a network. Returns false when the network has made too many wrong ones. */
    takeLinkTry: (network: string, nowMs: number): Promise<boolean> =>
      countTry(table, triesKey(network, nowMs), maxTries, nowMs + 2 * tryWindowMs),

    /** Takes a call back that was not wrong. */
    async refundLinkTry(network: string, nowMs: number): Promise<void> {
      await update({ TableName, Key: triesKey(network, nowMs), add: { tries: -1 }, when: condition`tries > ${0}` });
    },
  };
}
