/** How much of the calendar month is over, as AWS counts months: in UTC. */
export function shareOfMonth(now: Date): number {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return (now.getTime() - start) / (end - start);
}

/** US dollars, as a bill shows them; a cost that is there is never shown as none. */
export function formatDollars(cost: number): string {
  if (cost > 0 && cost < 0.005) return '< $0.01';
  return `$${cost.toFixed(2)}`;
}
