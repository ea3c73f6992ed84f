import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { anonymousThrottles, stepBuckets } from 'infra/sign-in-rates';
import { createThrottler } from 'local/aws/api-gateway/throttle';
import { knownSignInRoute, signInRoute } from 'shared-types/contract/auth';
import { password } from '../../../../support/credentials.ts';
import { type AuthSite, type Browser, startAuthSite } from '../../../../support/site/auth-site.ts';
import { mailedCode, signedInUser, userWithAuthenticator } from '../../../../support/site/test-user.ts';

let site: AuthSite;
beforeEach(async () => {
  site = await startAuthSite();
});
afterEach(() => site.close());

const step = (name: string) => `POST /api/auth/cognito/${name}`;
const guess = { username: 'nobody@example.org', password: 'Wrong-one-1' };
const knock = (browser: Browser) => browser.ask(step('sign_in'), guess);
const throttled = { status: 429, body: { message: 'Too Many Requests' }, cookies: [] };

/** Passes requests through the deployed throttle of the route, which counts all visitors together, and its function. */
function gateway(isKnown: boolean) {
  const routes = new Map(Object.entries(anonymousThrottles));
  const admits = createThrottler({ default: { rate: 200, burst: 400 }, routes }, site.clock.now);
  return async (browser: Browser, key: string, body?: object) =>
    admits(isKnown ? knownSignInRoute : signInRoute) ? browser.ask(key, body) : { status: 429, body: {} };
}

/** Makes requests of a stranger, 30 in each second, until some time has passed. */
function floodOf(stranger: Browser, isKnown = false) {
  const send = gateway(isKnown);
  let sentMs = site.clock.now();
  return {
    send,
    async forMs(ms: number) {
      const endMs = site.clock.now() + ms;
      while (sentMs + 33 <= endMs) {
        site.clock.advance(sentMs + 33 - site.clock.now());
        sentMs = site.clock.now();
        await send(stranger, step('sign_in'), guess);
      }
      site.clock.advance(endMs - site.clock.now());
    },
  };
}

/** A person types for a second between two steps. */
const typingMs = 1200;

