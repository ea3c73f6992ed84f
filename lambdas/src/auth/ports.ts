import type { Provider } from 'shared-types/contract/auth';
import type { Challenge } from './sign-in/challenge.ts';
import type { GoogleIdentity } from './google/google-account.ts';
import type { GoogleStep } from './google/google-step.ts';
import type { StoredInvitation } from './invitations/invitation.ts';
import type { RateLimit } from './rate-limits/rate-limits.ts';
import type { Account, CognitoIdentity, Profile, Session, SignIn } from './sessions/session.ts';

/** What it asks of the world. */
export interface AuthPorts {
  version: string;
  /** The e-mail address that the deployment names; empty: nobody's. */
  owner: string;
  now: () => Date;
  /** 256 random bits, for a cookie. */
  newToken: () => string;
  newId: () => string;
  pause: (ms: number) => Promise<void>;
  cognito: PasswordProvider;
  /** Undefined where the owner has not set it up. */
  google: GoogleProvider | undefined;
  accounts: AccountStore;
  googleSteps: GoogleStepStore;
  challenges: ChallengeStore;
  invitations: InvitationStore;
  counters: Counters;
  devices: DeviceStore;
  signIns: SignInStore;
}

type ProviderChallenge = Pick<Challenge, 'subject' | 'session'>;

export type PasswordAnswer =
  | { kind: 'mfa'; challenge: ProviderChallenge }
  | { kind: 'setup'; challenge: ProviderChallenge; totp: string }
  | { kind: 'unconfirmed' }
  | { kind: 'refused' }
  /** Too many wrong ones lately: the password was not even looked at. */
  | { kind: 'locked' };

export type CodeAnswer =
  | { kind: 'signedIn'; identity: CognitoIdentity; refreshToken: string }
  | { kind: 'wrongCode' }
  | { kind: 'expired' };

export type ProofAnswer = { kind: 'proven'; session: string } | { kind: 'wrongCode' } | { kind: 'expired' };

export type ProviderOutcome = 'done' | 'refused';

/** `unclear`: the answer to a first try was lost, and the name is taken now, perhaps by that try. */
export type SignUpAnswer = ProviderOutcome | 'taken' | 'unclear';

/** `unclear`: the answer to a first try was lost, and the code counts no longer, perhaps because of that try. */
export type ResetAnswer = ProviderOutcome | 'unclear';

/** `invalid`: the provider no longer vouches for the account. */
export type RefreshAnswer = { kind: 'valid'; identity: CognitoIdentity } | { kind: 'invalid' };

/** Keeps passwords and authenticators. Every call throws `unavailable` when the service is down or throttled. */
export interface PasswordProvider {
  signIn(username: string, password: string): Promise<PasswordAnswer>;
  confirmSignIn(challenge: ProviderChallenge, userCode: string): Promise<CodeAnswer>;
  proveAuthenticator(challenge: ProviderChallenge, userCode: string): Promise<ProofAnswer>;
  /** The last word of a set-up. It signs in, too. */
  finishSetup(challenge: ProviderChallenge): Promise<CodeAnswer>;
  signUp(username: string, password: string): Promise<SignUpAnswer>;
  confirmSignUp(username: string, code: string): Promise<ProviderOutcome>;
  resendCode(username: string): Promise<ProviderOutcome>;
  forgotPassword(username: string): Promise<ProviderOutcome>;
  resetPassword(username: string, code: string, password: string): Promise<ResetAnswer>;
  refresh(signIn: Pick<SignIn, 'refreshToken' | 'providerUsername'>): Promise<RefreshAnswer>;
  revoke(refreshToken: string): Promise<ProviderOutcome>;
}

export type CodeExchange =
  | { kind: 'signedIn'; identity: GoogleIdentity; refreshToken: string }
  /** Used before, too old, or somebody else's. */
  | { kind: 'refused' };

/** `identity`: only when Google says it again. */
export type GoogleRefresh = { kind: 'valid'; identity: GoogleIdentity | undefined } | { kind: 'invalid' };

/** Google. Every call throws `unavailable` when it is down, and an error when what it says cannot be trusted. */
export interface GoogleProvider {
  clientId: string;
  /** Of the site, as Google knows it. */
  origin: string;
  authorizationEndpoint: string;
  /** The addresses of those who may come in. */
  users: readonly string[];
  exchange(code: string, verifier: string): Promise<CodeExchange>;
  refresh(refreshToken: string): Promise<GoogleRefresh>;
  revoke(refreshToken: string): Promise<ProviderOutcome>;
}

