import type { Persona } from 'shared-types/contract/chat/personas';
import { AppError } from '../../platform/app-error.ts';
import type { ConversationSettings } from '../conversations/conversation.ts';
import { type Catalogue, replaceIfRetired } from '../models/catalogue.ts';

/** A list of more could not be chosen from on one screen. Two devices that save at once may exceed it. */
const maxPersonas = 20;

export function rejectOneTooMany(known: readonly Persona[], personaId: string) {
  if (known.length < maxPersonas || known.some((each) => each.personaId === personaId)) return;
  const message = `You have ${maxPersonas} personas. Delete one of them first.`;
  throw new AppError('invalid', message, { issues: [{ path: 'params.personaId', message }] });
}

export const personaNotFound = () => new AppError('notFound', 'This persona has been deleted.');

/** A conversation copies its persona, and keeps the copy when the persona changes. A model that is gone is replaced. */
export function settingsOf(
  { systemPrompt, modelCode, memorySize, effort }: Persona,
  initial: ConversationSettings,
  catalogue: Catalogue,
  now: Date,
): ConversationSettings & { systemPrompt: string } {
  const isListed = catalogue.models.some(({ code }) => code === modelCode);
  return {
    ...initial,
    systemPrompt,
    ...(modelCode !== undefined && isListed && { modelCode: replaceIfRetired(modelCode, catalogue, now) }),
    ...(memorySize !== undefined && { memorySize }),
    ...(effort !== undefined && { effort }),
  };
}

export const byName = (one: Persona, other: Persona) => one.name.localeCompare(other.name, 'en');
