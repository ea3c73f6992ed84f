import { countFitting, estimateTokens, maxMemoryTokens } from 'shared-types/rules/models';
import type { ReasoningEffort } from 'shared-types/contract/model';
import type { SenderRole } from 'shared-types/rules/message-status';
import type { StoredFile } from '../files/file.ts';
import type { ListedModel } from './catalogue.ts';
import { fittingFiles, placeholderOf, textKeyOf, tokensOfSent } from '../files/fitting-files.ts';

export interface PromptLine {
  role: 'system' | 'developer' | 'user' | 'assistant';
  text: string;
  /** The pictures and PDFs of a question that the model is shown. */
  shown?: readonly StoredFile[];
  /** The files whose texts follow the text. */
  texts?: readonly StoredFile[];
}

/** The request to a model in the product's terms. The client translates it for the provider. */
export interface Prompt {
  model: ListedModel;
  /** Oldest first, the question last. */
  lines: PromptLine[];
  /** The addresses of the files that the lines show, by their keys. */
  addresses?: ReadonlyMap<string, string>;
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

/** One answer may search the web this number of times. Each search is billed. */
const maxSearches = 5;

/** A message as the model remembers it. */
interface Line {
  senderRole: SenderRole;
  text: string;
  files?: readonly StoredFile[] | null;
}

/** The settings of a conversation. */
interface Wishes {
  effort?: ReasoningEffort | null;
  webSearch?: boolean;
  systemPrompt?: string;
}

/** Many models refuse a conversation that begins with an answer, or has two lines of the same role in a row. */
function alternate(history: readonly Line[], fitting: ReadonlySet<StoredFile>): PromptLine[] {
  const lines: PromptLine[] = [];
  for (const { senderRole, files, ...line } of history) {
    const role = senderRole === 'USER' ? 'user' : 'assistant';
    const {
      shown = [],
      texts = [],
      left = [],
    } = Object.groupBy(files ?? [], (file) =>
      fitting.has(file) ? 'shown' : textKeyOf(file) === null ? 'left' : 'texts',
    );
    const text = [line.text, ...left.map(placeholderOf)].filter(Boolean).join('\n\n');
    const last = lines.at(-1);
    if (last?.role === role) {
      last.text += `\n\n${text}`;
      if (shown.length > 0) last.shown = [...(last.shown ?? []), ...shown];
      if (texts.length > 0) last.texts = [...(last.texts ?? []), ...texts];
    } else if (last || role === 'user')
      lines.push({ role, text, ...(shown.length > 0 && { shown }), ...(texts.length > 0 && { texts }) });
  }
  return lines;
}

/** Returns the site's prompt, and after it the conversation's. */
const joined = (...prompts: string[]) => prompts.filter((each) => each.trim() !== '').join('\n\n');

/**
 * `history` is oldest first and ends with the question. A model without a role for prompts reads the conversation's prompt
 * before the first question, because the person who has written it expects an effect.
 */
export function buildPrompt(
  model: ListedModel,
  settings: PromptSettings,
  history: readonly Line[],
  { effort = null, webSearch = false, systemPrompt = '' }: Wishes = {},
): Prompt {
  const { systemRole } = model;
  const first = joined(systemRole === 'none' ? '' : settings.systemPrompt, systemPrompt);
  const shown = fittingFiles(history, model);
  // The question is sent in any case.
  const fitting = Math.max(
    1,
    countFitting(
      history.map(({ text, files }) => estimateTokens(text) + tokensOfSent(files ?? [], shown)),
      maxMemoryTokens - estimateTokens(first),
    ),
  );
  const remembered = history.slice(-fitting);
  const isSystem = first !== '' && systemRole !== 'none';
  return {
    model,
    lines: [
      ...(isSystem ? [{ role: systemRole, text: first }] : []),
      ...alternate(isSystem || first === '' ? remembered : [{ senderRole: 'USER', text: first }, ...remembered], shown),
    ],
    temperature: model.temperature && settings.temperature !== null ? settings.temperature : undefined,
    outputTokens: Math.min(settings.outputTokens, model.maxOutputTokens ?? settings.outputTokens),
    effort: model.efforts.find((each) => each === effort),
    searches: webSearch && model.webSearch ? maxSearches : 0,
  };
}
