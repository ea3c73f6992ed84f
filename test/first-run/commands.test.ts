import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkout } from '../support/commands/clone.ts';
import { commandsIn, documentedCommands } from '../support/commands/documented.ts';
import { openTerminal } from '../support/commands/typed.ts';
import { silentPort } from '../support/silent-port.ts';

/** Says where a command of the documents is typed, or why no test types it. */
type Trial = { here: true } | { file: string } | { why: string };

const here: Trial = { here: true };
const firstRun: Trial = { file: 'test/first-run/first-run.test.ts' };
const core: Trial = { file: 'test/commands/commands.test.ts' };
const suite: Trial = { why: 'It runs tests, among them these.' };
const rule: Trial = { why: 'It is a part of the check before each landing, which fails without it.' };
const account: Trial = { why: 'It is a command of the CDK, and all that it does is in an account of AWS.' };
const long: Trial = { why: 'Only what it measures differs from the command of another row, and it takes minutes.' };
const start: Trial = { why: 'It is how other commands begin.' };

/** Every command that a document names. */
const trials: Record<string, Trial> = {
  'npm ci': { why: 'It has installed the packages that this test uses.' },
  'npm install': { why: 'It changes the packages of this checkout.' },
  'npm start': firstRun,
  'npm start -- --fresh': firstRun,
  'npm run dev': core,
  'npm run replay -- <folder>': core,
  'npm run screens': { file: 'test/commands/screens.test.ts' },
  'npm run screens -- costs': core,
  'npm run build': { why: 'It is the first thing that npm run synth does.' },
  'npm run synth': core,
  'npm run bench': long,
  'npm run bench -- 5 8': long,
  'npm run bench -- 11': core,
  'npm run texts': here,
  'npm run imports': rule,
  'npm run check': { why: 'It runs before each landing, for a minute.' },
  'npm run grants': core,
  'npm run sbom': core,
  'npm run audit': { why: 'It asks the registry, and runs before each landing.' },
  'npm run setup': here,
  'npm run setup -- --protect': here,
  'npm run setup -- --adopt': here,
  'npm run deploy': here,
  'npm run doctor': here,
  'npm run rotate': here,
  'npm run invite': here,
  'npm run invite -- --deployed': here,
  'npm run sessions': here,
  'npm run sessions -- <email> --deployed': here,
  'npm run sessions -- <email> --disable --deployed': here,
  'npm run sessions -- <email> --enable --deployed': here,
  'npm run sessions -- <email> --end': here,
  'npm run reset-mfa': here,
  'npm run reset-mfa -- <email> --deployed': here,
  'npm run search-packs': here,
  'npm run search-packs -- --all --deployed': here,
  'npm run search-packs -- <email> --deployed': here,
  'npm test': suite,
  'npm run test:unit': suite,
  'npm run test:e2e': suite,
  'npm run test:e2e -- test/e2e/chat': suite,
  'npm run test:core': suite,
  'npm run test:core -- test/concurrency': suite,
  'npm run test:core -- test/pictures': suite,
  'npm run test:deep': suite,
  'npm run test:deep -- test/bench': suite,
  'npm run test:deep -- test/deployment': suite,
  'npm run test:deep -- test/engines': suite,
  'npm run test:deep -- test/load': suite,
  'npm run jest -- <path> --randomize': suite,
  'npm run': start,
  'npm run …': start,
  'npx cdk': start,
  'npx cdk bootstrap': account,
  'npx cdk deploy': account,
  'npx cdk destroy': account,
  'npx cdk diff': account,
  'npx cdk rollback': account,
};

describe('the commands of the documents', () => {
  it('are found in blocks and in lines, also after a variable and beside another command', () => {
    const text =
      'Type `npm run\none`, not `npmrc`:\n\n```\nnpm ci && PORT=1 npm start   # the site\nA=1 B=2 npx two\n```\n';
    expect(commandsIn(text)).toEqual(['npm ci', 'npm start', 'npx two', 'npm run one']);
  });

  it('have a row each, and each row a document', () => {
    expect(Object.keys(trials).toSorted()).toEqual([...documentedCommands().keys()].toSorted());
  });

  it('are typed where their rows say', () => {
    for (const [command, trial] of Object.entries(trials)) {
      const file = 'file' in trial ? trial.file : 'here' in trial ? 'test/first-run/commands.test.ts' : undefined;
      if (file === undefined) continue;
      const times = existsSync(join(checkout, file))
        ? readFileSync(join(checkout, file), 'utf8').split(`'${command}'`).length - 1
        : 0;
      // This file has each command in the table as well.
      expect({ command, isTyped: times > ('here' in trial ? 1 : 0) }).toEqual({ command, isTyped: true });
    }
  });
});

const terminal = openTerminal();
const folder = mkdtempSync(join(tmpdir(), 'operator-'));
const siteFile = join(folder, 'site.json');
writeFileSync(siteFile, '{ "aws": { "account": "123456789012", "region": "eu-central-1", "profile": null } }');

