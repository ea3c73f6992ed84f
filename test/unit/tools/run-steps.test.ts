import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { flakyReport, runSteps } from '../../../tools/suite/run-steps.ts';

const path = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

let folder: string;
const lines: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'suite-'));
  jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
  lines.length = 0;
  rmSync(folder, { recursive: true, force: true });
});

const passing = `test('passes', () => {});`;
const broken = (name: string) => `test('${name}', () => { throw new Error('broken'); });`;
/** Fails when it runs for the first time, as a test that meets a busy machine. */
const flaky = (name: string) => `
  test('${name}', () => {
    const { existsSync, writeFileSync } = require('node:fs');
    const ran = __dirname + '/${name}.ran';
    if (existsSync(ran)) return;
    writeFileSync(ran, '');
    throw new Error('the machine was busy');
  });`;

/** Runs a suite of these files with the jest, the reporter and the second run of the project. */
async function run(files: Record<string, string>) {
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.js`), source);
  const config = {
    rootDir: folder,
    transform: {},
    randomize: true,
    reporters: [path('test/support/jest/count-reporter.ts')],
  };
  const command = [
    process.execPath,
    path('node_modules/jest/bin/jest.js'),
    '--config',
    JSON.stringify(config),
    '--no-cache',
  ];
  return runSteps([
    {
      command,
      again: ({ files: failed, seed }) => [...command, '--runInBand', `--seed=${seed}`, '--runTestsByPath', ...failed],
    },
  ]);
}

describe('a run of tests', () => {
  it('is green when all tests pass', async () => {
    expect(await run({ a: passing })).toEqual({ passed: 1, failed: 0, flaky: [] });
  });

  it('stays red with a broken test, and names the flaky one beside it', async () => {
    expect(await run({ a: passing, b: broken('is broken'), c: flaky('is flaky') })).toEqual({
      passed: 2,
      failed: 1,
      flaky: [expect.objectContaining({ name: 'is flaky', error: expect.stringContaining('the machine was busy') })],
    });
  });

  it('is green with three flaky tests, and red with four', async () => {
    const three = { a: flaky('one'), b: flaky('two'), c: flaky('three') };
    expect(await run(three)).toMatchObject({ passed: 3, failed: 0, flaky: { length: 3 } });
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    expect(await run({ ...three, d: flaky('four') })).toMatchObject({ passed: 0, failed: 4, flaky: { length: 4 } });
  });

  it('tries nothing again after six failures', async () => {
    const three = { a: flaky('one'), b: flaky('two'), c: flaky('three') };
    expect(await run({ ...three, d: flaky('four'), e: flaky('five'), f: flaky('six') })).toEqual({
      passed: 0,
      failed: 6,
      flaky: [],
    });
  });

  it('takes no file that does not load, and no crash, for a flaky test', async () => {
    expect(await run({ a: passing, b: 'throw new Error("not loaded");' })).toEqual({ passed: 1, failed: 1, flaky: [] });
    const crash = [process.execPath, '-e', 'process.exit(1)'];
    expect(await runSteps([{ command: crash, again: () => crash }])).toEqual({ passed: 0, failed: 1, flaky: [] });
  });
});

const failure = (name: string) => ({ file: 'test/a.test.ts', name, error: `${name} was late` });

describe('the report of flaky tests', () => {
  it('names each one, and keeps its first error beside those of an earlier suite', () => {
    const file = join(folder, 'flaky.txt');
    flakyReport(file, [failure('one')], { isAdded: false });
    flakyReport(file, [failure('two')], { isAdded: true });
    expect(readFileSync(file, 'utf8')).toBe(
      'test/a.test.ts\none\none was late\n\ntest/a.test.ts\ntwo\ntwo was late\n\n',
    );
    expect(lines).toEqual([
      'FLAKY, passed in one of two runs: test/a.test.ts › one',
      'FLAKY, passed in one of two runs: test/a.test.ts › two',
    ]);
    flakyReport(file, [], { isAdded: false });
    expect(readFileSync(file, 'utf8')).toBe('');
  });
});
