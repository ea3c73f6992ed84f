import * as z from 'zod';
import { endpoint, nothing, redirect, TimeMs, Version } from './endpoint.ts';
import { Preferences } from './account/preferences.ts';
import { UserContext } from './account/user-context.ts';
import { OwnMails } from './account-mails.ts';
import { maxInvitationNoteLength } from '../rules/limits.ts';
import { browserFamilies, operatingSystems } from '../rules/audit.ts';
import { maxPasswordLength } from '../rules/auth/password.ts';
import { Code, GoogleInit, NewPassword, NewUsername, sessionRef, userId, Username } from './auth-fields.ts';

export const Provider = z.enum(['cognito', 'google']);
export type Provider = z.infer<typeof Provider>;

/** A signed-in browser. */
export const SignedInBrowser = z.object({
  sessionRef: z.string(),
  createTime: TimeMs,
  provider: Provider,
  browser: z.enum(browserFamilies),
  system: z.enum(operatingSystems),
  /** True for the browser that sends the request. */
  current: z.boolean(),
});
export type SignedInBrowser = z.infer<typeof SignedInBrowser>;

/** An account that has signed in, as the owner sees it. */
export const AccountView = UserContext.extend({
  email: z.string(),
  provider: Provider,
  lastSignInTime: TimeMs,
  /** When the owner or the operator disabled the account; null for an active account. */
  disabledTime: TimeMs.nullable(),
});
export type AccountView = z.infer<typeof AccountView>;

/** The state of an invitation. An account that has used it keeps its access when the invitation ends. */
export const InvitationState = z.enum(['open', 'used', 'expired', 'revoked']);
export type InvitationState = z.infer<typeof InvitationState>;

