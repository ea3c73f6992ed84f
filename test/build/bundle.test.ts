import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { conversationRoute, maxTimesFloor } from '../../bench/browser/first-load.ts';

const Config = z.object({ context: z.object({ site: z.object({ title: z.string() }) }) });
const web = join(import.meta.dirname, '..', '..', 'web');
const dist = mkdtempSync(join(tmpdir(), 'bundle-'));

beforeAll(() => {
  const vite = join(web, '..', 'node_modules', 'vite', 'bin', 'vite.js');
  for (const mode of ['production', 'bring'])
    execFileSync(process.execPath, [vite, 'build', '--mode', mode, '--outDir', dist, '--logLevel', 'error'], {
      cwd: web,
      stdio: 'pipe',
    });
});

afterAll(() => rmSync(dist, { recursive: true }));

const textOf = (file: string) => readFileSync(join(dist, file), 'utf8');
const files = (pattern: RegExp) =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !file.startsWith('br/') && pattern.test(file),
  );
const allText = (pattern: RegExp) => files(pattern).map(textOf).join('\n');
const brotliBytes = (pattern: RegExp) =>
  files(pattern).reduce((sum, file) => sum + readFileSync(join(dist, 'br', file)).length, 0);

/** Returns the names of the chunks that load before a screen shows: its own, and all that these import. */
function chunksOf(screen: string, found = new Set<string>()): Set<string> {
  if (found.has(screen)) return found;
  found.add(screen);
  const [file = ''] = files(new RegExp(`^assets/${screen}-[\\w-]{8}\\.js$`));
  for (const [, name = ''] of textOf(file).matchAll(/(?:from|import)\s*"\.\/([\w-]+)-[\w-]{8}\.js"/g))
    chunksOf(name, found);
  return found;
}

describe('the built site', () => {
  it('has no zod: it uses only the types of the contract', () => {
    expect(allText(/\.js$/)).not.toMatch(/ZodError|ZodType|safeParse/);
  });

  it('has no source map and no file that is not for browsers', () => {
    expect(files(/./).filter((file) => /\.(map|ts|tsx|env)$|(^|\/)\.(?!well-known)/.test(file))).toEqual([]);
    expect(allText(/\.(js|css)$/)).not.toContain('sourceMappingURL');
  });

  it('has no inline style or handler, and one script, which the content security policy knows by its hash', () => {
    const html = textOf('index.html');
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
    expect(html.match(/<script\b[^>]*>[^<]+/g)).toHaveLength(1);
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(textOf('bring.html').match(/<script\b[^>]*>[^<]+/g)).toBeNull();
  });

  it('names the files of each screen in its document, so that they load beside the app', () => {
    const [, json = ''] = /filesOfScreens = (.*);/.exec(textOf('index.html')) ?? [];
    const named = z.record(z.string(), z.array(z.string())).parse(JSON.parse(json));
    expect(Object.keys(named)).toEqual(['', 'auth', 'ljmonitor', 'stack', 'chat']);
    for (const screen of Object.values(named))
      expect(screen.map((file) => file.split('.').at(-1))).toEqual(['js', 'css']);
    expect(files(/./)).toEqual(expect.arrayContaining(Object.values(named).flat()));
  });

  it('shows its name before any script runs', () => {
    const { context } = Config.parse(JSON.parse(readFileSync(join(web, '..', 'cdk.json'), 'utf8')));
    expect(textOf('index.html')).toContain(`<title>${context.site.title}</title>`);
  });

  it('loads nothing from another origin, and no font', () => {
    expect(allText(/\.(css|html)$/)).not.toMatch(
      /url\(["']?(https?:)?\/\/|@font-face|@import|(src|href)="(https?:)?\/\//,
    );
  });

  it('has a brotli copy of every text file under the same name', () => {
    const texts = files(/\.(html|js|css|svg)$/);
    expect(texts.length).toBeGreaterThan(5);
    for (const file of texts)
      expect(brotliDecompressSync(readFileSync(join(dist, 'br', file)))).toEqual(readFileSync(join(dist, file)));
  });

  it.each([
    ['monitor', maxTimesFloor('/ljmonitor')],
    ['auth', maxTimesFloor('/auth')],
    ['stacks', maxTimesFloor('/stack')],
    ['chat', maxTimesFloor('/chat')],
    ['conversation', maxTimesFloor(conversationRoute)],
  ])('loads the screen %s within %d times the floor app', (screen, maxTimes) => {
    const floorBytes = 78_400;
    const chunks = [...chunksOf(screen)].join('|');
    expect(brotliBytes(new RegExp(`^assets/(${chunks})-[^/]*\\.(js|css)$`))).toBeLessThan(maxTimes * floorBytes);
  });

  it('loads the settings of a conversation and the syntax highlighter on demand', () => {
    for (const chunk of [/settings-[^/]*\.js$/, /highlight-[^/]*\.js$/, /typescript-[^/]*\.js$/])
      expect(brotliBytes(chunk)).toBeGreaterThan(0);
    expect(allText(/(index|chat|conversation)-[^/]*\.js$/)).not.toMatch(/hljs|Memory size/);
  });

  it('loads a small QR code library on demand', () => {
    expect(brotliBytes(/qr-code-[^/]*\.js$/)).toBeGreaterThan(0);
    expect(brotliBytes(/qr-code-[^/]*\.js$/)).toBeLessThan(4_000);
    expect(textOf('index.html')).not.toContain('qr-code');
  });

  it('loads the library for zips with the parts that import and export', () => {
    expect(allText(/use-export-[^/]*\.js$/)).toMatch(/unexpected EOF/);
    expect(allText(/(index|chat|conversation)-[^/]*\.js$/)).not.toMatch(/unexpected EOF/);
  });

  it('loads the reader of CSV with an import', () => {
    expect(allText(/assets\/[^/]*\.js$/)).toMatch(/UndetectableDelimiter/);
    expect(allText(/(index|monitor|home)-[^/]*\.js$/)).not.toMatch(/UndetectableDelimiter/);
  });

  it('loads charts and histories on demand', () => {
    expect(allText(/row-details-[^/]*\.js$/)).toMatch(/Show as table/);
    expect(allText(/(index|monitor)-[^/]*\.js$/)).not.toMatch(/Show as table|Older versions/);
  });

  it('keeps the sign-in screens out of the shared chunk', () => {
    expect(allText(/index-[^/]*\.js$/)).not.toMatch(/sign_up|otpauth|password should be/);
    expect(allText(/cognito-flow-[^/]*\.js$/)).toMatch(/sign_up/);
    expect(allText(/auth-[^/]*\.js$/)).not.toMatch(/sign_up_confirm/);
  });
});
