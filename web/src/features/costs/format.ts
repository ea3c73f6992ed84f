/** The elapsed share of the calendar month. AWS counts months in UTC. */
export function shareOfMonth(now: Date): number {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return (now.getTime() - start) / (end - start);
}

/** US dollars, as on a bill. A cost above zero never shows as $0.00. */
export function formatDollars(cost: number): string {
  if (cost > 0 && cost < 0.005) return '< $0.01';
  return `$${cost.toFixed(2)}`;
}
