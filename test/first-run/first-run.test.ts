import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { isSettled } from 'shared-types/rules/message-status';
import * as z from 'zod';
import { eventually } from '../support/eventually.ts';
import { type Call, apiCaller, ask } from '../support/site/caller.ts';
import { sendRaw } from '../support/site/raw-request.ts';
import { stackPage } from '../support/site/stack-page.ts';

jest.setTimeout(300_000);

/** A small community of the demo city, in which nothing happens by itself. */
const community = '1199027300104';
const stackName = 'bedrock-survival';
const question = 'Write 1 kB about the lighthouse';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'home-'));
const clone = copyOfClone();
/** The process groups of the sites that have not been stopped. */
const running = new Set<number>();
afterAll(() => {
  for (const group of running) process.kill(-group, 'SIGKILL');
  for (const folder of [clone, home]) rmSync(folder, { recursive: true, force: true });
});

/** Copies what git tracks into an empty folder, with the installed packages beside it and nothing that was built. */
function copyOfClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'first-run-'));
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: checkout, encoding: 'utf8' });
  for (const file of tracked.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(checkout, file), join(folder, file));
  }
  for (const workspace of ['', 'shared-types', 'infra', 'lambdas', 'web', 'local']) linkPackages(folder, workspace);
  return folder;
}

/** Installs the packages of a workspace as links to those of this checkout, without what was built and cached there. */
function linkPackages(folder: string, workspace: string) {
  const installed = join(checkout, workspace, 'node_modules');
  if (!existsSync(installed)) return;
  mkdirSync(join(folder, workspace, 'node_modules'));
  for (const entry of readdirSync(installed, { withFileTypes: true })) {
    if (/^\.(cache|vite)/.test(entry.name)) continue;
    const path = join(installed, entry.name);
    // The links to the workspaces are relative, so in the copy they lead to the copy.
    symlinkSync(
      entry.isSymbolicLink() ? readlinkSync(path) : path,
      join(folder, workspace, 'node_modules', entry.name),
    );
  }
}

/** Types `npm start` in the copy, with the environment of a person who has set nothing but a port. */
async function start({ port, options = [] }: { port: string | undefined; options?: string[] }) {
  const child = spawn('npm', ['start', ...options], {
    cwd: clone,
    env: { PATH: process.env['PATH'], HOME: home, ...(port !== undefined && { PORT: port }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A terminal sends Ctrl-C to the whole group of the command.
    detached: true,
  });
  const { pid = 0 } = child;
  running.add(pid);
  const lines: string[] = [];
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  void exited.then(() => running.delete(pid));
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => lines.push(line));
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      if (line.startsWith('ready ')) resolve(line.slice('ready '.length));
    });
    child.once('exit', () => reject(new Error(`npm start has ended:\n${lines.join('\n')}`)));
  });
  return {
    origin,
    async pressCtrlC() {
      process.kill(-pid, 'SIGINT');
      await exited;
    },
  };
}

/** The ids of the processes that work in the copy. */
const processesLeft = () =>
  readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readlinkSync(`/proc/${id}/cwd`).startsWith(clone);
    } catch {
      return false;
    }
  });

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
  expect(session).toMatchObject({ status: 200, body: { data: { userContext: { name } } } });
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
    const first = await start({ port: '0' });
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
    expect(processesLeft()).toEqual([]);

    const second = await start({ port: '0' });
    const again = await signIn(second.origin);
    expect((await listHouses(again.call)).map(({ houseId }) => houseId)).toEqual(
      expect.arrayContaining(houses.map(({ houseId }) => houseId)),
    );
    expect(await listTexts(again.call)).toEqual(expect.arrayContaining([question, answer.text]));
    expect(await again.server.detail()).toMatchObject({ awsStackInfo: { stackStatus: 'CREATE_COMPLETE' } });
    await second.pressCtrlC();

    // The port that README names is taken where it is free.
    const fresh = await start({ port: (await isFree(3000)) ? undefined : '0', options: ['--', '--fresh'] });
    const anew = await signIn(fresh.origin);
    expect(await listHouses(anew.call)).toEqual([]);
    expect(await listTexts(anew.call)).toEqual([]);
    expect(await anew.server.detail()).toMatchObject({ awsStackInfo: null });
    await fresh.pressCtrlC();
    expect(processesLeft()).toEqual([]);
  });
});
