import type { AuditEvent } from 'shared-types/contract/audit';
import type { Invitation } from 'shared-types/contract/auth';
import { type AuditKind, notAnAddress, operatorName, siteActor } from 'shared-types/rules/audit';
import { formatTimestamp } from '../../../lib/format-time.ts';
import { browserName } from '../texts.ts';

export const kindTexts: Record<AuditKind, string> = {
  signIn: 'Sign-in',
  sessionRenewed: 'Session renewed',
  sessionMoved: 'Session used elsewhere',
  signOut: 'Sign-out',
  sessionEnded: 'Session ended',
  reauthenticated: 'Identity confirmed',
  passwordChanged: 'Password changed',
  authenticatorChanged: 'Authenticator changed',
  accountDisabled: 'Account disabled',
  accountEnabled: 'Account enabled',
  accountRemoved: 'Account removed',
  signUp: 'Sign-up',
  codeRequested: 'New code requested',
  emailConfirmed: 'Email confirmed',
  authenticatorSet: 'Authenticator set up',
  authenticatorReset: 'Authenticator reset',
  recoveryRequested: 'Password reset requested',
  passwordReset: 'Password reset',
  invitationCreated: 'Invitation created',
  invitationRevoked: 'Invitation revoked',
  stackStarted: 'Stack started',
  stackRestarted: 'Stack restarted',
  stackStopped: 'Stack stopped',
  stopMoved: 'Scheduled stop moved',
  serverCommand: 'Server command sent',
  playersChosen: 'Server players changed',
  startLinkCreated: 'Start link created',
  startLinkRevoked: 'Start link revoked',
  startLinkUsed: 'Stack started by a link',
  weeklyTimesChosen: 'Weekly times changed',
  rightsChosen: 'Stack rights changed',
  licenseAccepted: 'Game license accepted',
  worldArchived: 'World backed up',
  worldChosen: 'World chosen',
  worldUploaded: 'World uploaded',
  worldCopied: 'World copied',
  communityDeleted: 'Community deleted',
  conversationDeleted: 'Conversation deleted',
  refusedCall: 'Request',
};

/** A refused attempt has brought nothing about, so it does not read as if it had. */
const attemptTexts: Partial<Record<AuditKind, string>> = {
  sessionRenewed: 'Session renewal',
  sessionEnded: 'Ending a session',
  reauthenticated: 'Identity confirmation',
  passwordChanged: 'Password change',
  authenticatorChanged: 'Authenticator change',
  accountDisabled: 'Disabling an account',
  accountEnabled: 'Enabling an account',
  codeRequested: 'Request for a new code',
  emailConfirmed: 'Email confirmation',
  authenticatorSet: 'Authenticator setup',
  recoveryRequested: 'Password reset request',
  invitationCreated: 'Creating an invitation',
  invitationRevoked: 'Revoking an invitation',
  stackStarted: 'Stack start',
  stackRestarted: 'Stack restart',
  stackStopped: 'Stack stop',
  stopMoved: 'Moving a scheduled stop',
  serverCommand: 'Sending a server command',
  playersChosen: 'Changing server players',
  startLinkCreated: 'Creating a start link',
  startLinkRevoked: 'Revoking a start link',
  startLinkUsed: 'Stack start by a link',
  weeklyTimesChosen: 'Changing weekly times',
  rightsChosen: 'Changing stack rights',
  licenseAccepted: 'Accepting the game license',
  worldArchived: 'World backup',
  worldChosen: 'Choosing a world',
  worldUploaded: 'Uploading a world',
  worldCopied: 'Copying a world',
  communityDeleted: 'Deleting a community',
  conversationDeleted: 'Deleting a conversation',
};

