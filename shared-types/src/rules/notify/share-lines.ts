/**
 * Shares the lines of a message among its groups by their numbers of entries. One with much news does not push out the
 * others: each has at least one line.
 */
export function shareLines(counts: readonly number[], most: number): number[] {
  let left = Math.max(most, counts.length);
  const shares = counts.map(() => 0);
  const byCount = counts.map((count, index) => ({ count, index })).toSorted((one, other) => one.count - other.count);
  for (const [place, { count, index }] of byCount.entries()) {
    const share = Math.min(count, Math.floor(left / (byCount.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
