import { password } from '../../../../../support/credentials.ts';
import { ForgotPasswordCommand, SignUpCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createCognito } from 'local/aws/cognito/cognito';
import {
  ClientId,
  day,
  refused,
  username,
  type PoolCaller,
  startPoolCaller,
} from '../../../../../support/aws/pool-caller.ts';
import { poolDescription } from '../../../../../support/aws/user-pool.ts';

let ann: PoolCaller;
beforeEach(async () => {
  ann = await startPoolCaller();
});
afterEach(() => ann.close());

describe('signing up', () => {
  it('mails a code and confirms the user with it', async () => {
    const answer = await ann.signUp('Ann@Example.org');
    expect(answer).toMatchObject({ UserConfirmed: false, CodeDeliveryDetails: { Destination: 'a***@e***' } });
    expect(ann.pool().mails).toEqual([{ to: username, code: expect.stringMatching(/^\d{6}$/), time: ann.clock.now() }]);
    await expect(ann.signIn()).rejects.toMatchObject(refused('UserNotConfirmedException', 'User is not confirmed.'));
    await ann.confirm(ann.lastCode());
    expect((await ann.signIn()).ChallengeName).toBe('MFA_SETUP');
  });

  it.each([
    ['Short1a', 'Password did not conform with policy: Password not long enough'],
    ['no-upper-1', 'Password did not conform with policy: Password must have uppercase characters'],
    ['NO-LOWER-1', 'Password did not conform with policy: Password must have lowercase characters'],
    ['No-digit-x', 'Password did not conform with policy: Password must have numeric characters'],
  ])('refuses %s by the policy of the template', async (weak, message) => {
    await expect(ann.signUp(username, weak)).rejects.toMatchObject(refused('InvalidPasswordException', message));
  });

  it('refuses a name that is taken, one that is no address, and passwords with spaces at their ends', async () => {
    await ann.signUp();
    await expect(ann.signUp('ANN@example.org')).rejects.toMatchObject(refused('UsernameExistsException'));
    await expect(ann.signUp('ann')).rejects.toMatchObject(
      refused('InvalidParameterException', 'Username should be an email.'),
    );
    for (const bad of [` ${password}`, `${password}\t`, 'Correct\nhorse-1'])
      await expect(ann.signUp('b@example.org', bad)).rejects.toMatchObject(refused('InvalidParameterException'));
  });

  it.each(['a b@example.org', `${'a'.repeat(120)}@example.org`, 'a\u0007@example.org'])(
    'takes no name that the service would not: %j',
    async (name) => {
      for (const asked of [ann.signUp(name), ann.confirm('123456', name), ann.resend(name), ann.forgot(name)])
        await expect(asked).rejects.toMatchObject(refused('InvalidParameterException'));
    },
  );

  it('creates one user for two simultaneous calls', async () => {
    const results = await Promise.allSettled([ann.signUp(), ann.signUp()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('forgets a code after a day, and when a new one was sent', async () => {
    await ann.signUp();
    const first = ann.lastCode();
    await ann.resend();
    await expect(ann.confirm(first)).rejects.toMatchObject(refused('CodeMismatchException'));
    ann.clock.advance(day);
    await expect(ann.confirm(ann.lastCode())).rejects.toMatchObject(refused('ExpiredCodeException'));
  });

  it('takes no more than five wrong codes', async () => {
    await ann.signUp();
    for (let tries = 0; tries < 5; tries++)
      await expect(ann.confirm('wrong')).rejects.toMatchObject(refused('CodeMismatchException'));
    await expect(ann.confirm(ann.lastCode())).rejects.toMatchObject(refused('LimitExceededException'));
  });

  it('does not reveal which users exist', async () => {
    const nobody = 'nobody@example.org';
    const delivered = { CodeDeliveryDetails: { Destination: 'n***@e***' } };
    expect(await ann.resend(nobody)).toMatchObject(delivered);
    expect(await ann.forgot(nobody)).toMatchObject(delivered);
    await expect(ann.reset('123456', password, nobody)).rejects.toMatchObject(refused('ExpiredCodeException'));
    await expect(ann.confirm('123456', nobody)).rejects.toMatchObject(refused('ExpiredCodeException'));
    expect(ann.pool().mails).toEqual([]);
  });
});

describe('the secret hash', () => {
  it('is required everywhere and covers the username as sent', async () => {
    const unable = refused('NotAuthorizedException', `Unable to verify secret hash for client ${ClientId}`);
    await expect(ann.signUp(username, password, ann.hash(username, 'other'))).rejects.toMatchObject(unable);
    await expect(ann.signUp(username, password, ann.hash('Ann@example.org'))).rejects.toMatchObject(unable);
    const without = ann.client().send(new ForgotPasswordCommand({ ClientId, Username: username }));
    await expect(without).rejects.toMatchObject(
      refused(
        'NotAuthorizedException',
        `Client ${ClientId} is configured with secret but SECRET_HASH was not received`,
      ),
    );
  });

  it('covers only the sub in refreshes', async () => {
    const { sub, refreshToken } = await ann.signedIn();
    const mismatch = refused('NotAuthorizedException', `SecretHash does not match for the client: ${ClientId}`);
    await expect(ann.refresh(refreshToken, username)).rejects.toMatchObject(mismatch);
    expect((await ann.refresh(refreshToken, sub)).AuthenticationResult?.IdToken).toBeDefined();
  });

  it('is valid for its own client only', async () => {
    const other = ann.client().send(new SignUpCommand({ ClientId: 'other', Username: username, Password: password }));
    await expect(other).rejects.toMatchObject(
      refused('ResourceNotFoundException', 'User pool client other does not exist.'),
    );
  });
});

describe('a pool that asks for more', () => {
  it.each([
    ['MfaConfiguration', 'OPTIONAL'],
    ['UserPoolAddOns', { AdvancedSecurityMode: 'ENFORCED' }],
    ['LambdaConfig', {}],
    ['UsernameAttributes', ['phone_number']],
  ])('is refused at the start: %s', (name, value) => {
    const description = { ...poolDescription, properties: { ...poolDescription.properties, [name]: value } };
    expect(() =>
      createCognito({ pools: [description], dataDir: ann.folder, clock: ann.clock, onMail: () => {} }),
    ).toThrow(name);
  });
});
