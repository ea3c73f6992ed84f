import type { AuditEvent } from 'shared-types/contract/audit';
import { type AuditKind, operatorName, siteActor } from 'shared-types/rules/audit';

export const kindNames: Record<AuditKind, string> = {
  signIn: 'Sign-in',
  sessionRenewed: 'Session renewal',
  sessionMoved: 'Session used elsewhere',
  signOut: 'Sign-out',
  sessionEnded: 'End of a session',
  reauthenticated: 'Confirmation of the user',
  passwordChanged: 'New password',
  authenticatorChanged: 'New authenticator',
  accountDisabled: 'Account disabled',
  accountEnabled: 'Account enabled',
  accountRemoved: 'Removal of an account',
  signUp: 'Sign-up',
  codeRequested: 'Request for another code',
  emailConfirmed: 'Email confirmation',
  authenticatorSet: 'Authenticator set-up',
  authenticatorReset: 'Authenticator reset',
  recoveryRequested: 'Request for a new password',
  passwordReset: 'Password reset',
  invitationCreated: 'New invitation',
  invitationRevoked: 'Revoked invitation',
  stackStarted: 'Start of a stack',
  stackRestarted: 'Restart of a stack',
  stackStopped: 'Stop of a stack',
  communityDeleted: 'Deletion of a community',
  conversationDeleted: 'Deletion of a conversation',
  refusedCall: 'Call',
};

const reasons: Record<string, string> = {
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
  cancelled: 'cancelled at Google',
  provider: 'Google did not respond as expected',
  conflict: 'not possible at that time',
  notFound: 'not found',
  idle: 'browser not used for too long',
};

/** Describes an event: 'Sign-in refused: wrong code (3 times)'. */
export function describeEvent({ kind, code, count, isNewBrowser }: AuditEvent): string {
  const refusal = code === null ? '' : ` refused: ${reasons[code] ?? code}`;
  if (kind === 'sessionMoved') return `Session used in another ${isNewBrowser ? 'browser' : 'network'}`;
  const times = count === 1 ? '' : ` (${count} times)`;
  return `${kindNames[kind]}${refusal}${isNewBrowser ? ' in a new browser' : ''}${times}`;
}

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
  by !== null && actorNames.has(by)
    ? (sources[route] ?? route)
    : `${browser === 'other' ? 'Other browser' : browser}, ${network}`;

/** The reasons of the site's own acts. */
const sources: Record<string, string> = {
  schedule: 'Schedule',
  hours: 'Limit of server hours',
  idle: 'Server without players',
  unconfirmed: 'Email address not confirmed within a day',
};
