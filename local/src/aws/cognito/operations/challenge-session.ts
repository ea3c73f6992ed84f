import { randomBytes } from 'node:crypto';
import { notAuthorized } from '../error.ts';
import type { ChallengeSession, User } from '../pool-store.ts';
import type { PoolContext } from '../pool-context.ts';

type Step = ChallengeSession['step'];

/** Each challenge carries a new session. */
export function newChallengeSession({ pool, store, now }: PoolContext, user: User, step: Step): string {
  const id = randomBytes(96).toString('base64url');
  store.state.sessions[id] = { sub: user.sub, step, expiresAtMs: now() + pool.authSessionMs, used: false };
  return id;
}

/**
 * Checks a session and returns its user. The caller uses the session up by a right answer. In a strict pool every answer
 * does, because Cognito does not document that a session outlives a wrong one.
 */
export function openChallengeSession({ store, now, isStrict }: PoolContext, id: string, steps: Step[]) {
  const session = store.state.sessions[id];
  const user = session && store.state.users[session.sub];
  if (!user || !steps.includes(session.step)) throw notAuthorized('Invalid session for the user.');
  if (session.used) throw notAuthorized('Invalid session for the user, session can only be used once.');
  if (session.expiresAtMs <= now()) throw notAuthorized('Invalid session for the user, session is expired.');
  if (!user.enabled) throw notAuthorized('User is disabled.');
  const use = () => void (session.used = true);
  if (isStrict) {
    use();
    store.save();
  }
  return { user, use };
}
