import type { ActionLog } from 'shared-types/contract/stack';

/** Describes who or what requested an action: 'by Ann'. */
export const describeActor = ({ by, isBySite }: ActionLog): string =>
  (isBySite ? siteReasons[by] : undefined) ?? `by ${by}`;

const siteReasons: Record<string, string> = {
  hours: 'because the server hours of the month were used up',
  silence: 'because the server did not respond',
  idle: 'because the server was empty',
};

export const oneHourMore = '+1 h';
