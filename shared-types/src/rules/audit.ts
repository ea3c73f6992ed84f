import { utcDay } from './time.ts';

/** The kinds of events in the audit trail. `refusedCall` is a refusal of a call that has no kind of its own. */
export const auditKinds = [
  'signIn',
  'sessionRenewed',
  'sessionMoved',
  'signOut',
  'sessionEnded',
  'reauthenticated',
  'passwordChanged',
  'authenticatorChanged',
  'accountDisabled',
  'accountEnabled',
  'accountRemoved',
  'signUp',
  'codeRequested',
  'emailConfirmed',
  'authenticatorSet',
  'authenticatorReset',
  'recoveryRequested',
  'passwordReset',
  'invitationCreated',
  'invitationRevoked',
  'stackStarted',
  'stackRestarted',
  'stackStopped',
  'stopMoved',
  'serverCommand',
  'playersChosen',
  'startLinkCreated',
  'startLinkRevoked',
  'startLinkUsed',
  'weeklyTimesChosen',
  'rightsChosen',
  'licenseAccepted',
  'worldArchived',
  'worldChosen',
  'worldUploaded',
  'worldCopied',
  'communityDeleted',
  'conversationDeleted',
  'refusedCall',
] as const;

export type AuditKind = (typeof auditKinds)[number];

/** The families of browsers that the trail tells apart. */
export const browserFamilies = ['Chrome', 'Edge', 'Firefox', 'Opera', 'Safari', 'other'] as const;

export type BrowserFamily = (typeof browserFamilies)[number];

/** The operating systems that the list of sessions tells apart. */
export const operatingSystems = ['Android', 'ChromeOS', 'iOS', 'Linux', 'macOS', 'Windows', 'other'] as const;

export type OperatingSystem = (typeof operatingSystems)[number];

/** Stands in `by` for an operator's command, which has no account. */
export const operatorName = 'operator';

/** Stands in `by` for an act of the site itself, as a stop by the schedule. */
export const siteActor = 'site';

/** Stands in `usernames` for a typed text that is no email address. People also type passwords there, so it is not stored. */
export const notAnAddress = 'no address';

/**
 * Returns the key of an event: the day of UTC, and within it the time. The ending tells events of one millisecond
 * apart.
 */
export const auditKey = (timeMs: number, ending: string) => ({
  pk: `DAY#${utcDay(timeMs)}`,
  sk: `${String(timeMs).padStart(13, '0')}#${ending}`,
});
