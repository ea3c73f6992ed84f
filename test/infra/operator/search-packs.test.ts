import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type PackedSite, rebuildAll } from 'infra/operator/search-packs';
import { listen } from 'local/http/listen';
import { RebuildPacks } from 'shared-types/contract/chat/search-packs';
import { silentPort } from '../../support/silent-port.ts';

const nothing = { read: 0, rebuilt: 0, unchanged: 0, busy: 0, next: null };

/** Rebuilds the packs of a site whose function answers so, one answer after the other. Returns what is printed and asked. */
async function rebuilt(people: string[], answers: Awaited<ReturnType<PackedSite['rebuild']>>[]) {
  const printed: string[] = [];
  const asked: RebuildPacks[] = [];
  const site: PackedSite = {
    findPeople: async () => people,
    rebuild: async (part) => {
      asked.push(part);
      return answers.shift() ?? nothing;
    },
  };
  await rebuildAll(site, undefined, { print: (line) => void printed.push(line) });
  return { printed, asked };
}

describe('the rebuilding of all packs', () => {
  it('goes on after the last conversation of each run, from person to person, and says how far it is', async () => {
    const { printed, asked } = await rebuilt(
      ['ann', 'bob'],
      [
        { ...nothing, read: 40, rebuilt: 3, unchanged: 37, next: '07' },
        { ...nothing, read: 2, rebuilt: 1, unchanged: 1 },
        { ...nothing, read: 1, unchanged: 1 },
      ],
    );
    expect(asked).toEqual([
      { userId: 'ann', after: null },
      { userId: 'ann', after: '07' },
      { userId: 'bob', after: null },
    ]);
    expect(printed).toEqual([
      'person 1 of 2: 40 conversations read',
      'person 1 of 2: 42 conversations read',
      'person 2 of 2: 43 conversations read',
      '43 conversations read, 4 rebuilt, 39 unchanged',
    ]);
  });

  it('says that a conversation was left', async () => {
    const { printed } = await rebuilt(['ann'], [{ ...nothing, read: 2, unchanged: 1, busy: 1 }]);
    expect(printed.slice(1)).toEqual([
      '2 conversations read, 0 rebuilt, 1 unchanged',
      '1 conversation changed meanwhile. Run this command again.',
    ]);
  });
});

/** What the function of the deployed site was asked. */
const asked: { path: string; part: RebuildPacks }[] = [];
let failure: string | undefined;

/** Stands in for the Parameter Store, a table with one account in its index, and the function. */
const aws = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse) {
  const body = await text(request);
  const target = String(request.headers['x-amz-target']);
  if (target.endsWith('GetParameter')) return response.end(JSON.stringify({ Parameter: { Value: 'named' } }));
  if (target.endsWith('Query')) {
    const isFound = body.includes('"ACCOUNTS"') || body.includes('USERNAME#ann@example.org');
    return response.end(JSON.stringify({ Items: isFound ? [{ pk: { S: 'ACCOUNT#cognito|1' } }] : [] }));
  }
  asked.push({ path: request.url ?? '', part: RebuildPacks.parse(JSON.parse(body)) });
  if (failure === undefined) return response.end(JSON.stringify({ ...nothing, read: 1, rebuilt: 1 }));
  response.setHeader('x-amz-function-error', failure);
  return response.end(JSON.stringify({ errorType: failure }));
}

let origin: string;
let silent: Awaited<ReturnType<typeof silentPort>>;
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(aws)}`;
  silent = await silentPort();
});
afterAll(() => {
  silent.close();
  aws.close();
});
beforeEach(() => {
  asked.length = 0;
  failure = undefined;
});

const run = (options: string[]) =>
  promisify(execFile)('node', ['bin/search-packs.ts', ...options], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(silent.port),
      SITE_FILE: '',
      AWS_ENDPOINT_URL: origin,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'AKIDOPERATOR',
      AWS_SECRET_ACCESS_KEY: 'x',
    },
  });
const failedWith = (stderr: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(stderr) });

describe('npm run search-packs', () => {
  it.each([[['--all', '--deployed']], [['ANN@example.org', '--deployed']]])(
    'calls the function of the deployed site with %j',
    async (options) => {
      expect((await run(options)).stdout).toBe(
        'person 1 of 1: 1 conversation read\n1 conversation read, 1 rebuilt, 0 unchanged\n',
      );
      expect(asked).toEqual([
        { path: '/2015-03-31/functions/named/invocations', part: { userId: 'cognito|1', after: null } },
      ]);
    },
  );

  it('says that the function has failed', async () => {
    failure = 'Sandbox.Timedout';
    await expect(run(['--all', '--deployed'])).rejects.toMatchObject(
      failedWith(/^The function that rebuilds packs has failed: .*Sandbox\.Timedout.*\n$/),
    );
  });

  it('never reaches the deployed site without --deployed', async () => {
    await expect(run(['--all'])).rejects.toMatchObject(
      failedWith(/^No site runs at http:\S+\. Another port: PORT=…; the deployed site: -- --deployed\n$/),
    );
    expect(asked).toEqual([]);
  });

  it('says that nobody has this name', async () => {
    await expect(run(['no@example.org', '--deployed'])).rejects.toMatchObject(
      failedWith(/^no@example\.org has never signed in\.\n$/),
    );
  });

  it.each([[[]], [['--deployed']], [['a@example.org', 'b@example.org']], [['a@example.org', '--all']], [['--some']]])(
    'prints its usage for %j',
    async (options) => {
      await expect(run(options)).rejects.toMatchObject(
        failedWith(/^npm run search-packs -- <email> \| --all \[--deployed\]\n$/),
      );
    },
  );
});
