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

const used = noSession(', session can only be used once.');

describe('a challenge session of a strict pool', () => {
  it('is used up by a wrong code at the sign-in, also over a restart', async () => {
    const name = await ann.member();
    const { Session } = await ann.signIn();
    const wrong = ann.respond('SOFTWARE_TOKEN_MFA', Session, name, 'abcdef');
    await expect(wrong).rejects.toMatchObject(refused('CodeMismatchException'));
    await expect(ann.respond('SOFTWARE_TOKEN_MFA', Session, name, ann.code())).rejects.toMatchObject(used);
    await ann.restart();
    await expect(ann.respond('SOFTWARE_TOKEN_MFA', Session, name, ann.code())).rejects.toMatchObject(used);
  });

  it('is used up by a wrong code at the set-up', async () => {
    const { offered } = await ann.offered();
    const right = ann.code();
    const wrong = ann.prove(offered, right === '000000' ? '000001' : '000000');
    await expect(wrong).rejects.toMatchObject(refused('EnableSoftwareTokenMFAException'));
    await expect(ann.prove(offered, right)).rejects.toMatchObject(used);
  });

  it('comes with no undocumented parameter, and is answered with the name of the sign-in', async () => {
    await ann.confirmed();
    const asked = await ann.signIn();
    expect(asked.ChallengeParameters).toEqual({ MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' });
    const { Session: offered } = await ann.associate(asked.Session);
    const { Session: proven } = await ann.prove(offered, ann.code());
    expect((await ann.respond('MFA_SETUP', proven, username)).AuthenticationResult?.RefreshToken).toBeDefined();
  });
});
