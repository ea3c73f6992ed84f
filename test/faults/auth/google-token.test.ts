import { createHmac, createPublicKey, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AuthSite, startAuthSite } from '../../support/site/auth-site.ts';
import { type Draft, type Google, newKey, signed, startGoogle } from '../../support/google/google.ts';
import { ann, signInWithGoogle, storedKeys } from '../../support/google/google-user.ts';
import { getSession } from '../../support/site/test-user.ts';

let google: Google;
let site: AuthSite;
beforeAll(async () => {
  google = await startGoogle();
  site = await startAuthSite({ google, users: ['ann@example.org'], startMs: Date.now() });
});
beforeEach(() => google.forge(undefined));
afterAll(async () => {
  google.close();
  await site.close();
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = (more: Record<string, unknown>) => (draft: Draft) =>
  signed({ ...draft, header: { ...draft.header, ...more } });
const claims = (more: Record<string, unknown>) => (draft: Draft) =>
  signed({ ...draft, claims: { ...draft.claims, ...more } });
const unsigned = (alg: string) => (draft: Draft) => `${part({ ...draft.header, alg })}.${part(draft.claims)}.`;

/** Signs with the published key as an HMAC secret. */
function byPublishedKey(draft: Draft) {
  const content = `${part({ ...draft.header, alg: 'HS256' })}.${part(draft.claims)}`;
  const secret = createPublicKey(draft.key).export({ format: 'pem', type: 'spki' });
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

const foreign = newKey();
const foreignJwk = foreign.publicKey.export({ format: 'jwk' });
const byForeignKey = (more: Record<string, unknown>) => (draft: Draft) =>
  signed({ ...draft, header: { ...draft.header, ...more }, key: foreign.privateKey });
const cut = (segments: (parts: string[]) => string[]) => (draft: Draft) => segments(signed(draft).split('.')).join('.');
/** Writes a token in base64 with padding, of which only the signature is of the kind that the standard wants. */
function inPaddedBase64({ header: head, claims: said, key }: Draft) {
  const content = [head, said].map((value) => Buffer.from(JSON.stringify(value)).toString('base64')).join('.');
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}
const endless = (payload: string) => payload.replace(/"exp":\d+/, '"exp":1e400');
const now = () => Math.floor(Date.now() / 1000);

const mutations: [string, (draft: Draft) => string][] = [
  ['alg none and no signature', unsigned('none')],
  ['alg NoNe and no signature', unsigned('NoNe')],
  ['no signature', unsigned('RS256')],
  ['a signature by a secret that is the public key', byPublishedKey],
  ['another algorithm than it was signed by', header({ alg: 'RS512' })],
  ['an algorithm of another family', header({ alg: 'ES256' })],
  [
    'a longer hash than was asked for, by a genuine key',
    ({ header: head, claims: said }) =>
      signed({ header: { ...head, alg: 'RS512', kid: 'key-2' }, claims: said, key: google.another }, 'sha512'),
  ],
  ['a foreign key under a genuine name', byForeignKey({})],
  ['a genuine key under the name of another', header({ kid: 'key-2' })],
  ['an unpublished key', header({ kid: 'key-9' })],
  ['a key of its own in the header', byForeignKey({ jwk: foreignJwk })],
  ['a genuine signature, and a key in the header', header({ jwk: foreignJwk })],
  ['an address for keys', header({ jku: 'https://elsewhere.example/jwks' })],
  ['an address for certificates', header({ x5u: 'https://elsewhere.example/x5u' })],
  ['a certificate of its own', header({ x5c: ['MIIB'] })],
  ['an extension that must be understood', header({ crit: ['exp'] })],
  ['two segments', cut((parts) => parts.slice(0, 2))],
  ['four segments', cut((parts) => [...parts, 'x'])],
  ['five segments, as if it were encrypted', cut((parts) => [...parts, 'x', 'y'])],
  [
    'a payload that was changed after signing',
    cut(([head = '', , tail = '']) => [head, part({ ...ann, sub: '9' }), tail]),
  ],
  ['another issuer', claims({ iss: 'https://accounts.elsewhere.example' })],
  ['no issuer', claims({ iss: undefined })],
  ['another audience', claims({ aud: 'client-2' })],
  ['no audience', claims({ aud: undefined })],
  ['several audiences', claims({ aud: ['client-1.apps.example', 'client-2'] })],
  ['another authorized party', claims({ azp: 'client-2' })],
  ['an exp in the past', claims({ exp: now() - 60 })],
  ['no exp', claims({ exp: undefined })],
  ['an exp that is a text', claims({ exp: String(now() + 3600) })],
  ['an nbf in the future', claims({ nbf: now() + 600 })],
  ['an iat in the future', claims({ iat: now() + 600 })],
  ['an iat eleven minutes ago', claims({ iat: now() - 660 })],
  ['an iat a week ago', claims({ iat: now() - 7 * 86_400 })],
  ['an iat of 0', claims({ iat: 0 })],
  ['an iat of -1', claims({ iat: -1 })],
  ['an infinite exp', ({ claims: said, ...draft }) => signed({ ...draft, claims: said }, 'sha256', endless)],
  ['padded base64', inPaddedBase64],
  ['a length of 6 MB', claims({ name: 'x'.repeat(6_000_000) })],
  ['a length of 20,000 characters', claims({ name: 'x'.repeat(20_000) })],
  ['no iat', claims({ iat: undefined })],
  ['no subject', claims({ sub: undefined })],
  ['an empty subject', claims({ sub: '' })],
  ['a subject that is a number', claims({ sub: 1001 })],
  ['a subject that is too long', claims({ sub: 'x'.repeat(256) })],
  ['an unrequested nonce', claims({ nonce: 'x' })],
  ['no address', claims({ email: undefined })],
  ['a list of addresses', claims({ email: ['ann@example.org'] })],
  ['the type of an access token', header({ typ: 'at+jwt' })],
  [
    'the claims of an access token',
    (draft) => signed({ ...draft, claims: { ...draft.claims, ...ann, aud: 'https://api.example', scope: 'openid' } }),
  ],
];

describe('an ID token', () => {
  it('is accepted when it is valid', async () => {
    expect(await signInWithGoogle(google, site.browser())).toMatchObject({ status: 302, headers: { location: '/' } });
  });

  it.each(mutations)('is refused with %s', async (_, forge) => {
    const before = await storedKeys(site);
    const browser = site.browser();
    google.forge(forge);
    const answer = await signInWithGoogle(google, browser);
    expect(answer).toMatchObject({ status: 302, headers: { location: '/auth?error=provider&redirectUrl=%2F' } });
    expect([...browser.jar.keys()]).toEqual(['__Host-step-g']);
    expect((await getSession(browser)).status).toBe(401);
    expect(await storedKeys(site)).toEqual(before);
  });

  it.each<[string, (draft: Draft) => string]>([
    ['a header that the site does not know', header({ 'x5t#S256': 'fingerprint', x5t: 'fingerprint', more: 1 })],
    ['an exp 25 seconds ago, because clocks differ', (draft) => claims({ exp: now() - 25 })(draft)],
  ])('is accepted with %s', async (_, forge) => {
    google.forge(forge);
    expect(await signInWithGoogle(google, site.browser())).toMatchObject({ status: 302, headers: { location: '/' } });
  });

  it('is refused 35 seconds after its expiry', async () => {
    google.forge((draft) => claims({ exp: now() - 35 })(draft));
    expect((await signInWithGoogle(google, site.browser())).headers['location']).toContain('error=provider');
  });
});

describe("Google's keys", () => {
  it('are fetched once, however many tokens name unknown keys', async () => {
    site.coldStart();
    google.calls.length = 0;
    for (let tries = 0; tries < 12; tries++) {
      google.forge(header({ kid: `random-${tries}` }));
      await signInWithGoogle(google, site.browser());
    }
    google.forge(undefined);
    await signInWithGoogle(google, site.browser());
    expect(google.calls.filter((call) => call === '/jwks')).toHaveLength(1);
  });

  it('accepts every published key, and requires a key id even with a single key', async () => {
    google.forge((draft) => signed({ ...draft, header: { ...draft.header, kid: 'key-2' }, key: google.another }));
    expect(await signInWithGoogle(google, site.browser())).toMatchObject({ headers: { location: '/' } });
    // The other key does not come back.
    google.forge(undefined);
    google.retireAnother();
    site.coldStart();
    expect(await signInWithGoogle(google, site.browser())).toMatchObject({ headers: { location: '/' } });
    for (const kid of [undefined, '']) {
      google.forge(header({ kid }));
      const { headers } = await signInWithGoogle(google, site.browser());
      expect(headers['location']).toBe('/auth?error=provider&redirectUrl=%2F');
    }
  });

  it('are asked for again after an answer without any', async () => {
    site.coldStart();
    google.publishKeys(false);
    const { headers } = await signInWithGoogle(google, site.browser());
    expect(headers['location']).toBe('/auth?error=provider&redirectUrl=%2F');
    google.publishKeys(true);
    expect(await signInWithGoogle(google, site.browser())).toMatchObject({ headers: { location: '/' } });
  });
});

describe("an answer of Google's", () => {
  it('is not read to its end when it is longer than 256 KB', async () => {
    google.pad('x'.repeat(300_000));
    const { headers } = await signInWithGoogle(google, site.browser());
    expect(headers['location']).toBe('/auth?error=provider&redirectUrl=%2F');
    google.pad('');
    expect(await signInWithGoogle(google, site.browser())).toMatchObject({ headers: { location: '/' } });
  });

  it.each(['text/html', 'text/plain; charset=utf-8', 'application/jsonp', 'text/json'])(
    'is not believed when it is declared as %s',
    async (type) => {
      site.coldStart();
      google.declare(type);
      const { headers } = await signInWithGoogle(google, site.browser());
      google.declare('application/json; charset=utf-8');
      expect(headers['location']).toBe('/auth?error=provider&redirectUrl=%2F');
      expect(await signInWithGoogle(google, site.browser())).toMatchObject({ headers: { location: '/' } });
    },
  );
});
