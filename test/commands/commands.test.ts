import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { listen } from 'local/http/listen';
import * as z from 'zod';
import { checkout, copyOfClone } from '../support/commands/clone.ts';
import { holdPort } from '../support/commands/held-port.ts';
import { processesIn } from '../support/commands/processes.ts';
import { openTerminal } from '../support/commands/typed.ts';
import { owner } from '../support/credentials.ts';
import { eventually } from '../support/eventually.ts';
import { ask } from '../support/site/caller.ts';
import { sendRaw } from '../support/site/raw-request.ts';

const terminal = openTerminal();
/** The commands that write build here, and not over what other tests read. */
const clone = copyOfClone();
const folder = mkdtempSync(join(tmpdir(), 'commands-'));
afterAll(() => {
  terminal.close();
  for (const each of [clone, folder]) rmSync(each, { recursive: true, force: true });
});

/** Types a command in the copy, which has to succeed. Returns what it has printed. */
async function succeed(command: string, place: Parameters<typeof terminal.run>[1] = { folder: clone }) {
  const { code, said, errors } = await terminal.run(command, place);
  expect({ command, code, errors: code === 0 ? '' : errors.slice(0, 1000) }).toEqual({ command, code: 0, errors: '' });
  return said;
}

describe('npm run dev', () => {
  it('answers calls of its own pages and the commands for this machine, and leaves no process', async () => {
    const { port, release } = await holdPort();
    const place = { folder: clone, env: { PORT: String(port) } };
    const site = terminal.type('npm run dev', place);
    const vite = new URL(await site.shown(/Local: +(http:\S+)/)).origin;
    await site.shown(/^ready (.+)$/);
    // A browser names the page that it posts from, and the site takes no such call of another page.
    const signedIn = await sendRaw(vite, {
      method: 'POST',
      path: '/_local/sessions',
      headers: { 'content-type': 'application/json', host: new URL(vite).host, origin: vite },
      body: JSON.stringify({ name: owner }),
    });
    const { cookie } = z.object({ cookie: z.string() }).parse(signedIn.body);
    expect(await ask(vite, 'GET /api/auth/session', { cookie })).toMatchObject({ status: 200 });
    const page = await sendRaw(vite, { method: 'GET', path: '/', headers: { accept: 'text/html' } });
    expect(page.text).toContain('/@vite/client');

    expect(await succeed('npm run invite', place)).toContain('For one person, at');
    expect(await succeed(`npm run sessions -- ${owner}`, place)).toMatch(/ since \d{4}-/);
    await site.pressCtrlC();
    await eventually(() => processesIn(clone).length === 0);
    release();
  });
});

describe('npm run replay', () => {
  it('serves the pages of a folder', async () => {
    mkdirSync(join(folder, 'ershoufang'));
    writeFileSync(join(folder, 'ershoufang/c1.html'), '<h1>柳荫里</h1>');
    const site = terminal.type('npm run replay -- <folder>'.replace('<folder>', folder));
    const origin = await site.shown(/ at (http:\S+)$/);
    expect(await sendRaw(origin, { method: 'GET', path: '/ershoufang/c1/' })).toMatchObject({
      status: 200,
      text: '<h1>柳荫里</h1>',
    });
    await site.pressCtrlC();
  });

  it.each([
    ['there is no such folder', ['/nowhere'], /^There is no folder \/nowhere\.$/],
    ['no folder is named', [], /^Usage: npm run replay -- <folder> \[port\]/],
    ['the port is no number', ['/', 'x'], /^Usage: /],
    ['the port is taken', [folder, 'taken'], /^Port \d+ cannot be opened \(.*EADDRINUSE.*\)\. Choose another one/],
  ])('fails in one sentence when %s', async (_, given, sentence) => {
    const other = createServer();
    const taken = String(await listen(other));
    const words = given.map((word) => (word === 'taken' ? taken : word));
    const { code, errors } = await terminal.run(['npm run replay --', ...words].join(' '));
    expect(errors).toMatch(sentence);
    expect({ code, lines: errors.split('\n').length }).toEqual({ code: 1, lines: 1 });
    other.close();
  });
});

describe('a command that builds', () => {
  it('npm run synth leaves the template, the site and the extension', async () => {
    await succeed('npm run synth');
    expect(readFileSync(join(clone, 'cdk.out/HomePage.template.json'), 'utf8')).toContain('AWS::Lambda::Function');
    for (const file of ['web/dist/index.html', 'web/extension/dist/manifest.json'])
      expect(statSync(join(clone, file)).size).toBeGreaterThan(0);
  });

  it('npm run bench measures one row', async () => {
    expect(await succeed('npm run bench -- 11')).toMatch(/^11 +idle cost a month without worlds +\$\d/m);
  });

  it('npm run grants writes the same as the last time', async () => {
    await succeed('npm run grants');
    const [written, kept] = [clone, checkout].map((each) => readFileSync(join(each, 'docs/grants.md'), 'utf8'));
    expect(written).toBe(kept);
  });
});

describe('npm run sbom', () => {
  it('prints the packages', async () => {
    // npm reads the packages themselves, which the copy has as links.
    expect(await succeed('npm run sbom', {})).toContain('"bomFormat": "CycloneDX"');
  });
});

describe('npm run screens', () => {
  it('draws one picture', async () => {
    const startedMs = Date.now();
    // The browser is unpacked once in a checkout, and so are the bundles of a site.
    expect(await succeed('npm run screens -- costs', {})).toContain('costs-1280-light.png');
    expect(statSync(join(checkout, '.cache/screens/costs-1280-light.png')).mtimeMs).toBeGreaterThanOrEqual(
      Math.floor(startedMs),
    );
  });

  it('says which pictures there are', async () => {
    const { code, errors } = await terminal.run('npm run screens -- nothing');
    expect(errors).toMatch(/^No picture begins with nothing\. There are: .*, home, /);
    expect(code).toBe(1);
  });
});
