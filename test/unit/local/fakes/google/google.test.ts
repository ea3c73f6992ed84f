import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FakeGoogle } from 'local/fakes/google/google';
import { startFakeGoogle } from 'local/fakes/google/google';
import { fakeGoogleSecret } from 'local/fakes/secret-parameters';
import * as z from 'zod';
import { chooseAccount } from '../../../../support/google/google-page.ts';

const siteOrigin = 'http://localhost:3000';
const redirectUri = `${siteOrigin}/api/auth/google/oauth2`;
const verifier = 'v'.repeat(43);
const dataDir = mkdtempSync(join(tmpdir(), 'google-'));

let nowMs = Date.now();
let google: FakeGoogle;
const start = () => startFakeGoogle({ dataDir, clock: { now: () => nowMs }, siteOrigin, users: ['ann@home.example'] });
beforeAll(async () => {
  google = await start();
});
afterAll(async () => {
  await google.close();
  rmSync(dataDir, { recursive: true });
});

const asked = {
  client_id: 'local.apps.googleusercontent.example',
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid profile email',
  state: 'state-1',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  access_type: 'offline',
  prompt: 'consent',
};
const addressOf = (query: Record<string, string>) =>
  `${google.settings.authorizationEndpoint}?${new URLSearchParams(query).toString()}`;

async function newCode(email = 'ann@home.example') {
  return (await chooseAccount(addressOf(asked), email)).searchParams.get('code') ?? '';
}

const right = {
  grant_type: 'authorization_code',
  client_id: asked.client_id,
  client_secret: fakeGoogleSecret,
  redirect_uri: redirectUri,
  code_verifier: verifier,
};
async function post(address: string, body: Record<string, string>) {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(body) });
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
}
const tokens = (body: Record<string, string>) => post(google.settings.tokenEndpoint, body);
const claimsOf = (token: unknown): unknown =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());

describe('the fake Google', () => {
  it('offers accounts and a way to cancel', async () => {
    const page = await (await fetch(addressOf(asked))).text();
    for (const email of ['ann@home.example', 'bo@elsewhere.example', 'cy@home.example']) expect(page).toContain(email);
    const chosen = await chooseAccount(addressOf(asked), 'ann@home.example');
    expect(chosen.origin + chosen.pathname).toBe(redirectUri);
    expect(chosen.searchParams.get('state')).toBe('state-1');
    const cancelled = await chooseAccount(addressOf(asked), 'Cancel');
    expect(cancelled.href).toBe(`${redirectUri}?error=access_denied&state=state-1`);
  });

  it.each([
    ['client_id', 'another', 'invalid_client'],
    ['redirect_uri', `${redirectUri}/`, 'redirect_uri_mismatch'],
    ['redirect_uri', 'https://elsewhere.example/', 'redirect_uri_mismatch'],
    ['response_type', 'token', 'invalid_request: response_type'],
    ['scope', 'profile', 'invalid_request: scope'],
    ['code_challenge', '', 'invalid_request: code_challenge'],
    ['code_challenge_method', 'plain', 'invalid_request: code_challenge_method'],
    ['access_type', 'always', 'invalid_request: access_type'],
    ['prompt', 'login', 'invalid_request: prompt'],
  ])('shows an error, and redirects nowhere, when %s is %j', async (name, value, error) => {
    for (const path of ['/authorize', '/choose']) {
      const address = new URL(addressOf({ ...asked, [name]: value, account: 'x' }));
      address.pathname = path;
      const response = await fetch(address, { redirect: 'manual' });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain(error);
    }
  });

  it('exchanges a code once, and a refresh token again and again, at the product’s time', async () => {
    nowMs += 7_200_000;
    const code = await newCode();
    const { status, body } = await tokens({ ...right, code });
    expect(status).toBe(200);
    const iat = Math.floor(nowMs / 1000);
    expect(claimsOf(body['id_token'])).toMatchObject({
      iss: google.settings.issuer,
      aud: asked.client_id,
      sub: expect.stringMatching(/^\d{21}$/),
      email: 'ann@home.example',
      email_verified: true,
      name: 'Ann Example',
      iat,
      exp: iat + 3600,
    });
    expect((await tokens({ ...right, code })).status).toBe(400);
    const again = { ...right, grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) };
    const refreshed = await tokens(again);
    expect(refreshed).toMatchObject({ status: 200, body: { id_token: expect.any(String) } });
    expect(refreshed.body['refresh_token']).toBeUndefined();
    expect(google.accounts()[0]).toMatchObject({ email: 'ann@home.example', consents: 1 });
  });

  it.each([
    ['another secret', { client_secret: 'x' }, 401],
    ['another client', { client_id: 'x' }, 401],
    ['another verifier', { code_verifier: 'w'.repeat(43) }, 400],
    ['no verifier', { code_verifier: '' }, 400],
    ['another way back', { redirect_uri: 'https://elsewhere.example/' }, 400],
    ['another code', { code: 'x' }, 400],
    ['another grant', { grant_type: 'client_credentials' }, 400],
  ])('gives nothing for a code with %s, and the code is used up', async (_, wrong, status) => {
    const code = await newCode();
    const answer = await tokens({ ...right, code, ...wrong });
    expect(answer.status).toBe(status);
    expect(answer.body['id_token']).toBeUndefined();
  });

  it('rejects a code after ten minutes', async () => {
    const code = await newCode();
    nowMs += 600_000;
    expect(await tokens({ ...right, code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('keeps consents over a restart and revokes all of an account at once', async () => {
    const first = String((await tokens({ ...right, code: await newCode() })).body['refresh_token']);
    const second = String((await tokens({ ...right, code: await newCode() })).body['refresh_token']);
    await google.close();
    google = await start();
    const refresh = (refresh_token: string) => tokens({ ...right, grant_type: 'refresh_token', refresh_token });
    expect((await refresh(second)).status).toBe(200);
    expect((await post(google.settings.revocationEndpoint, { token: first })).status).toBe(200);
    expect(await refresh(second)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(google.accounts()[0]?.consents).toBe(0);
    expect((await post(google.settings.revocationEndpoint, { token: first })).status).toBe(400);
  });
});
