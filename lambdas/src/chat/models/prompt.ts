import { countFitting, estimateTokens, maxMemoryTokens } from 'shared-types/rules/models';
import type { ReasoningEffort } from 'shared-types/contract/model';
import type { ConversationSettings } from '../conversations/conversation.ts';
import type { Message } from '../messages/message.ts';
import type { ListedModel } from './catalogue.ts';

/** The request to a model in the product's terms. The client translates it for the provider. */
export interface Prompt {
  model: ListedModel;
  /** Oldest first, the question last. */
  lines: { role: 'system' | 'developer' | 'user' | 'assistant'; text: string }[];
  temperature: number | undefined;
  outputTokens: number;
  /** Undefined for the model's own. */
  effort: ReasoningEffort | undefined;
  /** The searches of the web that the model may make. */
  searches: number;
  /** The response to take up again, which the provider writes in the background for an earlier worker. */
  responseId?: string;
}

export interface PromptSettings {
  systemPrompt: string;
  temperature: number | null;
  outputTokens: number;
}

/** One answer may search the web so often. Each search is billed. */
const maxSearches = 5;

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
export function buildPrompt(
  model: ListedModel,
  settings: PromptSettings,
  history: readonly Line[],
  { effort, webSearch }: Pick<ConversationSettings, 'effort' | 'webSearch'> = { effort: null, webSearch: false },
): Prompt {
  const { systemRole } = model;
  // The question is sent in any case.
  const fitting = Math.max(
    1,
    countFitting(
      history.map(({ text }) => estimateTokens(text)),
      maxMemoryTokens,
    ),
  );
  const lines = alternate(history.slice(-fitting));
  return {
    model,
    lines:
      systemRole === 'none' || settings.systemPrompt.trim() === ''
        ? lines
        : [{ role: systemRole, text: settings.systemPrompt }, ...lines],
    temperature: model.temperature && settings.temperature !== null ? settings.temperature : undefined,
    outputTokens: Math.min(settings.outputTokens, model.maxOutputTokens ?? settings.outputTokens),
    effort: model.efforts.find((each) => each === effort),
    searches: webSearch && model.webSearch ? maxSearches : 0,
  };
}
