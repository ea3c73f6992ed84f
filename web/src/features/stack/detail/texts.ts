import type { ActionLog } from 'shared-types/contract/stack';

/** Describes who or what requested an action: 'by Ann'. */
export function describeActor({ by }: ActionLog): string {
  if (by === 'schedule') return 'by schedule';
  if (by === 'hours') return 'because the server hours of the month were used up';
  if (by === 'silence') return 'because the server did not respond';
  return by === 'idle' ? 'because the server was empty' : `by ${by}`;
}

export const oneHourMore = '+1 h';
