import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, it } from '@jest/globals';
import { unconfirmedAccounts } from 'lambdas/auth/cognito/unconfirmed-accounts';

describe('the list of unconfirmed accounts', () => {
  it('continues where the page before has ended', async () => {
    const asked: Record<string, unknown>[] = [];
    const client = new CognitoIdentityProviderClient({ region: 'us-east-1' });
    client.middlewareStack.add(
      () => async (args) => {
        asked.push({ ...args.input });
        const created = new Date('2026-11-20T00:00:00Z');
        const Users = [{ Username: `id-${asked.length}`, UserCreateDate: created }, { Username: 'without a time' }];
        return { output: { $metadata: {}, Users, PaginationToken: 'the next' }, response: undefined };
      },
      { step: 'initialize' },
    );
    const accounts = unconfirmedAccounts(client, 'pool-1');
    const createdMs = Date.parse('2026-11-20T00:00:00Z');
    expect(await accounts.page(undefined)).toEqual({ accounts: [{ name: 'id-1', createdMs }], next: 'the next' });
    expect(await accounts.page('the next')).toMatchObject({ accounts: [{ name: 'id-2' }] });
    expect(asked.map((input) => input['PaginationToken'])).toEqual([undefined, 'the next']);
    expect(asked).toEqual(
      [0, 1].map(() =>
        expect.objectContaining({ UserPoolId: 'pool-1', Limit: 60, Filter: 'cognito:user_status = "UNCONFIRMED"' }),
      ),
    );
  });
});
