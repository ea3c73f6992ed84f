/** The part of a house that decides whether a person has seen it. */
interface ReadState {
  updateTime: number;
  readTime: number | null;
}

/** Never read, or updated since. */
export const isUnread = ({ updateTime, readTime }: ReadState) => readTime === null || readTime <= updateTime;

/** What a person sees of a house, and what a new version is compared by. */
export const comparedFields = ['title', 'description', 'tags', 'price', 'unitPrice', 'removed'] as const;
export type ComparedField = (typeof comparedFields)[number];
