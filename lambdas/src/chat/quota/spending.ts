import { nextUtcDayMs } from 'shared-types/rules/time';
import type { TokenPrice } from 'shared-types/contract/model';
import type { Spending, SpendingLimit, SpendingLimits } from 'shared-types/contract/spending';
import type { AnswerFailure } from '../models/failures.ts';
import type { TokenUsage } from '../models/model.ts';

/** A price of a dollar for a million tokens is one millionth of a dollar for a token, so amounts are whole numbers. */
export interface Amount {
  tokens: number;
  microDollars: number;
}

const microDollars = 1_000_000;

/** OpenAI's price of a search of the web in November 2026, $10 for a thousand, from developers.openai.com/api/docs/pricing. */
const microDollarsPerSearch = 10_000;

export const amountOf = ({ inputTokens, outputTokens, searches = 0 }: TokenUsage, price: TokenPrice): Amount => ({
  tokens: inputTokens + outputTokens,
  microDollars: Math.ceil(inputTokens * price.input + outputTokens * price.output) + searches * microDollarsPerSearch,
});

export const dollarsOf = (amount: Amount) => amount.microDollars / microDollars;

/** The most that one call to the provider should cost. It counts as spent until the call has been settled. */
export interface SpendingReservation {
  /** The token of the worker's lease, so that each call has its own reservation. */
  id: string;
  userId: string;
  at: Date;
  modelCode: string;
  price: TokenPrice;
  amount: Amount;
}

export const monthOf = (now: Date) => now.toISOString().slice(0, 7);
const nextMonthMs = (now: Date) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);

interface Counter {
  scope: 'person' | 'site';
  period: 'day' | 'month';
}

/** Every answer is counted four times. */
export const counters = [
  { scope: 'person', period: 'day' },
  { scope: 'person', period: 'month' },
  { scope: 'site', period: 'day' },
  { scope: 'site', period: 'month' },
] as const satisfies Counter[];

export function limitOf({ scope, period }: Counter, limits: SpendingLimits): Amount {
  const { tokensPerDay, tokensPerMonth, dollarsPerDay, dollarsPerMonth } = limits[scope];
  const isDay = period === 'day';
  return {
    tokens: isDay ? tokensPerDay : tokensPerMonth,
    microDollars: Math.floor((isDay ? dollarsPerDay : dollarsPerMonth) * microDollars),
  };
}

/** Returns the failure of an answer that a limit leaves no room for; undefined if the counter has room for it. */
export function findReachedLimit(
  { scope, period }: Counter,
  used: Amount,
  { amount, at }: Pick<SpendingReservation, 'amount' | 'at'>,
  limits: SpendingLimits,
): AnswerFailure | undefined {
  const limit = limitOf({ scope, period }, limits);
  const reached =
    used.microDollars + amount.microDollars > limit.microDollars
      ? `$${limit.microDollars / microDollars}`
      : used.tokens + amount.tokens > limit.tokens
        ? `${limit.tokens.toLocaleString('en-US')} tokens`
        : undefined;
  return reached === undefined
    ? undefined
    : {
        code: 'limit',
        message: `This answer could exceed ${scope === 'person' ? 'your' : 'the site’s'} limit of ${reached} a ${period}.`,
        retryable: true,
        limitEndsAt: period === 'day' ? nextUtcDayMs(at) : nextMonthMs(at),
      };
}

const spentOf = ({ tokens, microDollars: used }: Amount, tokenLimit: number, dollarLimit: number) => ({
  tokens,
  tokenLimit,
  dollars: used / microDollars,
  dollarLimit,
});

/** Returns the spending as the screens show it. */
export const spendingSummary = (used: { day: Amount; month: Amount }, limit: SpendingLimit): Spending => ({
  day: spentOf(used.day, limit.tokensPerDay, limit.dollarsPerDay),
  month: spentOf(used.month, limit.tokensPerMonth, limit.dollarsPerMonth),
});
