import { minuteMs } from 'shared-types/rules/time';
import { AppError } from '../../platform/app-error.ts';

/** The commands that one person can send to one server in a minute: enough for a hand, and few beside the limits of SSM. */
export const maxCommandsPerMinute = 20;

export interface CommandLimitPorts {
  store: { countCommand(stackName: string, userId: string, nowMs: number): Promise<boolean> };
  now: () => Date;
}

/** Throws 'tooMany' when the person has sent too many commands to the server in this minute. */
export async function requireCommandLimit({ store, now }: CommandLimitPorts, stackName: string, userId: string) {
  const nowMs = now().getTime();
  if (await store.countCommand(stackName, userId, nowMs)) return;
  const retryAfterSeconds = Math.ceil((minuteMs - (nowMs % minuteMs)) / 1000);
  throw new AppError(
    'tooMany',
    `A server takes ${maxCommandsPerMinute} commands a minute from one person. Try again in a moment.`,
    { retryAfterSeconds },
  );
}