/** Sign-ins with Google that have begun: each belongs to a browser, known by the token in its cookie. */
export interface GoogleStepStore {
  put(browser: string, stateToken: string, step: GoogleStep): Promise<void>;
  /** Once. */
  take(browser: string, stateToken: string): Promise<GoogleStep | undefined>;
  /** The sign-in that this browser has from now on. Gives the one that it had before, as far as that is known. */
  replaceSignIn(browser: string, signInKey: string, untilMs: number): Promise<string | undefined>;
}

export interface AccountStore {
  find(userId: string): Promise<Account | undefined>;
  /** Everybody who has signed in, by e-mail address. */
  list(): Promise<Account[]>;
  /** More than one when an account was deleted at the provider and signed up again. */
  listUserIds(username: string): Promise<string[]>;
}

/** Steps of a sign-in, by the token in their cookie. */
export interface ChallengeStore {
  put(token: string, challenge: Challenge): Promise<void>;
  find(token: string, kind: Challenge['kind'], now: Date): Promise<Challenge | undefined>;
  /** False when there are none left. */
  takeAttempt(token: string): Promise<boolean>;
  refundAttempt(token: string): Promise<void>;
  putProof(token: string, session: string): Promise<void>;
  remove(token: string): Promise<void>;
}

export interface InvitationStore {
  /**
   * `mine`: reserved for this user, for the first time. `again`: for this user, who tried before and may not have heard
   * how it ended. `used`: this user has already signed up with it. `refused`: unknown, expired, or somebody else's.
   */
  reserve(
    code: string,
    username: string,
    reservationId: string,
    now: Date,
  ): Promise<'mine' | 'again' | 'used' | 'refused'>;
  consume(code: string, username: string): Promise<void>;
  /** Only this reservation: another try of the same user may be under way. */
  release(code: string, reservationId: string): Promise<void>;
  put(
    code: string,
    invitation: Pick<StoredInvitation, 'note' | 'createdAtMs' | 'expiresAtMs'>,
  ): Promise<StoredInvitation>;
  /** Newest first: also those that ended in the last month. */
  list(): Promise<StoredInvitation[]>;
  /** As it is afterwards: not revoked when it was used before. */
  revoke(invitationRef: string, now: Date): Promise<StoredInvitation | undefined>;
}

export interface Counters {
  /** Counts one against each limit in turn. At the first that is used up it stops, and says until when it is. */
  take(limits: RateLimit[], now: Date): Promise<number | undefined>;
  refund(limits: RateLimit[]): Promise<void>;
  reset(limits: RateLimit[]): Promise<void>;
}

export interface Device {
  /** Not the cookie's value. */
  id: string;
  usernames: string[];
}

export interface DeviceStore {
  find(token: string, now: Date): Promise<Device | undefined>;
}

export interface NewSignIn {
  profile: Profile;
  signIn: SignIn;
  session: Session;
  tokens: { session: string; refresh: string };
  /** After a password: the challenge ends, and the browser is known for those who have signed in from it. */
  password?: { challenge: string; device: string; usernames: string[] };
}

/** A sign-in as it is stored, and the sessions that came of it. */
export interface StoredSignIn extends SignIn {
  key: string;
  sessions: { key: string; expiresAtMs: number }[];
}

/** A session that no stored sign-in stands behind. */
export interface OrphanSession {
  key: string;
  createdAtMs: number;
  provider: Provider;
}

export interface SignInStore {
  /**
   * Everything that a sign-in leaves behind, or nothing: false when its challenge is over by now, or when another Google
   * account has come in by that address.
   */
  create(opening: NewSignIn, now: Date): Promise<boolean>;
  /** What a sign-in is stored under, by the token of the refresh cookie. */
  keyOf(token: string): string;
  /** By the token of the refresh cookie. */
  find(token: string, now: Date): Promise<StoredSignIn | undefined>;
  /** One more session; false when the sign-in was ended meanwhile. */
  renew(signIn: StoredSignIn, session: Session, token: string, now: Date): Promise<boolean>;
  /** The sign-in and all its sessions. Gives it once, to whoever ended it. */
  end(key: string): Promise<StoredSignIn | undefined>;
  list(userId: string, now: Date): Promise<StoredSignIn[]>;
  findSession(token: string): Promise<{ key: string; signInId: string | undefined } | undefined>;
  listOrphanSessions(userId: string, now: Date): Promise<OrphanSession[]>;
  removeSession(key: string): Promise<void>;
}
