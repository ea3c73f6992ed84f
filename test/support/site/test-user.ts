import { password } from '../credentials.ts';
import { type AuthSite, type Browser } from './auth-site.ts';
import { poolDescription, unusedCode } from '../aws/user-pool.ts';

export const submitPassword = (browser: Browser, username: string, typed = password) =>
  browser.ask('POST /api/auth/cognito/sign_in', { username, password: typed });

export const signUp = (browser: Browser, username: string, registrationCode: string, typed = password) =>
  browser.ask('POST /api/auth/cognito/sign_up', { username, password: typed, registrationCode });

/** Returns the code of the last email to an address. */
export function mailedCode({ pool }: AuthSite, username: string): string {
  const mail = pool.mails.findLast(({ to }) => to === username);
  if (!mail) throw new Error(`no mail to ${username}`);
  return mail.code;
}

/** Creates a confirmed account that has no authenticator yet. */
export async function confirmedUser(site: AuthSite, username: string) {
  const browser = site.browser();
  await expectStatus(200, signUp(browser, username, await site.invite()));
  const confirmationCode = mailedCode(site, username);
  await expectStatus(200, browser.ask('POST /api/auth/cognito/sign_up_confirm', { username, confirmationCode }));
  return browser;
}

export const totp = ({ pool, clock }: AuthSite, username: string) => unusedCode(pool, clock, username);

/** Creates an account with an authenticator that is not signed in. */
export async function userWithAuthenticator(site: AuthSite, username: string) {
  const browser = await confirmedUser(site, username);
  await expectStatus(400, submitPassword(browser, username));
  await expectStatus(200, browser.ask('POST /api/auth/cognito/setup_mfa', { userCode: totp(site, username) }));
  return browser;
}

/** Signs in completely, by password and code. */
export async function signIn(site: AuthSite, browser: Browser, username: string) {
  await expectStatus(400, submitPassword(browser, username));
  const userCode = totp(site, username);
  return expectStatus(200, browser.ask('POST /api/auth/cognito/sign_in_confirm', { username, userCode }));
}

export async function signedInUser(site: AuthSite, username: string) {
  const browser = await userWithAuthenticator(site, username);
  await signIn(site, browser, username);
  return browser;
}

/** Confirms that the user is at the browser, which allows sensitive calls. */
export const confirmUser = async (site: AuthSite, browser: Browser, username: string) =>
  expectStatus(200, browser.ask('POST /api/auth/cognito/reauthenticate', { password, userCode: totp(site, username) }));

/** Makes a sensitive call that changes nothing: it is about a session that does not exist. */
export async function actSensitively(browser: Browser) {
  const params = { sessionRef: 'none' };
  const { status, body } = await browser.ask('POST /api/auth/sessions/{sessionRef}/end', undefined, { params });
  return status === 404 ? 'allowed' : body['errorCode'];
}

export const getSession = (browser: Browser) => browser.ask('GET /api/auth/session');
export const refresh = (browser: Browser) => browser.ask('POST /api/auth/cognito/sign_in_refresh');

/** Signs out as the 'Sign out' button does. */
export const logout = (
  browser: Browser,
  headers: Record<string, string> = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
) => browser.ask('GET /api/auth/logout', undefined, { headers });

/** Makes an answer of the pool with an unsigned ID token. */
export const tokensOf = (email: string, RefreshToken?: string) => {
  const claims = {
    sub: email,
    email,
    email_verified: true,
    'cognito:username': email,
    aud: poolDescription.clientId,
    token_use: 'id',
  };
  const IdToken = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.e30`;
  return { AuthenticationResult: { IdToken, AccessToken: IdToken, ExpiresIn: 3600, RefreshToken } };
};

/** Makes another browser with the same cookies, like a second tab or a thief. */
export function copyCookies({ browser }: AuthSite, original: Browser) {
  const copy = browser();
  for (const [name, value] of original.jar) copy.jar.set(name, value);
  return copy;
}

async function expectStatus<Answer extends { status: number | undefined }>(status: number, asked: Promise<Answer>) {
  const answer = await asked;
  if (answer.status !== status) throw new Error(`expected ${status}: ${JSON.stringify(answer)}`);
  return answer;
}
