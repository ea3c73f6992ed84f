import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const workflow = readFileSync('.github/workflows/deploy.yml', 'utf8');
const checkWorkflow = readFileSync('.github/workflows/check.yml', 'utf8');
/** Returns the events that start a workflow. */
const startedBy = (text: string) => [...(/^on:\n((?: {2}.*\n)+)/m.exec(text)?.[1] ?? '').matchAll(/\w+/g)].join();
/** Returns the commands of a workflow that are no script of several lines. */
const commandsOf = (text: string) => [...text.matchAll(/\brun: (?!\|)(.+)$/gm)].map(([, command]) => command);
const [, script = ''] = /name: Write site\.json .*\n(?:.*\n)*? {8}run: \|\n((?: {10}.*\n)+)/.exec(workflow) ?? [];

let folder: string;
let site: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workflow-'));
  site = join(folder, 'site.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the step as GitHub does, which sets a variable of a missing secret to an empty text. */
const runStep = (secret: string) =>
  spawnSync('bash', ['--noprofile', '--norc', '-e', '-c', script], {
    cwd: folder,
    env: { SITE_JSON: secret },
    encoding: 'utf8',
  });

describe('the workflow "Check"', () => {
  it('runs on every push what a contributor runs', () => {
    expect(startedBy(checkWorkflow)).toBe('push,pull_request');
    expect(commandsOf(checkWorkflow)).toContain('.ci/run');
    const commands = readFileSync('.ci/run', 'utf8').match(/^npm .*$/gm);
    expect(commands).toEqual([
      'npm ci --loglevel=warn',
      'npm run check',
      'npm run audit',
      'npm test',
      'npm run test:core',
    ]);
  });
});

describe('the workflow "Deploy"', () => {
  it('is started by hand only, with a role instead of a key', () => {
    expect(startedBy(workflow)).toBe('workflow_dispatch');
    expect(workflow).toContain('role-to-assume: ${{ vars.DEPLOY_ROLE_ARN }}');
    expect(workflow).not.toMatch(/aws-access-key-id|secrets\.AWS/);
    expect(commandsOf(workflow).slice(0, 2)).toEqual(['npm ci', 'npm run check']);
  });

  it('writes site.json from the secret before it deploys', () => {
    const values = '{"owner":"ann@example.org","google":{"users":["b$c`d@example.org"]}}';
    expect(runStep(values)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(readFileSync(site, 'utf8')).toBe(`${values}\n`);
    expect(workflow.indexOf('Write site.json')).toBeLessThan(workflow.indexOf('npx cdk deploy'));
  });

  it('fails when the site does not answer after the deployment', () => {
    const [, url = ''] = /^ {8}run: npm run doctor -- "\$\((node -p '.*')\)"$/m.exec(workflow) ?? [];
    expect(workflow.indexOf('--outputs-file outputs.json\n')).toBeGreaterThan(workflow.indexOf('npx cdk deploy'));
    expect(workflow.indexOf('npm run doctor')).toBeGreaterThan(workflow.indexOf('--outputs-file'));
    writeFileSync(join(folder, 'outputs.json'), '{"HomePage":{"Url":"https://home.example.org","EdgeDomain":"d"}}');
    const { stdout } = spawnSync('bash', ['-c', url], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('https://home.example.org\n');
  });

  it('keeps the file of the repository', () => {
    writeFileSync(site, '{}');
    expect(runStep('{"owner":null}').status).toBe(0);
    expect(readFileSync(site, 'utf8')).toBe('{}');
  });

  it('ends with a sentence where there is neither', () => {
    const { status, stderr } = runStep('');
    expect(status).not.toBe(0);
    expect(stderr).toContain('SITE_JSON: is missing. docs/operations.md: Deploying from GitHub');
    expect(existsSync(site)).toBe(false);
  });
});
