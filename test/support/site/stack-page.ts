import { eventually } from '../eventually.ts';
import { apiCaller } from './caller.ts';

/** Uses one stack of a running site as its page does. */
export function stackPage(origin: string, cookie: string, stackName: string) {
  const call = apiCaller(origin, cookie, { asksAgain: true });
  const callOnce = apiCaller(origin, cookie);
  const given = { params: { stackName } };
  const detail = async () => (await call('GET /api/minecraft_bedrock/v2/{stackName}/detail', given)).data;
  type Action = 'start' | 'restart' | 'stop';
  return {
    detail,
    begin: (action: Action) => call(`POST /api/minecraft_bedrock/v2/{stackName}/${action}`, given),
    /** The function is expected to crash, which the gateway answers as it does a refusal. */
    beginOnce: (action: Action) => callOnce(`POST /api/minecraft_bedrock/v2/{stackName}/${action}`, given),
    /** Waits until the last action has ended, and returns what the page shows then. */
    ended: () =>
      eventually(
        async () => {
          const seen = await detail();
          return seen.actionLogs[0]?.syncStatus !== 'RUNNING' && seen;
        },
        120_000,
        100,
      ),
  };
}
