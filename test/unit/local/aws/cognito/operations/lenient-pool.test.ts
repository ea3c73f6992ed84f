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
  ann = await startPoolCaller({ isLenient: true });
});
afterEach(() => ann.close());

describe('a lenient pool', () => {
  it('names the user, and takes no other name', async () => {
    const sub = await ann.member();
    expect(sub).not.toBe(username);
    const asked = await ann.signIn();
    expect(asked.ChallengeParameters).toEqual({ USER_ID_FOR_SRP: sub });
    const alias = ann.respond('SOFTWARE_TOKEN_MFA', asked.Session, username, ann.code());
    await expect(alias).rejects.toMatchObject(noSession());
  });

  it('keeps a session after a wrong code at the sign-in', async () => {
    const sub = await ann.member();
    const { Session } = await ann.signIn();
    const wrong = ann.respond('SOFTWARE_TOKEN_MFA', Session, sub, 'abcdef');
    await expect(wrong).rejects.toMatchObject(refused('CodeMismatchException'));
    const right = await ann.respond('SOFTWARE_TOKEN_MFA', Session, sub, ann.code());
    expect(right.AuthenticationResult?.RefreshToken).toBeDefined();
  });

  it('keeps a session after a wrong code at the set-up', async () => {
    const { offered } = await ann.offered();
    const right = ann.code();
    const wrong = ann.prove(offered, right === '000000' ? '000001' : '000000');
    await expect(wrong).rejects.toMatchObject(refused('EnableSoftwareTokenMFAException'));
    expect((await ann.prove(offered, right)).Status).toBe('SUCCESS');
  });
});
