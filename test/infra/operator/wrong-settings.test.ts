import { beforeEach, describe, expect, it } from '@jest/globals';
import { SSMClient } from '@aws-sdk/client-ssm';
import { deploymentsConfig } from 'infra/operator/deployed/doctor';
import { findKept } from 'infra/operator/deployed/stack';
import { sentenceOf } from 'infra/operator/terminal';
import { newAccount } from '../../support/account/account-state.ts';
import { useOperatorShell } from '../../support/account/operator.ts';

const account = newAccount();
const shell = await useOperatorShell(account);
beforeEach(() => shell.forgetSite());

/** Returns the sentence that a command ends with. */
async function sentenceAfter(work: () => unknown): Promise<string> {
  try {
    await work();
    return '';
  } catch (error) {
    return sentenceOf(error);
  }
}

describe('a command', () => {
  it('names the wrong value of site.json, and does not blame AWS for it', async () => {
    shell.writeSite({ google: { users: ['bob'] } });
    expect(await sentenceAfter(deploymentsConfig)).toMatch(/^\/.*site\.json is invalid\..*\n.*\n.*google\.users\[0\]$/);
  });

  it('names the value that is wrong together with cdk.json, and does not blame AWS for it', async () => {
    shell.writeSite({ stacks: { zoneLetter: 'z' } });
    expect(await sentenceAfter(deploymentsConfig)).toMatch(
      /^The context in cdk\.json is invalid\.\n.*\n.*stacks\.zoneLetter$/,
    );
  });

  it.each([
    ['{"record":1}', /^The parameter \/home-page\/kept\/1 is not as a deployment writes it\.\n.*\n.*at tables/],
    ['{', /^The parameter \/home-page\/kept\/1 is not as a deployment writes it\.\nSyntaxError/],
  ])('names a record of kept parts like %s', async (value, sentence) => {
    account.parameters.set('/home-page/kept/1', { type: 'String', value });
    expect(await sentenceAfter(() => findKept(new SSMClient()))).toMatch(sentence);
  });
});
