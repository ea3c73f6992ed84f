import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Adopted } from 'infra/adopted';
import { isSettled } from 'shared-types/rules/message-status';
import * as z from 'zod';
import { eventually } from '../support/eventually.ts';
import { apiCaller } from '../support/site/caller.ts';
import { cookieBrowser } from '../support/site/cookie-browser.ts';
import { type Site, startSite } from '../support/site/site.ts';
import { password } from '../support/credentials.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'adoption-'));
const env = { STACK_NAMES: 'survival', STACK_SPEED: '40' };
const resblockId = '1199027300101';
const username = 'ann@example.org';
const patienceMs = 90_000;

/** The folders and files that AWS would still have after `cdk destroy`, and what `npm run setup` made before. */
const outlivesTheStack = ['dynamodb', 'cognito', 'kept.json', 'parameters.json'];

const Kept = z.record(z.string(), z.array(z.object({ ref: z.string(), properties: z.record(z.string(), z.json()) })));
/** Reads the record of the parts that are kept, as `npm run setup -- --adopt` does. */
function recordOf(number: number): string {
  const kept = Object.values(Kept.parse(JSON.parse(readFileSync(join(dataDir, 'kept.json'), 'utf8')))).flat();
  const record = kept.find(({ ref }) => ref === `/home-page/kept/${number}`);
  return z.string().parse(record?.properties['Value']);
}

const Stacks = z.object({
  stacks: z.array(z.object({ creationMs: z.number(), parameters: z.record(z.string(), z.string()) })),
});
/** Returns the parameters that the last start has given to CloudFormation. */
const worldOfLastStart = () => {
  const { stacks } = Stacks.parse(JSON.parse(readFileSync(join(dataDir, 'cloudformation/stacks.json'), 'utf8')));
  const { FileSystemId, AccessPointId, SubnetId, ServerGroupId } = stacks.at(-1)?.parameters ?? {};
  return { FileSystemId, AccessPointId, SubnetId, ServerGroupId };
};

/** Deletes everything that is the stack's own, as `cdk destroy` does. */
function destroyStack() {
  for (const name of readdirSync(dataDir).filter((each) => !outlivesTheStack.includes(each)))
    rmSync(join(dataDir, name), { recursive: true });
}

let site: Site | undefined;
const running = () => {
  if (!site) throw new Error('no site runs');
  return site;
};
afterAll(async () => {
  await site?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const Code = z.object({ code: z.string() });
async function totp() {
  await running().control('/clock', { advanceMs: 60_000 });
  return Code.parse(await running().control(`/totp?username=${username}`)).code;
}

/** Signs in by password and authenticator. */
async function signIn() {
  const browser = cookieBrowser(running());
  const asked = await browser.ask('POST', '/api/auth/cognito/sign_in', { username, password });
  expect(asked).toMatchObject({ status: 400, body: { errorCode: 'requireMFA' } });
  const entered = await browser.ask('POST', '/api/auth/cognito/sign_in_confirm', { username, userCode: await totp() });
  expect(entered.status).toBe(200);
  return browser;
}

const callerOf = ({ jar }: Awaited<ReturnType<typeof signIn>>) =>
  apiCaller(running().origin, `__Host-sid=${jar.get('__Host-sid')}`);

async function signUp() {
  const browser = cookieBrowser(running());
  const [, registrationCode = ''] = /Invitation code +(LOCAL-[A-Z0-9-]+)/.exec(running().output()) ?? [];
  await browser.ask('POST', '/api/auth/cognito/sign_up', { username, password, registrationCode });
  const [mail] = z.array(Code).parse(await running().control('/mail'));
  await browser.ask('POST', '/api/auth/cognito/sign_up_confirm', { username, confirmationCode: mail?.code });
  await browser.ask('POST', '/api/auth/cognito/sign_in', { username, password });
  await browser.ask('POST', '/api/auth/cognito/setup_mfa', { userCode: await totp() });
}

type Caller = ReturnType<typeof apiCaller>;
const survival = { params: { stackName: 'survival' } };

async function actionsOf(call: Caller) {
  const { data } = await call('GET /api/minecraft_bedrock/v2/{stackName}/detail', survival);
  return data.actionLogs.map(({ action }) => action);
}

async function playAndStop(call: Caller) {
  const succeeded = (action: 'START' | 'STOP') =>
    eventually(
      async () => {
        const { data } = await call('GET /api/minecraft_bedrock/v2/{stackName}/detail', survival);
        return data.actionLogs[0]?.action === action && data.actionLogs[0].syncStatus === 'SUCCEEDED';
      },
      patienceMs,
      200,
    );
  await running().control('/players', { stackName: 'survival', count: 1 });
  await call('POST /api/minecraft_bedrock/v2/{stackName}/start', survival);
  await succeeded('START');
  const world = worldOfLastStart();
  await call('POST /api/minecraft_bedrock/v2/{stackName}/stop', survival);
  await succeeded('STOP');
  return world;
}

describe('a site whose stack was removed', () => {
  let browser: Awaited<ReturnType<typeof signIn>>;
  let sessionId: string;
  let world: ReturnType<typeof worldOfLastStart>;
  let refusal: unknown;

  beforeAll(async () => {
    site = await startSite({ dataDir, env });
    await signUp();
    browser = await signIn();
    const call = callerOf(browser);
    await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
    const made = await call('POST /api/chat/session/create_with_message', {
      body: { text: 'Remember the lighthouse' },
    });
    sessionId = made.session.sessionId;
    const params = { sessionMessageId: made.assistantSessionMessageId };
    await eventually(
      async () => isSettled(await call('GET /api/chat/session/message/{sessionMessageId}', { params })),
      patienceMs,
      100,
    );
    world = await playAndStop(call);
    await site.stop();
    site = undefined;
    destroyStack();
    refusal = await startSite({ dataDir, env }).catch((error: unknown) => error);
  });

  it('refuses to start with empty tables and says how to continue', () => {
    expect(String(refusal)).toMatch(
      /The parameter \/home-page\/kept\/1 exists already: an earlier deployment kept its tables, .* operations\.adopted/,
    );
  });

  it('has its people, chats, communities and worlds again when a new deployment adopts them', async () => {
    const adopted = recordOf(1);
    expect(Adopted.parse(JSON.parse(adopted)).record).toBe(1);
    site = await startSite({ dataDir, env: { ...env, ADOPTED: adopted } });
    // The clock that the first site has moved does not outlive it, so its actions would be newer than the next ones.
    await site.control('/clock', { advanceMs: 3_600_000 });
    const call = callerOf(await signIn());
    const messages = await call('GET /api/chat/session/message/list', { query: { sessionId } });
    expect(JSON.stringify(messages)).toContain('Remember the lighthouse');
    expect(await call('GET /api/ljmonitor/resblock', {})).toMatchObject([{ resblockId }]);
    const events = await call('GET /api/auth/activity', {});
    expect(events.map(({ kind }) => kind)).toContain('authenticatorSet');
    const earlier = cookieBrowser(site);
    for (const [name, value] of browser.jar) earlier.jar.set(name, value);
    expect((await earlier.ask('POST', '/api/auth/cognito/sign_in_refresh')).status).toBe(200);
    expect(await actionsOf(call)).toEqual(['STOP', 'START']);
    expect(await playAndStop(call)).toEqual(world);
    expect(world).toMatchObject({ FileSystemId: expect.stringMatching(/^fs-/) });
    // The new deployment records the same parts, so that it can be rebuilt as well.
    expect(JSON.parse(recordOf(2))).toEqual({ ...JSON.parse(adopted), record: 2 });
  });
});
