import type { NewsRules, NotifySettings } from 'shared-types/contract/account/notify';
import { dueTimeOf } from 'shared-types/rules/notify/news-rules';
import { AppError } from '../../platform/app-error.ts';
import type { HttpPorts } from '../ports.ts';
import { getSettings } from './channel-settings.ts';

/** Replaces the rules of a person. News that waits for the time of a digest or the end of quiet hours then waits for the new time. */
export async function changeRules(ports: HttpPorts, userId: string, rules: NewsRules): Promise<NotifySettings> {
  const { store, now } = ports;
  if (!(await store.putRules(userId, rules)))
    throw new AppError('conflict', 'Another tab has changed these settings. Save again to replace them by yours.');
  const nowMs = now().getTime();
  const newMs = dueTimeOf(rules, nowMs);
  for (const channel of await store.listChannels(userId)) {
    const { dueMs, state, failures } = channel;
    // What is due already is on its way, and a channel that fails waits for its next attempt.
    if (dueMs !== null && dueMs > nowMs && state === 'on' && failures === 0) await store.moveDue(channel, dueMs, newMs);
  }
  return getSettings(ports, userId);
}
