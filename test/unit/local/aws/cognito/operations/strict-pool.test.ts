import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  noSession,
  type PoolCaller,
  refused,
  startPoolCaller,
  username,
} from '../../../../../support/aws/pool-caller.ts';

let ann: PoolCaller;
beforeEach(async () => {
  ann = await startPoolCaller({ isStrict: true });
});
afterEach(() => ann.close());

/** Sets up an authenticator with the e-mail address for a name, which is all that a strict pool has told. */
async function member() {
  const { offered } = await ann.offered();
  const proven = await ann.prove(offered, ann.code());
  return ann.respond('MFA_SETUP', proven.Session, username);
}

const used = noSession(', session can only be used once.');

describe('a strict pool', () => {
  it('returns no undocumented parameter and takes the name of the sign-in', async () => {
    await ann.confirmed();
    expect((await ann.signIn()).ChallengeParameters).toEqual({ MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' });
    await ann.restart();
    const asked = await ann.signIn();
    const { Session } = await ann.associate(asked.Session);
    const proven = await ann.prove(Session, ann.code());
    const { AuthenticationResult } = await ann.respond('MFA_SETUP', proven.Session, username);
    expect(AuthenticationResult?.RefreshToken).toBeDefined();
    expect((await ann.signIn()).ChallengeParameters).toEqual({});
  });

  it('refuses the name of another user', async () => {
    await member();
    const { Session } = await ann.signIn();
    await ann.signUp('bo@example.org');
    const stolen = ann.respond('SOFTWARE_TOKEN_MFA', Session, 'bo@example.org', ann.code());
    await expect(stolen).rejects.toMatchObject(noSession());
  });

  it('uses up a session with a wrong code at the sign-in, also over a restart', async () => {
    await member();
    const { Session } = await ann.signIn();
    const wrong = ann.respond('SOFTWARE_TOKEN_MFA', Session, username, 'abcdef');
    await expect(wrong).rejects.toMatchObject(refused('CodeMismatchException'));
    await expect(ann.respond('SOFTWARE_TOKEN_MFA', Session, username, ann.code())).rejects.toMatchObject(used);
    await ann.restart();
    await expect(ann.respond('SOFTWARE_TOKEN_MFA', Session, username, ann.code())).rejects.toMatchObject(used);
  });

  it('uses up a session with a wrong code at the set-up', async () => {
    const { offered } = await ann.offered();
    const right = ann.code();
    const wrong = ann.prove(offered, right === '000000' ? '000001' : '000000');
    await expect(wrong).rejects.toMatchObject(refused('EnableSoftwareTokenMFAException'));
    await expect(ann.prove(offered, right)).rejects.toMatchObject(used);
  });
});
