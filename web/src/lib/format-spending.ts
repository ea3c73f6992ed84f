import type { Spending } from 'shared-types/contract/spending';

/** Formats US dollars as on a bill. A cost above zero never shows as $0.00. */
export function formatDollars(cost: number): string {
  if (cost > 0 && cost < 0.005) return '< $0.01';
  return `$${cost.toFixed(2)}`;
}

const describeSpent = ({ tokens, tokenLimit, dollars, dollarLimit }: Spending['day']) =>
  `${formatDollars(dollars)} of ${formatDollars(dollarLimit)} and ${tokens.toLocaleString('en-US')} of ${tokenLimit.toLocaleString('en-US')} tokens`;

/** Describes how much of the chat's limits is used: '$0.10 of $2.00 and … tokens today, … this month'. */
export const describeSpending = ({ day, month }: Spending) =>
  `${describeSpent(day)} today, ${describeSpent(month)} this month`;
