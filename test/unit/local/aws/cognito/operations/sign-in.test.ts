import { password } from '../../../../../support/credentials.ts';
import { InitiateAuthCommand, type AuthFlowType } from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { codeAt } from 'local/aws/cognito/credentials/totp';
import {
  ClientId,
  incorrect,
  day,
  minute,
  noSession,
  refused,
  username,
  type PoolCaller,
  startPoolCaller,
} from '../../../../../support/aws/pool-caller.ts';

let ann: PoolCaller;
beforeEach(async () => {
  ann = await startPoolCaller();
});
afterEach(() => ann.close());

describe('a password', () => {
  it('gets the same error when it is wrong and when the user is unknown', async () => {
    await ann.confirmed();
    await expect(ann.signIn('Wrong-one-1')).rejects.toMatchObject(incorrect);
    await expect(ann.signIn(password, 'nobody@example.org')).rejects.toMatchObject(incorrect);
  });

  it('locks the account after five wrong attempts, twice as long after each further one', async () => {
    await ann.confirmed();
    const exceeded = refused('NotAuthorizedException', 'Password attempts exceeded');
    for (let tries = 0; tries < 5; tries++) await expect(ann.signIn('Wrong-one-1')).rejects.toMatchObject(incorrect);
    await expect(ann.signIn()).rejects.toMatchObject(exceeded);
    ann.clock.advance(1000);
    await expect(ann.signIn('Wrong-one-1')).rejects.toMatchObject(incorrect);
    ann.clock.advance(1000);
    await expect(ann.signIn()).rejects.toMatchObject(exceeded);
    ann.clock.advance(1000);
    expect((await ann.signIn()).Session).toBeDefined();
  });

  it('forgets wrong attempts after a quarter of an hour', async () => {
    await ann.confirmed();
    for (let tries = 0; tries < 5; tries++) await expect(ann.signIn('Wrong-one-1')).rejects.toMatchObject(incorrect);
    ann.clock.advance(15 * minute);
    for (let tries = 0; tries < 4; tries++) await expect(ann.signIn('Wrong-one-1')).rejects.toMatchObject(incorrect);
    expect((await ann.signIn()).Session).toBeDefined();
  });

  it('does not open a disabled account, and tells only its owner', async () => {
    await ann.confirmed();
    await ann.pool().admin('AdminDisableUser', username);
    await expect(ann.signIn()).rejects.toMatchObject(refused('NotAuthorizedException', 'User is disabled.'));
    await expect(ann.signIn('Wrong-one-1')).rejects.toMatchObject(incorrect);
  });

  it.each(['constructor', '__proto__', 'toString'])(
    'is wrong for the unknown user %s, like any other',
    async (name) => {
      await expect(ann.signIn(password, name)).rejects.toMatchObject(incorrect);
    },
  );

  it('can only be sent in the ways that the client allows', async () => {
    const flows: AuthFlowType[] = ['USER_SRP_AUTH', 'CUSTOM_AUTH', 'USER_AUTH'];
    for (const AuthFlow of flows) {
      const asked = ann
        .client()
        .send(new InitiateAuthCommand({ ClientId, AuthFlow, AuthParameters: { USERNAME: username } }));
      await expect(asked).rejects.toMatchObject(refused('InvalidParameterException'));
    }
  });

  it('can be replaced with a mailed code, which keeps the authenticator', async () => {
    await ann.member();
    await ann.forgot();
    await expect(ann.reset('wrong', 'Brand-new-2')).rejects.toMatchObject(refused('CodeMismatchException'));
    await expect(ann.reset(ann.lastCode(), 'weak')).rejects.toMatchObject(refused('InvalidPasswordException'));
    const right = ann.lastCode();
    await ann.reset(right, 'Brand-new-2');
    await expect(ann.reset(right, 'Brand-new-3')).rejects.toMatchObject(refused('ExpiredCodeException'));
    await expect(ann.signIn()).rejects.toMatchObject(incorrect);
    expect((await ann.signIn('Brand-new-2')).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  });
});

const used = noSession(', session can only be used once.');
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a challenge session', () => {
  it('is new in each response and used up by success', async () => {
    const { name, asked, offered } = await ann.offered();
    const proven = await ann.prove(offered, ann.code());
    expect(new Set([asked, offered, proven.Session]).size).toBe(3);
    await expect(ann.associate(asked)).rejects.toMatchObject(used);
    await expect(ann.prove(offered, ann.code())).rejects.toMatchObject(used);
    await ann.respond('MFA_SETUP', proven.Session, name);
    await expect(ann.respond('MFA_SETUP', proven.Session, name)).rejects.toMatchObject(used);
  });

  it('stays after wrong codes at the sign-in, also over a restart, until the right one uses it up', async () => {
    const name = await ann.member();
    const { Session } = await ann.signIn();
    const respond = (code: string) => ann.respond('SOFTWARE_TOKEN_MFA', Session, name, code);
    const mismatch = refused('CodeMismatchException', 'Invalid code received for user');
    for (const wrong of ['abcdef', wrongFor(ann.code()), wrongFor(ann.code())])
      await expect(respond(wrong)).rejects.toMatchObject(mismatch);
    await ann.restart();
    await expect(respond(wrongFor(ann.code()))).rejects.toMatchObject(mismatch);
    expect((await respond(ann.code())).AuthenticationResult?.RefreshToken).toBeDefined();
    await expect(respond(ann.code())).rejects.toMatchObject(used);
  });

  it('stays after wrong codes at the set-up, with the same secret', async () => {
    await ann.confirmed();
    const { SecretCode = '', Session: offered } = await ann.associate((await ann.signIn()).Session);
    const mismatch = refused('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA');
    for (let tries = 0; tries < 3; tries += 1)
      await expect(ann.prove(offered, wrongFor(ann.code()))).rejects.toMatchObject(mismatch);
    const shown = codeAt(SecretCode, Math.floor(ann.clock.now() / 30_000));
    expect((await ann.prove(offered, shown)).Status).toBe('SUCCESS');
    await expect(ann.prove(offered, ann.code())).rejects.toMatchObject(used);
  });

  it('names the user, and is answered with no other name', async () => {
    const sub = await ann.member();
    expect(sub).not.toBe(username);
    const asked = await ann.signIn();
    expect(asked.ChallengeParameters).toEqual({ USER_ID_FOR_SRP: sub });
    const alias = ann.respond('SOFTWARE_TOKEN_MFA', asked.Session, username, ann.code());
    await expect(alias).rejects.toMatchObject(noSession());
  });

  it('is valid as long as the client says', async () => {
    const name = await ann.member();
    const { Session } = await ann.signIn();
    ann.clock.advance(15 * minute);
    const late = ann.respond('SOFTWARE_TOKEN_MFA', Session, name, ann.pool().cognito.totp(username) ?? '');
    await expect(late).rejects.toMatchObject(noSession(', session is expired.'));
  });

  it('is refused when it is forged, of another step or of another user', async () => {
    const name = await ann.member();
    const { Session } = await ann.signIn();
    await expect(ann.associate('x'.repeat(128))).rejects.toMatchObject(noSession());
    await expect(ann.associate(Session)).rejects.toMatchObject(noSession());
    await expect(ann.respond('MFA_SETUP', Session, name)).rejects.toMatchObject(noSession());
    await ann.signUp('bo@example.org');
    await ann.confirm(ann.lastCode(), 'bo@example.org');
    const other = (await ann.signIn()).Session;
    const stolen = ann.respond('SOFTWARE_TOKEN_MFA', other, 'bo@example.org', ann.code());
    await expect(stolen).rejects.toMatchObject(noSession());
  });

  it('does not skip the proof of an authenticator', async () => {
    const { name, asked, offered } = await ann.offered();
    await expect(ann.respond('MFA_SETUP', offered, name)).rejects.toMatchObject(noSession());
    await expect(ann.prove(asked, '123456')).rejects.toMatchObject(noSession());
  });
});

