import type { Surroundings } from '../ports.ts';
import { type Conversation, type ConversationSettings, newConversation } from '../conversations/conversation.ts';
import { findInitialSettings, type SettingsPorts } from '../conversations/initial-settings.ts';
import { personaNotFound, settingsOf } from './persona.ts';
import type { PersonaStore } from './persona-store.ts';

export type StartPorts = SettingsPorts &
  Pick<Surroundings, 'newId'> & {
    store: Pick<PersonaStore, 'findPersona'>;
    settings: { titleModel: string | null };
  };

interface NewConversationWishes {
  modelCode: string | undefined;
  personaId: string | undefined;
  titleByModel: boolean | undefined;
}

/** Returns a conversation that is not stored yet, with the settings of a persona or those that its user chose last. */
export async function startConversation(
  ports: StartPorts,
  userId: string,
  title: string,
  { modelCode, personaId, titleByModel = false }: Partial<NewConversationWishes> = {},
): Promise<Conversation> {
  const { now, newId, settings } = ports;
  const initial = await findInitialSettings(ports, userId);
  const settingsOfPersona = personaId === undefined ? initial : await withPersona(ports, userId, initial, personaId);
  const chosen = { ...settingsOfPersona, ...(modelCode !== undefined && { modelCode }) };
  const awaitsTitle = titleByModel && settings.titleModel !== null;
  return newConversation({ userId, conversationId: newId(), title }, { ...chosen, awaitsTitle }, now());
}

async function withPersona(
  { store, now, settings }: StartPorts,
  userId: string,
  initial: ConversationSettings,
  personaId: string,
) {
  const persona = await store.findPersona(userId, personaId);
  if (!persona) throw personaNotFound();
  return settingsOf(persona, initial, settings.catalogue, now());
}
