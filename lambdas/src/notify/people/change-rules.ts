import type { NewsRules, NotifySettings } from 'shared-types/contract/account/notify';
import { AppError } from '../../platform/app-error.ts';
import { moveWaiting } from '../outbox/fan-out.ts';
import type { HttpPorts } from '../ports.ts';
import { getSettings } from './channel-settings.ts';

/** Replaces the rules of a person. News that waits for the time of a digest or the end of quiet hours then waits for the new time. */
export async function changeRules(ports: HttpPorts, userId: string, rules: NewsRules): Promise<NotifySettings> {
  const { store, now } = ports;
  if (!(await store.putRules(userId, rules)))
    throw new AppError('conflict', 'Another tab has changed these settings. Save again to replace them by yours.');
  await moveWaiting(store, userId, rules, now().getTime());
  return getSettings(ports, userId);
}
