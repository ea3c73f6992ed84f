/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from '@jest/globals';
import { call } from 'web/api/call';

const sessionOf = (name: string) => response(200, { data: { userContext: { name } } });
const response = (status: number, body: object) => ({
  ok: status < 400,
  status,
  headers: new Headers(),
  json: () => Promise.resolve(body),
});
const nameOf = async () => (await call('GET /api/auth/session')).data.userContext.name;

describe('the look-up of the session', () => {
  afterEach(() => {
    window.sessionLookup = undefined;
  });

  it('takes the response to the request of the document, and asks by itself from then on', async () => {
    let asked = 0;
    Object.assign(globalThis, { fetch: () => Promise.resolve(sessionOf(`later ${(asked += 1)}`)) });
    window.sessionLookup = Promise.resolve(sessionOf('first'));
    expect([await nameOf(), asked]).toEqual(['first', 0]);
    expect([await nameOf(), asked]).toEqual(['later 1', 1]);
  });

  it('takes a refusal as well, so a visitor asks once', async () => {
    let asked = 0;
    Object.assign(globalThis, { fetch: () => Promise.reject(new Error(`asked ${(asked += 1)}`)) });
    window.sessionLookup = Promise.resolve(response(401, { errorCode: 'unauthenticated' }));
    await expect(nameOf()).rejects.toMatchObject({ status: 401, errorCode: 'unauthenticated' });
    expect(asked).toBe(0);
  });

  it('reports a lost response as every call does', async () => {
    window.sessionLookup = Promise.reject(new TypeError('Failed to fetch'));
    await expect(nameOf()).rejects.toMatchObject({ status: 0, errorCode: 'network' });
  });

  it('is sent by the script that runs before the app, which handles its failure', async () => {
    const asked: string[] = [];
    const page: { sessionLookup?: Promise<unknown> } = {};
    runInNewContext(readFileSync('web/build/before-app.js', 'utf8'), {
      window: page,
      document: { documentElement: { dataset: {} } },
      location: { pathname: '/' },
      localStorage: { getItem: () => null },
      fetch: (address: string) => {
        asked.push(address);
        return Promise.reject(new Error('no network'));
      },
    });
    expect(asked).toEqual(['/api/auth/session']);
    await expect(page.sessionLookup).rejects.toThrow('no network');
    expect(readFileSync('web/index.html', 'utf8')).not.toContain('preload');
  });
});
