import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { type SiteFile } from 'infra/site-file';
import type { Terminal } from 'infra/operator/terminal';
import type { Account } from './account-state.ts';
import { startAccount } from './account.ts';

/**
 * Opens the operator's shell: credentials, a region, and a folder with site.json. It is this process's own while a test
 * file runs.
 */
export function openShell(endpoint: string) {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'));
  const file = join(folder, 'site.json');
  const credentials = join(folder, 'credentials');
  writeFileSync(credentials, '[home]\naws_access_key_id = AKIDHOME\naws_secret_access_key = x\n');
  const env: Record<string, string> = {
    SITE_FILE: file,
    AWS_ENDPOINT_URL: endpoint,
    AWS_SHARED_CREDENTIALS_FILE: credentials,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIDOPERATOR',
    AWS_SECRET_ACCESS_KEY: 'x',
  };
  return {
    env,
    /** Puts the variables into this process. The SDK reads them when a client is made. */
    enter: () => Object.assign(process.env, env),
    readSite: (): unknown => JSON.parse(readFileSync(file, 'utf8')),
    writeSite: (values: SiteFile) => writeFileSync(file, JSON.stringify(values)),
    forgetSite: () => rmSync(file, { force: true }),
    close: () => rmSync(folder, { recursive: true }),
  };
}

/** Opens the operator's shell at an AWS account for the tests of one file. */
export async function useOperatorShell(account: Account) {
  const aws = await startAccount(account, () => Promise.resolve(undefined));
  const shell = openShell(aws.origin);
  shell.enter();
  afterAll(() => {
    aws.close();
    shell.close();
  });
  return shell;
}

/** Plays a person who answers by the names of the variables, and records everything that the command has said. */
export function scriptedTerminal(answers: Record<string, string> = {}) {
  const lines: string[] = [];
  const asked: string[] = [];
  const terminal: Terminal = {
    ask(name) {
      asked.push(name);
      return Promise.resolve(answers[name] ?? '');
    },
    print: (line) => void lines.push(line),
  };
  return { terminal, asked, said: () => lines.join('\n') };
}
