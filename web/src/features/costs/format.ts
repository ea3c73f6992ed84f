/** Returns the elapsed share of the calendar month. AWS counts months in UTC. */
export function shareOfMonth(now: Date): number {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return (now.getTime() - start) / (end - start);
}
