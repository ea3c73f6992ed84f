import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { SpendingLimits } from 'shared-types/contract/spending';
import { utcDay } from 'shared-types/rules/time';
import { AppError } from '../../platform/app-error.ts';
import { condition } from '../../platform/dynamodb/condition.ts';
import type { StoredItem } from '../../platform/dynamodb/item.ts';
import type { Key, Table } from '../../platform/dynamodb/table.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';
import { updateWrite } from '../../platform/dynamodb/update-item.ts';
import type { AnswerFailure } from '../models/failures.ts';
import type { TokenUsage } from '../models/model.ts';
import {
  type Amount,
  amountOf,
  counters,
  findReachedLimit,
  limitOf,
  monthOf,
  type SpendingReservation,
} from './spending.ts';

/** The partitions of what all users together and one user have spent. */
const siteUse = 'USE';
export const userUse = (userId: string) => `USER#${userId}`;

/** Returns the key of the use of a day, as in '2026-11-21', or of a month, as in '2026-11'. */
export const usageKey = (pk: string, period: 'day' | 'month', at: Date): Key => ({
  pk,
  sk: period === 'day' ? `DAY#${utcDay(at)}` : `MONTH#${monthOf(at)}`,
});

const inputPrefix = 'input#';
const outputPrefix = 'output#';

/** The counters of a day are deleted this time after it. */
const keptDays = 40;
const maxTries = 5;

/** A counter that nothing was added to is not stored. */
const readCounter = (item: StoredItem, name: string) => Number(item[name] ?? 0);
const readAmount = (item: StoredItem): Amount => ({
  tokens: readCounter(item, 'tokens'),
  microDollars: readCounter(item, 'microDollars'),
});
const readUsage = (item: StoredItem, inputName: string, outputName: string): TokenUsage => ({
  inputTokens: readCounter(item, inputName),
  outputTokens: readCounter(item, outputName),
});

/** Returns the counters of a reservation. The person's month also says which reservations are not settled yet. */
const countersOf = ({ userId, at }: SpendingReservation) =>
  counters.map((counter) => ({
    ...counter,
    isLedger: counter.scope === 'person' && counter.period === 'month',
    Key: usageKey(counter.scope === 'person' ? userUse(userId) : siteUse, counter.period, at),
  }));

export type SpendingStore = ReturnType<typeof spendingStore>;

/**
 * Creates the store of the spending. It has an item for each person and day, each person and month, and both for the
 * site.
 */
export function spendingStore({ client, TableName }: Table) {
  async function read(Key: Key): Promise<StoredItem> {
    const { Item = {} } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item;
  }

  async function readPeriods(pk: string, now: Date) {
    const [day, month] = await Promise.all([read(usageKey(pk, 'day', now)), read(usageKey(pk, 'month', now))]);
    return { day, month, spent: { day: readAmount(day), month: readAmount(month) } };
  }

  return {
    /**
     * Counts the reservation as spent, or returns the limit that leaves no room for it. The conditions hold even when other
     * answers reserve at the same time. A reservation that is never settled, because its worker died, stays counted.
     */
    async reserveSpending(
      reservation: SpendingReservation,
      limits: SpendingLimits,
    ): Promise<AnswerFailure | undefined> {
      const { id, at, amount } = reservation;
      const all = countersOf(reservation);
      const ttl = Math.floor(at.getTime() / 1000) + keptDays * 86_400;
      for (let tries = 0; tries < maxTries; tries++) {
        // The counters are only read when the write was refused, or else an answer alone must fit into every limit.
        const used = await Promise.all(all.map(async ({ Key }) => readAmount(tries === 0 ? {} : await read(Key))));
        const [reached] = all.flatMap(
          (counter, index) => findReachedLimit(counter, used[index] ?? amount, reservation, limits) ?? [],
        );
        if (reached) return reached;
        const refused = await transact(
          client,
          all.map(({ Key, isLedger, ...counter }) => {
            const limit = limitOf(counter, limits);
            return updateWrite({
              TableName,
              Key,
              set: { ttl: counter.period === 'day' ? ttl : undefined },
              add: { ...amount, ...(isLedger && { reservations: new Set([id]) }) },
              when: condition`NOT tokens > ${limit.tokens - amount.tokens}
                AND NOT microDollars > ${limit.microDollars - amount.microDollars}`,
            });
          }),
        );
        if (refused.length === 0) return undefined;
      }
      throw new AppError('unavailable', 'Too many answers at once. Try again in a moment.', { retryAfterSeconds: 1 });
    },

    /** Replaces a reservation by what was really spent. Does nothing when the reservation is settled already. */
    async settleSpending(reservation: SpendingReservation, usage: TokenUsage | null): Promise<void> {
      const { id, amount, modelCode, price } = reservation;
      const spent = usage ? amountOf(usage, price) : { tokens: 0, microDollars: 0 };
      const change = {
        tokens: spent.tokens - amount.tokens,
        microDollars: spent.microDollars - amount.microDollars,
      };
      const ofModel = usage && {
        answers: 1,
        [`${inputPrefix}${modelCode}`]: usage.inputTokens,
        [`${outputPrefix}${modelCode}`]: usage.outputTokens,
      };
      await transact(
        client,
        countersOf(reservation).map(({ Key, isLedger, scope, period }) =>
          isLedger
            ? updateWrite({
                TableName,
                Key,
                add: {
                  ...change,
                  ...(usage && { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }),
                },
                deleteFrom: { reservations: new Set([id]) },
                when: condition`contains(reservations, ${id})`,
              })
            : updateWrite({
                TableName,
                Key,
                add: { ...change, ...(scope === 'site' && period === 'month' && ofModel) },
              }),
        ),
      );
    },

    /** Reads the tokens of a user in this month, and the spending of today and this month. */
    async getUserSpending(userId: string, now: Date) {
      const { month, spent } = await readPeriods(userUse(userId), now);
      return { spent, usage: readUsage(month, 'inputTokens', 'outputTokens') };
    },

    /**
     * Reads the answers of all users in this month, the tokens that each model has used, and the spending of today and
     * this month.
     */
    async getSiteSpending(now: Date) {
      const { month, spent } = await readPeriods(siteUse, now);
      const codes = Object.keys(month).flatMap((name) =>
        name.startsWith(inputPrefix) ? [name.slice(inputPrefix.length)] : [],
      );
      const models = new Map(
        codes.map((code) => [code, readUsage(month, `${inputPrefix}${code}`, `${outputPrefix}${code}`)]),
      );
      return { spent, answers: readCounter(month, 'answers'), models };
    },
  };
}
