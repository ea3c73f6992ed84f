import type { NewsDesk } from '../platform/news/tell-news.ts';
import type { Outside } from './services/service.ts';

/** What is around both functions. */
export interface Surroundings {
  outside: Outside;
  /** Tells that a channel is off or removed. */
  news: Pick<NewsDesk, 'writes' | 'wake'>;
  /** The site's own address, for links. */
  origin: string;
  now: () => Date;
  newId: () => string;
}
