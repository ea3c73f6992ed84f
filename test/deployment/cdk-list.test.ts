import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

describe('npx cdk ls', () => {
  it('prints one stack, so plain `npx cdk deploy` is the whole deployment', () => {
    // The build exists already.
    const words = ['node_modules/aws-cdk/bin/cdk', 'ls', '--build', 'true', '--output', 'cdk.out/listed'];
    const env = { ...process.env, CDK_VALIDATION: 'false', SITE_FILE: '' };
    const { status, stdout, stderr } = spawnSync('node', words, { encoding: 'utf8', env });
    expect({ status, stdout, stderr: status === 0 ? '' : stderr }).toEqual({
      status: 0,
      stdout: 'HomePage\n',
      stderr: '',
    });
  });
});
