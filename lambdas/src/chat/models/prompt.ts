import type { ModelSettings } from 'shared-types/contract/model';
import type { Message } from '../messages/message.ts';

/** The request to a model in the product's terms. The client translates it for the provider. */
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

type Line = Pick<Message, 'senderRole' | 'text'>;

/** `history` is oldest first and ends with the question. */
export function buildPrompt(model: ModelSettings, settings: PromptSettings, history: readonly Line[]): Prompt {
  const { systemRole } = model;
  const lines = history.map(({ senderRole, text }) => ({
    role: senderRole === 'USER' ? ('user' as const) : ('assistant' as const),
    text,
  }));
  return {
    model,
    lines:
      systemRole === 'none' || settings.systemPrompt.trim() === ''
        ? lines
        : [{ role: systemRole, text: settings.systemPrompt }, ...lines],
    temperature: model.temperature && settings.temperature !== null ? settings.temperature : undefined,
    outputTokens: settings.outputTokens,
  };
}
