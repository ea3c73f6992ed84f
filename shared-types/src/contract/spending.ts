import * as z from 'zod';

/** The tokens and US dollars that may be spent on answers in a day and in a month, which both begin in UTC. */
const SpendingLimit = z
  .strictObject({
    tokensPerDay: z.int().positive(),
    tokensPerMonth: z.int().positive(),
    dollarsPerDay: z.number().positive(),
    dollarsPerMonth: z.number().positive(),
  })
  .refine(({ tokensPerDay, tokensPerMonth }) => tokensPerDay <= tokensPerMonth, {
    path: ['tokensPerDay'],
    message: 'must not exceed tokensPerMonth',
  })
  .refine(({ dollarsPerDay, dollarsPerMonth }) => dollarsPerDay <= dollarsPerMonth, {
    path: ['dollarsPerDay'],
    message: 'must not exceed dollarsPerMonth',
  });
export type SpendingLimit = z.infer<typeof SpendingLimit>;

/** The limits of each person and of all people together. */
export const SpendingLimits = z.strictObject({ person: SpendingLimit, site: SpendingLimit });
export type SpendingLimits = z.infer<typeof SpendingLimits>;

const Spent = z.object({
  tokens: z.int().nonnegative(),
  tokenLimit: z.int().positive(),
  dollars: z.number().nonnegative(),
  dollarLimit: z.number().positive(),
});

/** The spending of today and of this month, with its limits. It includes the reservations of answers in progress. */
export const Spending = z.object({ day: Spent, month: Spent });
export type Spending = z.infer<typeof Spending>;