describe('the admission of the steps of anonymous visitors', () => {
  it('lets 4 of 4 sign-ins of another network through while a stranger makes 30 requests in a second', async () => {
    const people = Array.from({ length: 4 }, (_, at) => `person-${at}@example.org`);
    for (const username of people) await userWithAuthenticator(site, username);
    site.admitBy(stepBuckets);
    const flood = floodOf(site.browser('198.51.100.66'));
    await flood.forMs(2000);
    const statuses: number[] = [];
    for (const username of people) {
      // Each is a new browser behind one address.
      const browser = site.browser('203.0.113.7');
      await flood.forMs(typingMs);
      const first = await flood.send(browser, step('sign_in'), { username, password });
      expect(first).toMatchObject({ status: 400, body: { errorCode: 'requireMFA' } });
      await flood.forMs(typingMs);
      const userCode = site.pool.cognito.totp(username);
      statuses.push((await flood.send(browser, step('sign_in_confirm'), { username, userCode })).status ?? 0);
    }
    expect(statuses).toEqual(people.map(() => 200));
  });

  it('leaves a step to another network at each moment of such a flood, also at its beginning', async () => {
    for (let afterMs = 0; afterMs <= 3000; afterMs += 250) {
      site.admitBy(stepBuckets);
      site.clock.advance(60_000);
      await floodOf(site.browser(`198.51.100.${afterMs / 250}`)).forMs(afterMs);
      expect((await knock(site.browser(`203.0.113.${afterMs / 250}`))).status).toBe(400);
    }
  });

  it('refuses nothing to a person who signs up, confirms, signs in and sets up in ten seconds', async () => {
    site.admitBy(stepBuckets);
    const browser = site.browser('203.0.113.7');
    const username = 'quick@example.org';
    const registrationCode = await site.invite();
    const answers: unknown[] = [];
    const act = async (afterMs: number, key: string, body: () => object | undefined) => {
      site.clock.advance(afterMs);
      answers.push((await browser.ask(key, body())).status);
    };
    // The page prepares the button of Google's sign-in when it opens, and signs in by itself after the confirmation.
    await act(0, 'GET /api/auth/google/init', () => undefined);
    await act(3000, step('sign_up'), () => ({ username, password, registrationCode }));
    await act(3000, step('sign_up_confirm'), () => ({ username, confirmationCode: mailedCode(site, username) }));
    await act(0, step('sign_in'), () => ({ username, password }));
    await act(2500, step('setup_mfa'), () => ({ userCode: site.pool.cognito.totp(username) }));
    await act(1000, step('sign_in'), () => ({ username, password }));
    // Google is not set up here, and each sign-in names its next step.
    expect(answers).toEqual([503, 200, 200, 400, 200, 400]);
  });

  it('works on three steps of strangers at once, from however many networks, and on no more than two in a second', async () => {
    site.admitBy(stepBuckets);
    const answered: number[] = [];
    for (let second = 0; second < 10; second += 1) {
      const visitors = Array.from({ length: 20 }, (_, visitor) => site.browser(`198.51.${second}.${visitor}`));
      const statuses = await Promise.all(visitors.map(async (visitor) => (await knock(visitor)).status));
      answered.push(statuses.filter((status) => status !== 429).length);
      site.clock.advance(1000);
    }
    // Each second brings 1.9 tokens, of which the whole ones are taken.
    expect(answered).toEqual([3, 1, 2, 2, 2, 2, 2, 2, 2, 2]);
  });

  it('admits a browser that has signed in before while strangers take all that they have', async () => {
    const browser = await signedInUser(site, 'regular@example.org');
    site.admitBy(stepBuckets);
    for (let visitor = 0; visitor < 10; visitor += 1) await knock(site.browser(`198.51.100.${visitor}`));
    expect(await knock(site.browser('203.0.113.99'))).toMatchObject(throttled);
    expect((await browser.ask(step('sign_in'), { username: 'regular@example.org', password })).status).toBe(400);
  });

  it('admits it while a stranger with a forged cookie makes 30 requests in a second by the same route', async () => {
    const browser = await signedInUser(site, 'regular@example.org');
    site.admitBy(stepBuckets);
    const forger = site.browser('198.51.100.66');
    forger.jar.set('__Host-device', 'F'.repeat(43));
    const flood = floodOf(forger, true);
    const statuses: unknown[] = [];
    for (let time = 0; time < 5; time += 1) {
      await flood.forMs(typingMs);
      statuses.push((await flood.send(browser, step('sign_in'), { username: 'regular@example.org', password })).status);
    }
    expect(statuses).toEqual(statuses.map(() => 400));
  });

  it('counts a browser with a device cookie that was never given out as a stranger', async () => {
    site.admitBy(stepBuckets);
    for (let visitor = 0; visitor < 3; visitor += 1) await knock(site.browser(`198.51.100.${visitor}`));
    const forger = site.browser('198.51.100.99');
    forger.jar.set('__Host-device', 'F'.repeat(43));
    expect(await knock(forger)).toMatchObject(throttled);
  });

  it('bounds a known browser, too', async () => {
    const browser = await signedInUser(site, 'regular@example.org');
    site.admitBy({ ...stepBuckets, known: { burst: 9, rate: 9 } });
    const statuses: unknown[] = [];
    for (let tries = 0; tries < 5; tries += 1) statuses.push((await knock(browser)).status);
    expect(statuses).toEqual([400, 400, 429, 429, 429]);
  });

  it.each([
    ['an IPv4 address', '198.51.100.1', '198.51.100.1', '198.51.100.2'],
    ['all of an IPv6 /48', '2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:2::1'],
  ])('has one bucket for %s', async (_, first, same, other) => {
    site.admitBy({ ...stepBuckets, strangers: { burst: 99, rate: 99 } });
    for (let tries = 0; tries < 2; tries += 1) expect((await knock(site.browser(first))).status).toBe(400);
    expect(await knock(site.browser(same))).toMatchObject(throttled);
    expect((await knock(site.browser(other))).status).toBe(400);
  });

  it('refuses by one write, without a trace in the audit trail', async () => {
    site.admitBy(stepBuckets);
    const stranger = site.browser('198.51.100.1');
    for (let tries = 0; tries < 3; tries += 1) await knock(stranger);
    const events = (await site.items('audit')).length;
    site.pool.calls.length = 0;
    site.tables.takeCommands();
    expect(await knock(stranger)).toMatchObject(throttled);
    expect(site.tables.takeCommands()).toEqual(['UpdateItemCommand']);
    expect(site.pool.calls).toEqual([]);
    expect(await site.items('audit')).toHaveLength(events);
  });

  it('leaves the calls of signed-in people and renewals alone', async () => {
    const browser = await signedInUser(site, 'inside@example.org');
    site.admitBy({ ...stepBuckets, source: { burst: 1, rate: 0.001 } });
    for (let tries = 0; tries < 4; tries += 1) {
      expect((await browser.ask('GET /api/auth/session')).status).toBe(200);
      expect((await browser.ask(step('sign_in_refresh'))).status).toBe(200);
    }
  });
});
