import { isUsername } from 'shared-types/rules/auth/username';
import type { RequestHeaders } from '../../platform/http/reply.ts';
import { incorrectCredentials } from '../challenges/challenge.ts';
import type { PasswordAnswer } from '../cognito/cognito-answers.ts';
import type { CognitoProvider } from '../cognito/cognito-client.ts';
import type { Surroundings } from '../ports.ts';
import { type ClientPorts, identifyClient } from '../rate-limits/client-address.ts';
import { LimitRefusal } from '../rate-limits/constant-timing.ts';
import { type LimiterPorts, rateLimited } from '../rate-limits/rate-limiter.ts';
import { passwordLimits } from '../rate-limits/rate-limits.ts';

export type PasswordCheckPorts = ClientPorts &
  LimiterPorts &
  Pick<Surroundings, 'pause'> & { cognito: Pick<CognitoProvider, 'signIn'> };

/** A known browser waits and retries when wrong passwords of others have locked its account at Cognito. */
const lockedRetryDelaysMs = [1000, 2000, 5000];

type Accepted = Exclude<PasswordAnswer, { kind: 'refused' | 'locked' }>;

/** Checks a password within the limits on wrong ones. All refusals are the same error. */
export function passwordCheck(ports: PasswordCheckPorts) {
  const { cognito, pause } = ports;

  async function check(username: string, password: string, isKnown: boolean): Promise<PasswordAnswer> {
    // Such a name has no account, and Cognito might answer with an unexpected error.
    if (!isUsername(username)) return { kind: 'refused' };
    let answer = await cognito.signIn(username, password);
    for (const ms of isKnown ? lockedRetryDelaysMs : []) {
      if (answer.kind !== 'locked') break;
      await pause(ms);
      answer = await cognito.signIn(username, password);
    }
    return answer;
  }

  return async (request: RequestHeaders, username: string, password: string): Promise<Accepted> => {
    const { network, deviceId } = await identifyClient(ports, request, username);
    const result = await rateLimited(
      ports,
      passwordLimits({ username, deviceId, network }),
      () => check(username, password, deviceId !== undefined),
      ({ kind }) => kind === 'refused',
    );
    if ('untilMs' in result) {
      request.audit({ code: 'tooMany' });
      throw new LimitRefusal(incorrectCredentials());
    }
    const { answer } = result;
    if (answer.kind === 'locked') request.audit({ code: 'locked' });
    if (answer.kind === 'locked' || answer.kind === 'refused') throw incorrectCredentials();
    return answer;
  };
}
