import { type Catalogue, replaceIfRetired } from '../models/catalogue.ts';
import type { Surroundings } from '../ports.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { ConversationSettings } from './conversation.ts';

export interface SettingsPorts extends Pick<Surroundings, 'now'> {
  store: Pick<ConversationStore, 'findLastSettings'>;
  settings: { catalogue: Catalogue; defaults: ConversationSettings };
}

/** A new conversation takes the user's last settings, else the configured ones. A retired model is replaced. */
export function initialSettings(
  last: Partial<ConversationSettings>,
  defaults: ConversationSettings,
  catalogue: Catalogue,
  now: Date,
): ConversationSettings {
  const isListed = catalogue.models.some(({ code }) => code === last.modelCode);
  const modelCode = (isListed ? last.modelCode : undefined) ?? defaults.modelCode;
  return { ...defaults, ...last, modelCode: replaceIfRetired(modelCode, catalogue, now) };
}

export async function findInitialSettings({ store, now, settings }: SettingsPorts, userId: string) {
  const { catalogue, defaults } = settings;
  return initialSettings(await store.findLastSettings(userId), defaults, catalogue, now());
}
