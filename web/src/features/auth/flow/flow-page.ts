import { ApiError } from '../../../api/api-error.ts';

/** The pages of the way in, each an entry of the browser's history under one address. */
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

/** What the history keeps of a page, on the disk as well: no password, no secret. */
export interface FlowEntry {
  page: FlowPage;
  username: string;
  /** Said on the sign-in page after a new password. */
  isReset: boolean;
}

const start: FlowEntry = { page: 'sign_in', username: '', isReset: false };

const isFlowPage = (page: unknown): page is FlowPage => flowPages.some((each) => each === page);

/** The code in the link that the owner makes. In the part of an address that a browser sends nowhere, and no log has. */
export const invitationFromHash = (hash: string) => new URLSearchParams(hash.slice(1)).get('invitation') ?? '';

/**
 * Where one is. The secret of an authenticator is in no history: a page that shows one is not to be had after a
 * reload, and signing in again leads to it.
 */
export function flowEntryOf(state: unknown, hasSecret: boolean, hash = ''): FlowEntry {
  if (typeof state !== 'object' || state === null || !('page' in state) || !isFlowPage(state.page))
    return invitationFromHash(hash) === '' ? start : { ...start, page: 'sign_up' };
  if (state.page === 'setup_mfa' && !hasSecret) return start;
  return {
    page: state.page,
    username: 'username' in state && typeof state.username === 'string' ? state.username : '',
    isReset: 'isReset' in state && state.isReset === true,
  };
}

const afterPassword = new Map<string, FlowPage>([
  ['requiresConfirm', 'sign_up_confirm'],
  ['requireSetupMFA', 'setup_mfa'],
  ['requireMFA', 'mfa'],
]);

/** Where a sign-in goes on that was answered with what is still missing; undefined: it was refused. */
export const pageAfterPassword = (error: unknown): FlowPage | undefined =>
  error instanceof ApiError ? afterPassword.get(error.errorCode) : undefined;

/** The secret for the authenticator, out of the answer that asks to set one up. */
export function totpSecretOf(error: unknown): string {
  const totp = error instanceof ApiError ? error.details['totp'] : undefined;
  return typeof totp === 'string' ? totp : '';
}