const reasonTexts: Record<string, string> = {
  incorrectUsernameOrPassword: 'wrong username or password',
  wrongCode: 'wrong code',
  expired: 'expired',
  tooMany: 'over a limit',
  locked: 'account locked after wrong passwords',
  invitationUsed: 'invitation already used',
  invitationRefused: 'invalid invitation',
  usernameTaken: 'username taken',
  confirmRefused: 'wrong or expired code',
  resetRefused: 'wrong or expired code',
  unauthenticated: 'no valid session',
  forbidden: 'not allowed',
  notAllowed: 'Google account not on the list',
  otherAccount: 'another Google account',
  stale: 'an earlier Google sign-in',
  cancelled: 'canceled at Google',
  provider: 'Google did not respond as expected',
  conflict: 'not possible at that time',
  notFound: 'not found',
  idle: 'browser not used for too long',
};

/** Describes an event: 'Sign-in refused: wrong code (3 times)'. */
export function describeEvent({ kind, code, count, isNewBrowser }: AuditEvent): string {
  const what =
    code === null ? kindTexts[kind] : `${attemptTexts[kind] ?? kindTexts[kind]} refused: ${reasonTexts[code] ?? code}`;
  if (kind === 'sessionMoved') return `Session used in another ${isNewBrowser ? 'browser' : 'network'}`;
  const times = count === 1 ? '' : ` (${count} times)`;
  return `${what}${isNewBrowser ? ' in a new browser' : ''}${times}`;
}

/** The refusals of a minute come after its other events, whatever the second of the first one. */
export const sortEvents = (events: readonly AuditEvent[]) => events.toSorted((a, b) => b.time - a.time);

/** Names the call, the invitation, the session or the thing that an event is about. It is null when the event says it all. */
export function describeSubject(
  { kind, subject, route }: Pick<AuditEvent, 'kind' | 'subject' | 'route'>,
  invitations: readonly Invitation[],
): string | null {
  if (kind === 'refusedCall') return route;
  if (subject === null) return null;
  if (ofSessions.has(kind)) return `Session ${subject}`;
  if (!ofInvitations.has(kind)) return subject;
  // The list lacks those that ended more than 30 days ago, and a reference alone says nothing.
  const invitation = invitations.find(({ invitationRef }) => invitationRef === subject);
  if (!invitation) return null;
  const { note, createTime, usedBy } = invitation;
  const name = note === '' ? `created ${formatTimestamp(createTime)}` : `for ${note}`;
  return `Invitation ${name}${usedBy === null ? '' : `, used by ${usedBy}`}`;
}

const ofInvitations = new Set<AuditKind>(['signUp', 'invitationCreated', 'invitationRevoked']);

const ofSessions = new Set<AuditKind>(['signIn', 'sessionRenewed', 'sessionMoved', 'sessionEnded']);

/** Actors without an account. */
export const actorNames = new Map([
  [operatorName, 'the operator'],
  [siteActor, 'the site'],
]);

/** Describes the sender of a request: 'Firefox, 203.0.113.0/24'. */
export const describeSource = ({
  browser,
  network,
  by,
  route,
}: Pick<AuditEvent, 'browser' | 'network' | 'by' | 'route'>) =>
  by !== null && actorNames.has(by) ? (sourceTexts[route] ?? route) : `${browserName(browser)}, ${network}`;

/**
 * Names the account of an event by its email address. An account that has never signed in, and one that does not exist, has
 * the names that were typed. It is null when nobody was named.
 */
export function describeAccount(
  { userId, usernames, hasMoreUsernames }: Pick<AuditEvent, 'userId' | 'usernames' | 'hasMoreUsernames'>,
  emails: ReadonlyMap<string, string>,
): string | null {
  const email = userId === null ? undefined : emails.get(userId);
  if (email !== undefined || usernames.length === 0) return email ?? userId;
  const names = usernames.map((name) => (name === notAnAddress ? '(not an email address)' : name));
  return `${names.join(', ')}${hasMoreUsernames ? ' and others' : ''}`;
}

/** The reasons of the site's own acts. */
const sourceTexts: Record<string, string> = {
  schedule: 'Schedule',
  hours: 'Server hour limit',
  idle: 'Empty server',
  unconfirmed: 'Email address not confirmed within a day',
};