/** Takes connections and says nothing. */
const mute = createServer();
let mutePort: number;
/** Refuses every connection. */
let refusing: Awaited<ReturnType<typeof silentPort>>;
beforeAll(async () => {
  await once(mute.listen(0, '127.0.0.1'), 'listening');
  const address = mute.address();
  mutePort = typeof address === 'object' && address ? address.port : 0;
  refusing = await silentPort();
});
afterAll(() => {
  terminal.close();
  refusing.close();
  mute.close();
  rmSync(folder, { recursive: true });
});

/**
 * Types a command that fails. Returns its sentence. A machine of AWS has credentials of its own, which the command must not find
 * in a test.
 */
async function failure(command: string, env: Record<string, string>): Promise<string> {
  const typed = command.replace('<email>', 'ann@home.example');
  const { code, errors } = await terminal.run(typed, {
    env: { AWS_EC2_METADATA_SERVICE_ENDPOINT: refusing.origin, PORT: String(refusing.port), ...env },
  });
  expect({ command, code, lines: errors.split('\n').length }).toEqual({ command, code: 1, lines: 1 });
  expect(errors).not.toMatch(/^ +at |Error\b.*\bat /);
  return errors;
}

const keys = { AWS_ACCESS_KEY_ID: 'AKIDTEST', AWS_SECRET_ACCESS_KEY: 'x' };

/** The commands that begin with a call to AWS. */
const calling = [
  'npm run setup',
  'npm run deploy',
  'npm run doctor',
  'npm run rotate',
  'npm run invite -- --deployed',
  'npm run sessions -- <email> --deployed',
  'npm run reset-mfa -- <email> --deployed',
  'npm run search-packs -- --all --deployed',
  'npm run search-packs -- <email> --deployed',
];

describe('a command of the operator', () => {
  it.each([
    ...calling,
    'npm run setup -- --protect',
    'npm run setup -- --adopt',
    'npm run sessions -- <email> --disable --deployed',
    'npm run sessions -- <email> --enable --deployed',
  ])('%s asks for credentials where there are none', async (command) => {
    expect(await failure(command, { SITE_FILE: siteFile })).toMatch(/^There are no credentials for AWS\. Sign in/);
  });

  it.each(calling)('%s asks for what comes before it on a new machine', async (command) => {
    expect(await failure(command, { SITE_FILE: '' })).toMatch(
      /^No region is chosen|^There is no site\.json\. .*setup$/,
    );
  });

  it.each(calling)('%s says that AWS cannot be reached', async (command) => {
    const said = await failure(command, { ...keys, SITE_FILE: siteFile, AWS_ENDPOINT_URL: refusing.origin });
    expect(said).toMatch(/^AWS refused or is not responding: .*ECONNREFUSED/);
  });

  it('makes every client with the same patience', () => {
    const ours = ['operator', 'deployed/deploy', 'deployed/doctor', 'deployed/packs', 'setup/prepare'];
    const listed = ['bin/rotate', ...ours.map(sourceOf)];
    const made = listed.flatMap((file) => [
      ...readFileSync(join(checkout, `${file}.ts`), 'utf8').matchAll(/new \w+Client\((.*?)\)/g),
    ]);
    expect(made.length).toBeGreaterThan(10);
    expect(made.filter(([, settings = '']) => !settings.includes('patience'))).toEqual([]);
  });
});

const sourceOf = (name: string) => `infra/src/operator/${name}`;

describe('a command for the site on this machine', () => {
  it.each(['npm run sessions', 'npm run reset-mfa', 'npm run search-packs'])(
    '%s says how it is typed',
    async (command) => {
      expect(await failure(command, {})).toContain(`${command} -- <email>`);
    },
  );

  it('npm run dev says that its port is in use', async () => {
    expect(await failure('npm run dev', { PORT: String(mutePort), DATA_DIR: folder })).toBe(
      `Port ${mutePort} is in use. Choose another one with PORT=…`,
    );
  });

  it.each(['npm run invite', 'npm run sessions -- <email> --end'])('%s says that no site runs', async (command) => {
    expect(await failure(command, { SITE_FILE: '' })).toMatch(/^No site runs at http:\S+/);
  });
});

describe('a command whose call is taken and never answered', () => {
  it('gives up', async () => {
    const atAws = {
      ...keys,
      SITE_FILE: siteFile,
      AWS_ENDPOINT_URL: `http://127.0.0.1:${mutePort}`,
      AWS_MAX_ATTEMPTS: '1',
    };
    const local = ['npm run invite', 'npm run sessions -- <email> --end'];
    // All of them wait together.
    const [toldOfAws, toldOfSite] = await Promise.all([
      Promise.all(calling.map((command) => failure(command, atAws))),
      Promise.all(local.map((command) => failure(command, { PORT: String(mutePort) }))),
    ]);
    for (const sentence of toldOfAws) expect(sentence).toMatch(/^AWS is not responding\. Look at the network/);
    for (const sentence of toldOfSite) expect(sentence).toMatch(/^What runs at http:\S+ is not responding\. .*start$/);
  });
});

describe('npm run texts', () => {
  it('prints each text with its file', async () => {
    const { code, said, errors } = await terminal.run('npm run texts');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(said).toMatch(/^bin\/invite\.ts\tNo site runs at …/m);
  });
});
