import type { ReasoningEffort } from 'shared-types/contract/model';
import { plainText } from 'shared-types/rules/chat/plain-text';
import type { Message } from '../messages/message.ts';
import type { ListedModel } from '../models/catalogue.ts';
import { buildPrompt, type Prompt } from '../models/prompt.ts';
import { titleFromLine } from './question-title.ts';

/** A title needs few of these tokens, but some models think before they write. */
const outputTokens = 400;

/** The beginning of a text says what it is about. In UTF-16 units. */
const maxRead = 500;
const beginning = (text: string) => text.slice(0, maxRead).toWellFormed();

const lowEfforts: readonly ReasoningEffort[] = ['none', 'minimal', 'low'];

/** Asks for the title of a conversation that begins with this question and its answer. */
export function titlePrompt(
  model: ListedModel,
  question: Pick<Message, 'text' | 'files'>,
  answer: Pick<Message, 'text'>,
): Prompt {
  const files = question.files?.map(({ name }) => name) ?? [];
  const text = `Write a title of at most six words for the conversation below, in its language. Reply with the title only, without quotation marks.

Question: ${beginning([question.text, ...files].join('\n').trim())}

Answer: ${beginning(answer.text)}`;
  const effort = lowEfforts.find((each) => model.efforts.includes(each)) ?? null;
  // Nothing would take up a title that the provider writes in the background.
  const atOnce = { ...model, background: false };
  const settings = { systemPrompt: '', temperature: null, outputTokens };
  return buildPrompt(atOnce, settings, [{ senderRole: 'USER', text }], { effort });
}

/** A reply that was cut at a limit, filtered or broken off is no title. */
export const isWholeReply = (finishReason: string | undefined) => finishReason === 'stop';

const quoted = /^(?:"([^"]*)"|'([^']*)'|“([^“”]*)”|‘([^‘’]*)’|«([^«»]*)»|「([^「」]*)」|『([^『』]*)』)$/u;

/** Removes the full stop and the quotation marks around a title, but not those of a word at its end. */
function bare(text: string): string {
  const unstopped = text.replaceAll(/^\s+|[\s.。]+$/gu, '');
  const inner = quoted
    .exec(unstopped)
    ?.slice(1)
    .find((each) => each !== undefined);
  return inner === undefined ? unstopped : bare(inner);
}

/**
 * Returns the title in a model's reply, without the marks of Markdown, cut to a length that the list can show. A reply without a
 * title gives an empty text.
 */
export function titleFromReply(reply: string): string {
  const [line = ''] = /\S.*/.exec(plainText(reply)) ?? [];
  return titleFromLine(bare(bare(line).replace(/^(title|标题)\s*[:：]\s*/iu, '')));
}
