import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')] as const);
const check = readFileSync(`${folder}/check.yml`, 'utf8');

/** Splits a workflow at the beginnings of its steps. */
const steps = (text: string) => text.split(/^ {6}- /m).slice(1);
const indexOf = (what: RegExp) => steps(check).findIndex((step) => what.test(step));

describe.each(workflows)('the workflow %s', (name, text) => {
  it('runs actions by their commits', () => {
    const actions = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action);
    expect(actions.length).toBeGreaterThan(1);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('reads the repository and writes nothing to it', () => {
    const [, granted = ''] = /^permissions:\n((?: {2}.*\n)+)/m.exec(text) ?? [];
    const grants = granted.trim().split(/\n\s*/);
    // The second one is for the role in AWS.
    expect(grants).toEqual(name === 'deploy.yml' ? ['contents: read', 'id-token: write'] : ['contents: read']);
    expect(text.match(/permissions:/g)).toHaveLength(1);
    expect(steps(text).find((step) => step.includes('actions/checkout'))).toContain('persist-credentials: false');
    expect(text).not.toMatch(/pull_request_target|workflow_run/);
  });
});

describe('the workflow "Check"', () => {
  it('searches every commit for secrets before anything else runs', () => {
    expect(steps(check)[indexOf(/actions\/checkout/)]).toMatch(/^ {10}fetch-depth: 0$/m);
    const [, command = ''] = /^ {8}run: (.*gitleaks.*)$/m.exec(check) ?? [];
    expect(command).toMatch(/^go run github\.com\/zricethezav\/gitleaks\/v8@v8\.\d+\.\d+ git \. --redact --no-banner$/);
    expect(indexOf(/gitleaks/)).toBeGreaterThan(-1);
    expect(indexOf(/gitleaks/)).toBeLessThan(indexOf(/run: \.ci\/run/));
  });

  it('lints the browser extension, after it was built, by a fixed version', () => {
    const step = indexOf(/^name: Lint the browser extension$/m);
    expect(steps(check)[step]).toMatch(/^ {8}run: npx --yes addons-linter@\d+\.\d+\.\d+ web\/extension\/dist$/m);
    expect(step).toBeGreaterThan(indexOf(/run: \.ci\/run/));
  });

  it('lets the search pass over invented values only, each by its whole text', () => {
    const rules = readFileSync('.gitleaks.toml', 'utf8');
    expect(rules).toMatch(/^useDefault = true$/m);
    expect(rules).not.toMatch(/^\s*(paths|commits|stopwords|condition|disabledRules)\b/m);
    const allowed = [...rules.matchAll(/'''(.*)'''/g)].map(([, value = '']) => value);
    expect(allowed.length).toBeGreaterThan(0);
    for (const value of allowed) expect(value).toMatch(/^[\w-]{20,}(\[01\])?$/);
  });

  it('runs what a contributor runs, and fails when known weaknesses cannot be asked for', () => {
    expect(steps(check)[indexOf(/run: \.ci\/run/)]).toMatch(/^ {10}AUDIT_REQUIRED: 'true'$/m);
    const commands = readFileSync('.ci/run', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('npm '));
    expect(commands).toEqual([
      'npm ci --loglevel=warn',
      'npm run check',
      'npm run audit',
      'npm test',
      'npm run test:core',
    ]);
    expect(readFileSync('.ci/run', 'utf8')).toContain('set -euo pipefail');
  });

  it('checks the signatures of what was installed, and keeps the bill of materials', () => {
    expect(indexOf(/run: npm audit signatures$/m)).toBeGreaterThan(indexOf(/run: \.ci\/run/));
    expect(indexOf(/run: npm run --silent sbom > sbom\.json$/m)).toBeGreaterThan(-1);
    expect(steps(check)[indexOf(/name: sbom/)]).toMatch(/^ {10}path: sbom\.json$/m);
  });

  it('ignores no failure', () => {
    expect(check).not.toContain('continue-on-error');
    expect(check).not.toMatch(/\|\| (true|:)/);
  });
});

describe('the proposals of updates', () => {
  it('wait for a week after a release', () => {
    const ecosystems = readFileSync('.github/dependabot.yml', 'utf8').split('package-ecosystem: ').slice(1);
    expect(ecosystems.map((each) => each.slice(0, each.indexOf('\n')))).toEqual(['npm', 'github-actions']);
    for (const each of ecosystems)
      expect(Number(/cooldown:\n {6}default-days: (\d+)/.exec(each)?.[1])).toBeGreaterThanOrEqual(7);
  });
});
