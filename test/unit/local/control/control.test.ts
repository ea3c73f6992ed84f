import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { controlSample } from './control-sample.ts';

const { local, get, post } = controlSample();

const jsonOf = async (response: Response): Promise<unknown> => response.json();

interface SignedIn {
  cookie: string;
  userId: string;
}
const isSignedIn = (value: unknown): value is SignedIn =>
  typeof value === 'object' && value !== null && 'cookie' in value && 'userId' in value;
async function signIn(name: string) {
  const body = await jsonOf(await post('/_local/sessions', { name }));
  if (!isSignedIn(body)) throw new Error('not signed in');
  return body;
}

/** The session of a person who has signed in by name. */
const ClickedSession = z.object({ name: z.string(), expiresAtMs: z.number() });

const TablePage = z.object({ items: z.array(z.unknown()), next: z.string().nullable() });

/** Reads all pages of a table, which has the items of other tests, too. */
async function itemsOf(table: string) {
  const items: unknown[] = [];
  for (let after: string | null = ''; after !== null;) {
    const page = TablePage.parse(
      await jsonOf(await get(`/_local/tables/${table}${after === '' ? '' : `?after=${after}`}`)),
    );
    items.push(...page.items);
    after = page.next;
  }
  return items;
}

describe('a sign-in by name', () => {
  it('offers the owner first', async () => {
    const page = await (await get('/_local')).text();
    expect(page).toMatch(/name="name"[^>]*value="owner@home\.example"/);
    expect(page).toContain("The site's owner, who sees all activity.");
  });

  it('writes a session with only the hash of the token', async () => {
    const response = await post('/_local/sessions', { name: 'Ann' });
    const body = await jsonOf(response);
    if (!isSignedIn(body)) throw new Error('not signed in');
    const [name, token = ''] = body.cookie.split('=');
    expect(name).toBe('__Host-sid');
    expect(response.headers.getSetCookie()).toEqual([
      `${body.cookie}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=3600`,
      'refresh_type=cognito; Path=/; Secure; SameSite=Strict; Max-Age=2592000',
      '__Host-rid=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
    const hash = createHash('sha256').update(token).digest('hex');
    const items = await itemsOf('sessions');
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          pk: `SESSION#${hash}`,
          sk: 'SESSION',
          userId: body.userId,
          name: 'Ann',
          avatarUrl: null,
          provider: 'cognito',
          createdAtMs: local().nowMs(),
          expiresAtMs: local().nowMs() + 3_600_000,
          ttl: Math.ceil((local().nowMs() + 3_600_000) / 1000),
        }),
      ]),
    );
    expect(JSON.stringify(items)).not.toContain(token);
  });

  it('lasts an hour of the clock, as the page says beside the buttons that move it', async () => {
    await signIn('Zoe');
    const ends = (await itemsOf('sessions')).flatMap((item) => {
      const session = ClickedSession.safeParse(item);
      return session.success && session.data.name === 'Zoe' ? [session.data.expiresAtMs - local().nowMs()] : [];
    });
    const page = await (await get('/_local')).text();
    expect(page).toContain('A jump of an hour or more ends the sessions of one-click sign-ins.');
    const jumps = [...page.matchAll(/name="advanceMs"[^>]*value="(\d+)"[^>]*>([^<]+)/g)].map(
      ([, ms = '', label = '']) => ({ label, endsSession: ends.every((leftMs) => Number(ms) >= leftMs) }),
    );
    expect(ends).toHaveLength(1);
    expect(jumps).toEqual([
      { label: '+ 10 min', endsSession: false },
      { label: '+ 1 h', endsSession: true },
      { label: '+ 6 h', endsSession: true },
      { label: '+ 1 day', endsSession: true },
    ]);
  });

  it('gives the same person the same id and another session', async () => {
    const [first, second, other] = [await signIn('Bob'), await signIn(' Bob '), await signIn('Eve')];
    expect(first.userId).toMatch(/^cognito\|[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    expect(second.userId).toBe(first.userId);
    expect(second.cookie).not.toBe(first.cookie);
    expect(other.userId).not.toBe(first.userId);
  });

  it('stores the account of everybody, as each sign-in of the site does', async () => {
    for (const name of ['Fay', 'gus@home.example']) {
      const { userId } = await signIn(name);
      const rows = (await itemsOf('sessions')).filter((row) => JSON.stringify(row).includes(`ACCOUNT#${userId}`));
      expect(rows).toHaveLength(2);
    }
  });
});

describe('the accounts', () => {
  it('show the mails as a page and as JSON', async () => {
    expect(await jsonOf(await get('/_local/mail'))).toEqual([
      { to: 'ann@example.org', code: '123456', time: expect.any(Number) },
      { to: 'owner@example.org', subject: 'LJMonitor: 1 new', text: '柳荫里\n  NEW <b>', time: expect.any(Number) },
    ]);
    expect(await (await get('/_local', { accept: 'text/html' })).text()).toMatch(
      /owner@example\.org[^]*LJMonitor: 1 new[^]*NEW &#60;b&#62;[^]*ann@example\.org[^]*123456[^]*654321/,
    );
  });

  it('show the code of an authenticator for a name in any spelling', async () => {
    expect(await jsonOf(await get('/_local/totp?username=Ann@example.org%20'))).toEqual({ code: '654321' });
    expect((await get('/_local/totp?username=nobody')).status).toBe(404);
  });
});