describe('an authenticator', () => {
  it('makes the codes of RFC 6238', () => {
    const secret32 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const codes = [59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((seconds) =>
      codeAt(secret32, Math.floor(seconds / 30)),
    );
    expect(codes).toEqual(['287082', '081804', '005924', '353130']);
  });

  it('counts each code once, the one of its set-up too', async () => {
    const { name, offered } = await ann.offered();
    const first = ann.code();
    const proven = await ann.prove(offered, first);
    await ann.respond('MFA_SETUP', proven.Session, name);
    const { Session } = await ann.signIn();
    await expect(ann.respond('SOFTWARE_TOKEN_MFA', Session, name, first)).rejects.toMatchObject(
      refused('ExpiredCodeException', 'Your software token has already been used once.'),
    );
  });

  it('works when the clock is put back, as a restart of the local cloud does', async () => {
    const name = await ann.member();
    ann.clock.advance(-day);
    const { Session } = await ann.signIn();
    const code = ann.pool().cognito.totp(username) ?? '';
    expect((await ann.respond('SOFTWARE_TOKEN_MFA', Session, name, code)).AuthenticationResult).toBeDefined();
  });

  it('can be removed by an administrator, after which the next sign-in sets up another', async () => {
    await ann.member();
    await ann.pool().admin('AdminDeleteSoftwareToken', username);
    expect((await ann.signIn()).ChallengeName).toBe('MFA_SETUP');
  });
});
