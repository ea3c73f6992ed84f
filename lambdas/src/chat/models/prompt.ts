import type { ModelSettings } from 'shared-types/contract/model';
import type { Message } from '../messages/message.ts';

/** What a model is asked, still in the product's terms: the adapter spells it for the provider. */
export interface Prompt {
  model: ModelSettings;
  /** Oldest first, the question last. */
  lines: { role: 'system' | 'developer' | 'user' | 'assistant'; text: string }[];
  temperature: number | undefined;
  outputTokens: number;
}

export interface PromptSettings {
  systemPrompt: string;
  temperature: number | null;
  outputTokens: number;
}

type Said = Pick<Message, 'senderRole' | 'text'>;

/** `history` is oldest first and ends with the question. */
export function promptOf(model: ModelSettings, settings: PromptSettings, history: readonly Said[]): Prompt {
  const { systemRole } = model;
  const said = history.map(({ senderRole, text }) => ({
    role: senderRole === 'USER' ? ('user' as const) : ('assistant' as const),
    text,
  }));
  return {
    model,
    lines:
      systemRole === 'none' || settings.systemPrompt.trim() === ''
        ? said
        : [{ role: systemRole, text: settings.systemPrompt }, ...said],
    temperature: model.temperature && settings.temperature !== null ? settings.temperature : undefined,
    outputTokens: settings.outputTokens,
  };
}