it('shows the consents of the Google accounts', async () => {
  expect(await jsonOf(await get('/_local/google'))).toEqual([{ email: 'ann@home.example', name: 'Ann', consents: 2 }]);
  expect(await (await get('/_local')).text()).toMatch(/ann@home\.example<\/td>\s*<td class="number">2</);
});

describe('the mode of the model', () => {
  it('can be read and set, with the calls so far', async () => {
    expect(await jsonOf(await get('/_local/model'))).toMatchObject({ mode: 'normal', count: 0, calls: [] });
    const response = await post('/_local/model', { mode: 'quota' });
    expect([response.status, await jsonOf(response)]).toMatchObject([200, { mode: 'quota' }]);
    const asked = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }] };
    const refused = await fetch(`${local().model.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    expect(refused.status).toBe(429);
    expect(await jsonOf(await get('/_local/model'))).toMatchObject({
      count: 1,
      calls: [{ model: 'gpt-4o', status: 429 }],
    });
    await post('/_local/model', { mode: 'normal' });
  });
});

describe('the mode of the listing site', () => {
  it('can be read and set', async () => {
    const { origin, origins } = local().listing;
    const stateIn = (mode: string) => ({ mode, origin, origins });
    expect(await jsonOf(await get('/_local/listing'))).toEqual(stateIn('normal'));
    const response = await post('/_local/listing', { mode: 'captcha' });
    expect([response.status, await jsonOf(response)]).toEqual([200, stateIn('captcha')]);
    expect(await (await fetch(`${local().listing.origin}/ershoufang/c1199027300105/`)).text()).toContain('CAPTCHA');
    await post('/_local/listing', { mode: 'normal' });
  });
});

describe('the mode of the stacks', () => {
  it('can be read and set, with counts of calls and executions', async () => {
    const executions = [{ name: 'one', status: 'RUNNING', transitions: 4 }];
    expect(await jsonOf(await get('/_local/stacks'))).toEqual({
      mode: 'normal',
      calls: {},
      players: [],
      worlds: [{ stackName: 'bedrock-survival', source: 'new' }],
      warnings: [],
      reportsAsked: 0,
      executions,
    });
    const response = await post('/_local/stacks', { mode: 'createFails' });
    expect([response.status, await jsonOf(response)]).toMatchObject([200, { mode: 'createFails' }]);
    expect(await (await get('/_local')).text()).toMatch(/value="createFails" aria-pressed="true"/);
  });
});

describe('the clock of the control page', () => {
  it('moves the time', async () => {
    const before = local().nowMs();
    expect(await jsonOf(await post('/_local/clock', { advanceMs: 60_000 }))).toEqual({ now: before + 60_000 });
    expect(local().nowMs()).toBe(before + 60_000);
  });
});

describe('the refresh schedule', () => {
  it('runs the refresh once', async () => {
    const response = await fetch(`${local().url}/_local/schedule/refresh`, { method: 'POST' });
    expect([response.status, await jsonOf(response)]).toEqual([200, {}]);
    expect(local().ranSchedules()).toEqual(['LJMonitorSchedule']);
  });
});

describe('the state of the cloud', () => {
  it('counts the messages of the queues', async () => {
    expect(await jsonOf(await get('/_local/state'))).toMatchObject({
      queues: [
        { name: 'refresh', waiting: 1, inFlight: 0, delayed: 0, isDeadLetters: false },
        { name: 'refresh-dead', waiting: 0, inFlight: 0, delayed: 0, isDeadLetters: true },
      ],
      tables: ['sessions'],
      functions: ['LJMonitorHttp'],
      schedules: ['OtherSchedule', 'LJMonitorSchedule'],
    });
  });

  it('shows tables page by page', async () => {
    for (let count = 0; count < 15; count++) await signIn(`person ${count}`);
    const first = await jsonOf(await get('/_local/tables/sessions'));
    const next = typeof first === 'object' && first !== null && 'next' in first ? String(first.next) : '';
    expect(first).toMatchObject({ items: { length: 50 } });
    const second = await jsonOf(await get(`/_local/tables/sessions?after=${next}`));
    expect(second).toMatchObject({ next: null });
    expect(await (await get('/_local/tables/sessions', { accept: 'text/html' })).text()).toContain('Next page');
  });

  it('shows the log of a function', async () => {
    expect(await jsonOf(await get('/_local/functions/LJMonitorHttp'))).toEqual(['{"message":"<hello>"}']);
    const page = await (await get('/_local/functions/LJMonitorHttp', { accept: 'text/html' })).text();
    expect(page).toContain('&#60;hello&#62;');
  });
});

describe('the page', () => {
  it('has no inline code and no foreign resources', async () => {
    const response = await get('/_local');
    const page = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(page).toContain('Local cloud');
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/);
    for (const uri of ['/_local/page.css', '/_local/page.js']) expect((await get(uri)).status).toBe(200);
  });
});
