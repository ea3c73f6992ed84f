import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, emptyIfConditionFailed, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { newId } from '../../platform/id.ts';
import { blockCauses, maxBackoffMs } from './circuit-breaker.ts';
import {
  type AfterRequest,
  initialLimiterState,
  maxSlotMs,
  maxWaitMs,
  type SiteLimiterState,
  type Slot,
  slotRefusal,
} from './site-limiter.ts';

const readLimiterItem = (item: StoredItem | undefined): SiteLimiterState =>
  readItem(item, (from) => ({
    nextRequestAtMs: from.number('nextRequestAtMs', 0),
    holder: from.textOrNull('holder'),
    holderUntilMs: from.number('holderUntilMs', 0),
    lastHolder: from.textOrNull('lastHolder'),
    breakerUntilMs: from.number('breakerUntilMs', 0),
    failures: from.number('failures', 0),
    cause: from.textOrNull('cause') === null ? null : from.oneOf('cause', blockCauses),
    trialUntilMs: from.number('trialUntilMs', 0),
    triedCookies: from.set('triedCookies'),
    requests: from.number('requests'),
    requestsDay: from.text('requestsDay'),
  })) ?? initialLimiterState;

interface LimiterOptions {
  /** The number of pages that may be requested in a day. */
  perDay: number;
  dayAt: (time: Date) => string;
}

/** Each month, such as '2026-11', has its own counter, so that none has to be reset. */
const monthCounter = (month: string) => `requests#${month}`;

/**
 * A slot is free unless one of these holds it back. A time further ahead than any that is ever set comes from a clock
 * that was ahead, and is ignored.
 */
const isFree = (holder: string, nowMs: number) =>
  condition`(attribute_not_exists(nextRequestAtMs) OR NOT nextRequestAtMs BETWEEN ${nowMs + 1} AND ${nowMs + maxWaitMs})
    AND (attribute_not_exists(holder) OR NOT holderUntilMs BETWEEN ${nowMs + 1} AND ${nowMs + maxSlotMs})
    AND (attribute_not_exists(breakerUntilMs) OR NOT breakerUntilMs BETWEEN ${nowMs + 1} AND ${nowMs + maxBackoffMs})
    AND (attribute_not_exists(lastHolder) OR lastHolder <> ${holder})`;

/** Keeps one item for a site. A request to the site must first win a conditional update of this item. */
export function siteLimiterStore({ client, TableName }: Table, host: string, { perDay, dayAt }: LimiterOptions) {
  const Key = { pk: 'SITE', sk: host };

  async function read(): Promise<StoredItem | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item;
  }

  async function write(update: ReturnType<typeof updateItem>): Promise<SiteLimiterState | undefined> {
    const { Attributes } = await client
      .send(new UpdateCommand({ ...update, ReturnValues: 'ALL_NEW' }))
      .catch(emptyIfConditionFailed);
    return Attributes && readLimiterItem(Attributes);
  }

  return {
    getState: async () => readLimiterItem(await read()),

    /** Returns the number of pages requested in a month such as '2026-03'. */
    async countRequests(month: string): Promise<number> {
      return Number((await read())?.[monthCounter(month)] ?? 0);
    },

    /** Takes the slot and counts the request, if the slot is free and the daily quota allows it. */
    async acquireSlot(holder: string, nowMs: number): Promise<Slot> {
      const turnId = newId();
      const day = dayAt(new Date(nowMs));
      const month = monthCounter(day.slice(0, 7));
      const taken = { holder, holderUntilMs: nowMs + maxSlotMs, turnId };
      // A clock that goes back over midnight goes on counting the requests of the day that has begun.
      const onSameDay = updateItem({
        TableName,
        Key,
        set: taken,
        add: { requests: 1, [month]: 1 },
        when: condition`${isFree(holder, nowMs)} AND requestsDay >= ${day} AND requests < ${perDay}`,
      });
      const onNewDay = updateItem({
        TableName,
        Key,
        set: { ...taken, requestsDay: day, requests: 1 },
        add: { [month]: 1 },
        when: condition`${isFree(holder, nowMs)} AND (attribute_not_exists(requestsDay) OR requestsDay < ${day})`,
      });
      let found = initialLimiterState;
      for (const update of [onSameDay, onNewDay]) {
        const state = await write(update);
        if (state) return { kind: 'granted', state };
        const item = await read();
        found = readLimiterItem(item);
        // The SDK retried a write whose answer was lost: the slot that refused the retry is this one.
        if (item?.['turnId'] === turnId) return { kind: 'granted', state: found };
        if (found.requestsDay >= day) break;
      }
      return slotRefusal(found, holder, { perDay, day }, nowMs);
    },

    /**
     * Lets one request through while the circuit is open. Its answer closes the circuit, or opens it for longer. Returns
     * false when the circuit has changed since `state` was read.
     */
    async allowTrial({ breakerUntilMs }: SiteLimiterState, cookieHash?: string): Promise<boolean> {
      const update = updateItem({
        TableName,
        Key,
        set: { breakerUntilMs: 0, trialUntilMs: breakerUntilMs },
        ...(cookieHash && { add: { triedCookies: new Set([cookieHash]) } }),
        when: condition`breakerUntilMs = ${breakerUntilMs}`,
      });
      return conditionHeld(client.send(new UpdateCommand(update)));
    },

    /** Does nothing when another request has taken over the slot. */
    async releaseSlot(holder: string, { cookieHash, ...after }: AfterRequest): Promise<void> {
      const update = updateItem({
        TableName,
        Key,
        set: { ...after, lastHolder: holder },
        ...(cookieHash && { add: { triedCookies: new Set([cookieHash]) } }),
        remove: ['holder', 'holderUntilMs', 'turnId'],
        when: condition`holder = ${holder}`,
      });
      await conditionHeld(client.send(new UpdateCommand(update)));
    },
  };
}

export type SiteLimiter = ReturnType<typeof siteLimiterStore>;
