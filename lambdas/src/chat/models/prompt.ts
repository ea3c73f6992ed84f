import type { Message } from '../messages/message.ts';
import type { ListedModel } from './catalogue.ts';

/** The request to a model in the product's terms. The client translates it for the provider. */
export interface Prompt {
  model: ListedModel;
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

/** Many models refuse a conversation that begins with an answer, or has two lines of the same role in a row. */
function alternate(history: readonly Line[]): Prompt['lines'] {
  const lines: Prompt['lines'] = [];
  for (const { senderRole, text } of history) {
    const role = senderRole === 'USER' ? 'user' : 'assistant';
    const last = lines.at(-1);
    if (last?.role === role) last.text += `\n\n${text}`;
    else if (last || role === 'user') lines.push({ role, text });
  }
  return lines;
}

/** `history` is oldest first and ends with the question. */
export function buildPrompt(model: ListedModel, settings: PromptSettings, history: readonly Line[]): Prompt {
  const { systemRole } = model;
  const lines = alternate(history);
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
