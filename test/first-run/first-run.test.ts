import { appendFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { isSettled } from 'shared-types/rules/message-status';
import * as z from 'zod';
import { copyOfClone } from '../support/commands/clone.ts';
import { processesIn } from '../support/commands/processes.ts';
import { openTerminal } from '../support/commands/typed.ts';
import { eventually } from '../support/eventually.ts';
import { type Call, apiCaller, ask } from '../support/site/caller.ts';
import { sendRaw } from '../support/site/raw-request.ts';
import { stackPage } from '../support/site/stack-page.ts';

jest.setTimeout(300_000);

/** A small community of the demo city, in which nothing happens by itself. */
const community = '1199027300104';
const stackName = 'bedrock-survival';
const question = 'Write 1 kB about the lighthouse';

const [clone, broken] = [copyOfClone(), copyOfClone()];
const terminal = openTerminal();
afterAll(() => {
  terminal.close();
  for (const folder of [clone, broken]) rmSync(folder, { recursive: true, force: true });
});

/** Starts the site in the copy, with the environment of a person who has set nothing but a port. */
async function start(command: 'npm start' | 'npm start -- --fresh', port: string | undefined) {
  const site = terminal.type(command, { folder: clone, env: port === undefined ? {} : { PORT: port } });
  return { origin: await site.shown(/^ready (.+)$/), pressCtrlC: () => site.pressCtrlC() };
}

/** Presses "Sign in" at `/_local`, where a name is filled in. Returns what the pages then do. */
async function signIn(origin: string) {
  const page = await sendRaw(origin, { method: 'GET', path: '/_local' });
  const [, name = ''] = /name="name"[^>]*value="([^"]+)"/.exec(page.text) ?? [];
  const pressed = await sendRaw(origin, {
    method: 'POST',
    path: '/_local/sessions',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  const { cookie } = z.object({ cookie: z.string() }).parse(pressed.body);
  const session = await ask(origin, 'GET /api/auth/session', { cookie });
  expect(session).toMatchObject({ status: 200, body: { data: { userContext: { name: name.replace(/@.*/, '') } } } });
  const call = apiCaller(origin, cookie);
  return { call, server: stackPage(origin, cookie, stackName) };
}

const listHouses = (call: Call) => call('GET /api/ljmonitor/house', { query: {} });

/** Returns the texts of the newest conversation; none where there is no conversation. */
async function listTexts(call: Call): Promise<string[]> {
  const [session] = await call('GET /api/chat/session/list', { query: {} });
  if (!session) return [];
  const messages = await call('GET /api/chat/session/message/list', { query: { sessionId: session.sessionId } });
  return messages.map(({ text }) => text);
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

describe('the first run', () => {
  it('has a site that works after npm start, keeps its data, and loses them with --fresh', async () => {
    const first = await start('npm start', '0');
    const { call, server } = await signIn(first.origin);
    await server.begin('start');
    await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: community } });
    const asked = await call('POST /api/chat/session/create_with_message', { body: { text: question } });
    const answer = await eventually(
      async () => {
        const message = await call('GET /api/chat/session/message/{sessionMessageId}', {
          params: { sessionMessageId: asked.assistantSessionMessageId },
        });
        return isSettled(message) && message;
      },
      60_000,
      100,
    );
    expect(answer).toMatchObject({ status: 'DONE', finishReason: 'stop', text: expect.stringMatching(/./) });
    const houses = await eventually(
      async () => {
        const listed = await listHouses(call);
        return listed.length > 0 && listed;
      },
      60_000,
      100,
    );
    expect(await server.ended()).toMatchObject({ awsStackInfo: { stackStatus: 'CREATE_COMPLETE' } });
    await first.pressCtrlC();
    expect(processesIn(clone)).toEqual([]);

    const second = await start('npm start', '0');
    const again = await signIn(second.origin);
    expect((await listHouses(again.call)).map(({ houseId }) => houseId)).toEqual(
      expect.arrayContaining(houses.map(({ houseId }) => houseId)),
    );
    expect(await listTexts(again.call)).toEqual(expect.arrayContaining([question, answer.text]));
    expect(await again.server.detail()).toMatchObject({ awsStackInfo: { stackStatus: 'CREATE_COMPLETE' } });
    await second.pressCtrlC();

    // The port that README names is taken where it is free.
    const fresh = await start('npm start -- --fresh', (await isFree(3000)) ? undefined : '0');
    const anew = await signIn(fresh.origin);
    expect(await listHouses(anew.call)).toEqual([]);
    expect(await listTexts(anew.call)).toEqual([]);
    expect(await anew.server.detail()).toMatchObject({ awsStackInfo: null });
    await fresh.pressCtrlC();
    expect(processesIn(clone)).toEqual([]);
  });

  it('is not called ready while a worker that no call reaches cannot be loaded', async () => {
    appendFileSync(join(broken, 'lambdas/src/chat/generate.lambda.ts'), "\nthrow new Error('A typing error');\n");
    const { code, said, errors } = await terminal.run('npm start', { folder: broken, env: { PORT: '0' } });
    expect([code, said.match(/^ready.*/m)]).toEqual([1, null]);
    expect(errors).toMatch(/^The site does not work: \S*Generat\S* cannot be loaded\. See \.local\/logs\.$/m);
  });
});