export const Invitation = z.object({
  invitationRef: z.string(),
  /** The owner's note about the recipient. */
  note: z.string(),
  createTime: TimeMs,
  expiryTime: TimeMs,
  state: InvitationState,
  usedBy: z.string().nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

/** The route of every step that an anonymous visitor can take. They share it, so that one throttle bounds all of them. */
export const signInRoute = 'ANY /api/auth/{provider}/{step}';
/** The same for browsers that have signed in here before, so that strangers do not take their tokens. */
export const knownSignInRoute = 'ANY /api/auth/known/{provider}/{step}';
const anonymousStep = { route: signInRoute, knownRoute: knownSignInRoute, access: 'public', cookies: true } as const;

/** Sign-in takes several calls. A cookie, never the page, carries the state from one call to the next. */
export const authApi = {
  /** Returns the signed-in user, or 401 without a valid session. It counts as a use of the browser, for the idle limit. */
  getSession: endpoint('GET /api/auth/session', {
    cookies: true,
    response: z.object({ data: z.object({ userContext: UserContext, preferences: Preferences }) }),
  }),
  /** Answers `{}` only when the user is signed in. A missing step is a 400 that names it. */
  signIn: endpoint('POST /api/auth/cognito/sign_in', {
    ...anonymousStep,
    audit: 'signIn',
    body: z.strictObject({ username: Username, password: z.string().min(1).max(maxPasswordLength) }),
    response: nothing,
  }),
  signUp: endpoint('POST /api/auth/cognito/sign_up', {
    ...anonymousStep,
    audit: 'signUp',
    body: z.strictObject({
      username: NewUsername,
      password: NewPassword,
      registrationCode: z.string().min(1).max(200),
    }),
    response: nothing,
  }),
  confirmSignUp: endpoint('POST /api/auth/cognito/sign_up_confirm', {
    ...anonymousStep,
    audit: 'emailConfirmed',
    body: z.strictObject({ username: Username, confirmationCode: Code }),
    response: nothing,
  }),
  resendCode: endpoint('POST /api/auth/cognito/resend_code', {
    audit: 'codeRequested',
    ...anonymousStep,
    body: z.strictObject({ username: Username }),
    response: nothing,
  }),
  setupMfa: endpoint('POST /api/auth/cognito/setup_mfa', {
    ...anonymousStep,
    audit: 'authenticatorSet',
    body: z.strictObject({ userCode: Code }),
    response: nothing,
  }),
  confirmSignIn: endpoint('POST /api/auth/cognito/sign_in_confirm', {
    ...anonymousStep,
    audit: 'signIn',
    body: z.strictObject({ username: Username, userCode: Code }),
    response: nothing,
  }),
  forgotPassword: endpoint('POST /api/auth/cognito/forgot_password', {
    ...anonymousStep,
    audit: 'recoveryRequested',
    body: z.strictObject({ username: Username }),
    response: nothing,
  }),
  resetPassword: endpoint('POST /api/auth/cognito/reset_password', {
    ...anonymousStep,
    audit: 'passwordReset',
    body: z.strictObject({ username: Username, confirmationCode: Code, password: NewPassword }),
    response: nothing,
  }),
  /** Starts a sign-in with Google. */
  initGoogle: endpoint('GET /api/auth/google/init', { ...anonymousStep, response: GoogleInit }),
  /** Starts the confirmation of a user of a Google account. It ends at the same address as a sign-in. */
  initGoogleReauthentication: endpoint('POST /api/auth/google/reauthenticate', { cookies: true, response: GoogleInit }),
  /** Google redirects the browser to this call. Other parameters of Google are ignored. */
  finishGoogle: endpoint('GET /api/auth/google/oauth2', {
    ...anonymousStep,
    audit: 'signIn',
    query: z.object({
      code: z.string().max(2048).optional(),
      state: z.string().max(8192).optional(),
      error: z.string().max(200).optional(),
    }),
    response: redirect,
  }),
  refreshGoogle: endpoint('POST /api/auth/google/oauth2_refresh', {
    audit: 'sessionRenewed',
    repeatable: true,
    access: 'public',
    cookies: true,
    response: nothing,
  }),
  /** Starts a new session of an hour for a browser, as long as the provider accepts its account. */
  refresh: endpoint('POST /api/auth/cognito/sign_in_refresh', {
    audit: 'sessionRenewed',
    access: 'public',
    cookies: true,
    repeatable: true,
    response: nothing,
  }),
  logout: endpoint('GET /api/auth/logout', { audit: 'signOut', access: 'public', cookies: true, response: redirect }),
  /** Proves again that the user of an account with a password is at this browser. It starts no other session. */
  reauthenticate: endpoint('POST /api/auth/cognito/reauthenticate', {
    audit: 'reauthenticated',
    cookies: true,
    body: z.strictObject({ password: z.string().min(1).max(maxPasswordLength), userCode: Code }),
    response: nothing,
  }),
  /** Ends all other sessions of the account. */
  changePassword: endpoint('POST /api/auth/cognito/change_password', {
    audit: 'passwordChanged',
    isSensitive: true,
    cookies: true,
    body: z.strictObject({ password: NewPassword }),
    response: nothing,
  }),
  /** Offers another authenticator to a signed-in user. The present one stays until a code of the other has confirmed it. */
  offerAuthenticator: endpoint('POST /api/auth/cognito/new_authenticator', {
    isSensitive: true,
    cookies: true,
    response: z.object({ totp: z.string() }),
  }),
  /** Ends all other sessions of the account. */
  replaceAuthenticator: endpoint('POST /api/auth/cognito/new_authenticator_confirm', {
    audit: 'authenticatorChanged',
    isSensitive: true,
    cookies: true,
    body: z.strictObject({ userCode: Code }),
    response: nothing,
  }),
  listSessions: endpoint('GET /api/auth/sessions', { cookies: true, response: z.array(SignedInBrowser) }),
  endSession: endpoint('POST /api/auth/sessions/{sessionRef}/end', {
    audit: 'sessionEnded',
    isSensitive: true,
    cookies: true,
    params: { sessionRef },
    response: nothing,
  }),
  /** Answers 409 with the `current` preferences when they have another version. */
  savePreferences: endpoint('PUT /api/auth/preferences', {
    body: Preferences.extend({ version: Version }),
    response: Preferences,
  }),
  /** The address that gets the mails about the user's own account. */
  getOwnMails: endpoint('GET /api/auth/mails', { response: OwnMails }),
  /** Sends the mail with the link that confirms the address again. */
  confirmOwnMails: endpoint('POST /api/auth/mails/confirm', { cookies: true, response: OwnMails }),
  /** Tells whether the user is the owner that the deployment names. */
  getOwner: endpoint('GET /api/auth/owner', { response: z.object({ isOwner: z.boolean() }) }),
  listInvitations: endpoint('GET /api/auth/owner/invitations', { access: 'owner', response: z.array(Invitation) }),
  /** This is the only answer with the code. */
  createInvitation: endpoint('POST /api/auth/owner/invitations/create', {
    audit: 'invitationCreated',
    cookies: true,
    isSensitive: true,
    access: 'owner',
    // DynamoDB refuses texts with half a surrogate pair.
    body: z.strictObject({
      note: z
        .string()
        .max(maxInvitationNoteLength)
        .refine((note) => note.isWellFormed(), 'must be text'),
    }),
    response: z.object({ code: z.string(), invitation: Invitation }),
  }),
  /** Answers 409 when the invitation has already been used. */
  revokeInvitation: endpoint('POST /api/auth/owner/invitations/{invitationRef}/revoke', {
    audit: 'invitationRevoked',
    repeatable: true,
    access: 'owner',
    params: { invitationRef: z.string().regex(/^[0-9a-f]{64}$/, 'is no reference') },
    response: Invitation,
  }),
  listAccounts: endpoint('GET /api/auth/owner/accounts', { access: 'owner', response: z.array(AccountView) }),
  listAccountSessions: endpoint('GET /api/auth/owner/accounts/{userId}/sessions', {
    access: 'owner',
    cookies: true,
    params: { userId },
    response: z.array(SignedInBrowser),
  }),
  endAccountSession: endpoint('POST /api/auth/owner/accounts/{userId}/sessions/{sessionRef}/end', {
    audit: 'sessionEnded',
    isSensitive: true,
    access: 'owner',
    cookies: true,
    params: { userId, sessionRef },
    response: nothing,
  }),
  /** Ends everything of an account at once, and refuses its sign-ins. Answers 409 for an account of the owner. */
  disableAccount: endpoint('POST /api/auth/owner/accounts/{userId}/disable', {
    audit: 'accountDisabled',
    isSensitive: true,
    repeatable: true,
    access: 'owner',
    params: { userId },
    response: nothing,
  }),
  enableAccount: endpoint('POST /api/auth/owner/accounts/{userId}/enable', {
    audit: 'accountEnabled',
    isSensitive: true,
    repeatable: true,
    access: 'owner',
    params: { userId },
    response: nothing,
  }),
  getHealth: endpoint('GET /api/health', {
    access: 'public',
    response: z.object({ version: z.string(), time: z.int() }),
  }),
};
