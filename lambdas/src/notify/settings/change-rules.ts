import type { NewsRules, NotifySettings } from 'shared-types/contract/account/notify';
import { AppError } from '../../platform/app-error.ts';
import { moveWaiting, type WaitingStore } from '../outbox/fan-out.ts';
import type { RulesStore } from '../people/rules-store.ts';
import type { Surroundings } from '../ports.ts';
import { getSettings, type SettingsPorts } from './channel-settings.ts';

export interface RulesPorts extends SettingsPorts, Pick<Surroundings, 'now'> {
  store: SettingsPorts['store'] & WaitingStore & Pick<RulesStore, 'putRules'>;
}

/** Replaces the rules of a person. News that waits for the time of a digest or the end of quiet hours then waits for the new time. */
export async function changeRules(ports: RulesPorts, userId: string, rules: NewsRules): Promise<NotifySettings> {
  const { store, now } = ports;
  if (!(await store.putRules(userId, rules)))
    throw new AppError('conflict', 'Another tab has changed these settings. Save again to replace them by yours.');
  await moveWaiting(store, userId, rules, now().getTime());
  return getSettings(ports, userId);
}
