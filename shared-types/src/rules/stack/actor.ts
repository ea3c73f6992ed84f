/** Who or what requested an action: the name of a person, or a word of the site's own. */
interface Actor {
  by: string;
  isBySite?: boolean | undefined;
}

/**
 * Describes who or what requested an action, after what was done: 'by Ann'. A start at a weekly time uses the hours of the person who
 * chose the time, so it does not count as the site's.
 */
export const describeActor = ({ by, isBySite = by === 'schedule' }: Actor): string =>
  (isBySite ? siteReasons[by] : undefined) ?? `by ${by}`;

const siteReasons: Record<string, string> = {
  hours: 'because the server hours of the month were used up',
  schedule: 'at its scheduled time',
  silence: 'because the server did not respond',
  idle: 'because the server was empty',
};
