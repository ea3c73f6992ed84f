import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCdk } from 'infra/operator/run-cdk';

let folder: string;
let program: string;
/** A stand-in for the CDK's command line notes what it was called with, and ends as its first word says. */
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'run-cdk-')));
  program = join(folder, 'cdk.cjs');
  writeFileSync(
    program,
    `require('node:fs').writeFileSync('called.json', JSON.stringify(process.argv.slice(2)));
     const [word] = process.argv.slice(2);
     if (word === 'killed') process.kill(process.pid, 'SIGKILL');
     process.exitCode = Number(word);`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the CDK’s command line', () => {
  it.each([
    ['0', 0],
    ['3', 3],
    ['killed', 1],
  ])('gets its words in its folder, and when it ends with %s the exit code is %d', async (word, code) => {
    expect(await runCdk([word, '--require-approval', 'never'], folder, program)).toBe(code);
    const called: unknown = JSON.parse(readFileSync(join(folder, 'called.json'), 'utf8'));
    expect(called).toEqual([word, '--require-approval', 'never']);
  });
});
