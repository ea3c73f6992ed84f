import { ApiError } from '../../../api/api-error.ts';

/** The pages of the flow. They share one path, and each visit is an entry in the browser's history. */
const flowPages = [
  'sign_in',
  'sign_up',
  'sign_up_confirm',
  'setup_mfa',
  'mfa',
  'sign_up_done',
  'forgot_password',
  'reset_password',
] as const;

export type FlowPage = (typeof flowPages)[number];

/** The reasons for a return to the sign-in page, which says them. */
const signInReasons = ['passwordChanged', 'signInEnded', 'setupEnded', 'setupLeft'] as const;

export type SignInReason = (typeof signInReasons)[number];

/** The state of a history entry. Browsers write it to disk, so it holds no password and no secret. */
export interface FlowEntry {
  page: FlowPage;
  username: string;
  reason: SignInReason | undefined;
}

const start: FlowEntry = { page: 'sign_in', username: '', reason: undefined };

const isFlowPage = (page: unknown): page is FlowPage => flowPages.some((each) => each === page);

/** Returns the code of an invitation link. Browsers send no hash to a server, so the code is in no log. */
export const invitationFromHash = (hash: string) => new URLSearchParams(hash.slice(1)).get('invitation') ?? '';

/**
 * Returns the page of a history entry. The history holds no secret, so the authenticator setup cannot be shown after a
 * reload; signing in again leads to it.
 */
export function flowEntryOf(state: unknown, hasSecret: boolean, hash = ''): FlowEntry {
  if (typeof state !== 'object' || state === null || !('page' in state) || !isFlowPage(state.page))
    return invitationFromHash(hash) === '' ? start : { ...start, page: 'sign_up' };
  const username = 'username' in state && typeof state.username === 'string' ? state.username : '';
  if (state.page === 'setup_mfa' && !hasSecret) return { page: 'sign_in', username, reason: 'setupLeft' };
  const reason = 'reason' in state ? signInReasons.find((each) => each === state.reason) : undefined;
  return { page: state.page, username, reason };
}

const afterPassword = new Map<string, FlowPage>([
  ['requiresConfirm', 'sign_up_confirm'],
  ['requireSetupMFA', 'setup_mfa'],
  ['requireMFA', 'mfa'],
]);

/** Returns the next page, when the server says what the sign-in still needs; undefined when the sign-in was refused. */
export const pageAfterPassword = (error: unknown): FlowPage | undefined =>
  error instanceof ApiError ? afterPassword.get(error.errorCode) : undefined;

/** Returns the secret for the authenticator app, from the response that asks to set one up. */
export function totpSecretOf(error: unknown): string {
  const totp = error instanceof ApiError ? error.details['totp'] : undefined;
  return typeof totp === 'string' ? totp : '';
}
