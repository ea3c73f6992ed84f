/** Returns the id of the news in an event of the bus; undefined for an event of the schedule. */
export function newsIdOf(event: unknown): string | undefined {
  if (typeof event !== 'object' || event === null || !('detail' in event)) return undefined;
  const { detail } = event;
  if (typeof detail !== 'object' || detail === null || !('newsId' in detail)) return undefined;
  return typeof detail.newsId === 'string' ? detail.newsId : undefined;
}
