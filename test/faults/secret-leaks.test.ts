import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPoolStore } from 'local/aws/cognito/pool-store';
import { seedParameters } from 'local/aws/ssm/seed';
import { leaks, secretsIn } from '../support/site/leaks.ts';

const secret = 'a secret of the test';
const files = { template: 'assembly/HomePage.template.json', bundle: 'assembly/asset.1/index.js', log: 'logs/F.log' };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'leaks-'));
  for (const folder of ['assembly/asset.1', 'logs']) mkdirSync(join(dataDir, folder), { recursive: true });
  for (const file of Object.values(files)) writeFileSync(join(dataDir, file), 'nothing of interest');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('a secret', () => {
  it.each(Object.entries(files))('is found in a %s', (_, file) => {
    expect(leaks({ dataDir, printed: [] }, [secret])).toEqual([]);
    writeFileSync(join(dataDir, file), `{"key":"${secret}"}`);
    expect(leaks({ dataDir, printed: [] }, [secret])).toEqual([file]);
  });

  it('is found on the terminal, except for lines that must show one', () => {
    const printed = [
      `Email to ann@example.org: the code is ${secret}`,
      `  Invitation code  ${secret}`,
      `oh: ${secret}`,
    ];
    expect(leaks({ dataDir, printed }, [secret])).toEqual([`the terminal: oh: ${secret}`]);
  });

  it('includes the edge secret, the key of the user pool and the users’ credentials', () => {
    const parameters = Object.values(seedParameters(dataDir)).filter((value) => value.length > 20);
    const pool = openPoolStore(dataDir, 'pool', Date.now);
    const { state } = pool;
    state.sessions['a step of a sign-in'] = { sub: '1', step: 'MFA_SETUP', expiresAtMs: Date.now(), used: false };
    pool.save();
    expect(parameters).toHaveLength(1);
    expect(secretsIn(dataDir)).toEqual([...parameters, state.clientSecret, 'a step of a sign-in']);
    writeFileSync(join(dataDir, files.log), state.clientSecret);
    expect(leaks({ dataDir, printed: [] }, [])).toEqual([files.log]);
  });

  it('must be long enough not to be found by chance', () => {
    expect(() => leaks({ dataDir, printed: [] }, ['123456'])).toThrow('too short');
  });
});
