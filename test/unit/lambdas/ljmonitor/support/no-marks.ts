import type { Marks } from 'lambdas/ljmonitor/marks/marks';

/** The marks of a user who has made none. */
export const noMarks: Marks = {
  houses: new Map(),
  resblocks: new Map(),
  begunAsRead: new Set(),
  notes: new Map(),
  starred: new Set(),
  hidden: new Set(),
};
