import { describeUnreadBelow } from './messages.ts';

export const describeMarked = (count: number, below: number | undefined) =>
  [`${count} marked as read`, describeUnreadBelow(below)].filter(Boolean).join(' · ');
