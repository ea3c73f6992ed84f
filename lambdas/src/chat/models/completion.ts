import * as z from 'zod';
import { annotatedCitations, citationsOf } from './citations.ts';
import type { AnswerPart, TokenUsage } from './model.ts';
import { optional } from './optional.ts';

export const TokenCount = z.int().nonnegative();

/** A part of an answer as a provider says it: the finish reason is the provider's word. */
export interface ProviderPart extends AnswerPart {
  /** The model calls a tool, although the site offers none. */
  wantsTool?: boolean;
}

const Said = z.object({
  content: z.unknown().optional(),
  refusal: optional(z.string()),
  reasoning_content: optional(z.string()),
  reasoning: optional(z.string()),
  annotations: z.unknown().optional(),
  context: optional(z.object({ citations: z.unknown() })),
  tool_calls: optional(z.array(z.unknown())),
  function_call: optional(z.object({})),
});

const Choice = z.object({
  index: optional(z.number()),
  delta: optional(Said),
  message: optional(Said),
  /** Servers of the older completions send their text here. */
  text: optional(z.string()),
  finish_reason: optional(z.string()),
});

const Completion = z.object({
  choices: z.array(Choice.nullable().catch(null)).catch([]),
  usage: optional(
    z.object({ prompt_tokens: TokenCount, completion_tokens: TokenCount, total_tokens: optional(TokenCount) }),
  ),
  // The first has titles, and an address counts once.
  search_results: z.unknown().optional(),
  web_search: z.unknown().optional(),
  citations: z.unknown().optional(),
});

const ContentPart = z.object({
  type: optional(z.string()),
  text: z.unknown().optional(),
  thinking: z.unknown().optional(),
  refusal: z.unknown().optional(),
});

/** Some servers send these values in place of null in each chunk before the last one. */
const noFinishReasons = new Set(['', 'null']);

/** Some servers count the thoughts beside the answer, and only in the total. They are billed as the answer is. */
export const usageOf = (inputTokens: number, outputTokens: number, totalTokens = 0): TokenUsage => ({
  inputTokens,
  outputTokens: Math.max(outputTokens, totalTokens - inputTokens),
});

interface Words {
  text: string;
  thoughts: string;
}

/**
 * Reads a completion, or its chunks one after the other. Only the first choice is read, because only one was asked for. What a
 * chunk says is its delta. Without deltas it is the message, which some servers repeat from its beginning in each chunk and
 * others send in pieces; after deltas a message repeats them.
 */
export class CompletionReader {
  private readonly before: Words = { text: '', thoughts: '' };
  private hasDeltas = false;
  /** The words of messages that do not begin with the words before them. */
  private readonly inPieces = new Set<keyof Words>();

  read(completion: unknown): ProviderPart {
    const { data } = Completion.safeParse(completion);
    const choice = data?.choices.find((each) => each && (each.index ?? 0) === 0);
    const finishReason = choice?.finish_reason ?? '';
    const said = [choice?.delta, choice?.message];
    return answerPart({
      ...this.newWords(choice),
      finishReason: noFinishReasons.has(finishReason) ? undefined : finishReason,
      usage: data?.usage && usageOf(data.usage.prompt_tokens, data.usage.completion_tokens, data.usage.total_tokens),
      citations: [
        ...said.flatMap((each) => [...annotatedCitations(each?.annotations), ...citationsOf(each?.context?.citations)]),
        ...[data?.search_results, data?.web_search, data?.citations].flatMap(citationsOf),
      ],
      wantsTool: said.some((each) => (each?.tool_calls?.length ?? 0) > 0 || each?.function_call !== undefined),
    });
  }

  private newWords(choice: z.infer<typeof Choice> | null | undefined): Words {
    const delta = wordsOf(choice?.delta);
    const added = { ...delta, text: firstText(delta.text, choice?.text) };
    if (added.text !== '' || added.thoughts !== '') {
      this.hasDeltas = true;
      return this.keep(added);
    }
    const message = wordsOf(choice?.message);
    if (this.hasDeltas && this.before.text !== '') return { text: '', thoughts: '' };
    return this.keep({ text: this.restOf('text', message.text), thoughts: this.restOf('thoughts', message.thoughts) });
  }

  private restOf(kind: keyof Words, words: string): string {
    const before = this.before[kind];
    if (!this.inPieces.has(kind) && words.startsWith(before)) return words.slice(before.length);
    if (words !== '') this.inPieces.add(kind);
    return words;
  }

  private keep(words: Words): Words {
    this.before.text += words.text;
    this.before.thoughts += words.thoughts;
    return words;
  }
}

function wordsOf(said: z.infer<typeof Said> | undefined): Words {
  const { text, thoughts } = contentOf(said?.content);
  return {
    text: firstText(text, said?.refusal),
    thoughts: firstText(said?.reasoning_content, said?.reasoning, thoughts),
  };
}

const firstText = (...texts: (string | undefined)[]) => texts.find((each) => each !== undefined && each !== '') ?? '';

/** Content is a text, or a list of parts. Parts other than texts and thoughts are skipped. */
function contentOf(content: unknown): Words {
  if (typeof content === 'string') return { text: content, thoughts: '' };
  if (Array.isArray(content)) {
    const parts = content.map(contentOf);
    return { text: parts.map(({ text }) => text).join(''), thoughts: parts.map(({ thoughts }) => thoughts).join('') };
  }
  const { data } = ContentPart.safeParse(content);
  const inner = contentOfFirst(data?.text, data?.refusal);
  if (data?.type !== 'thinking' && data?.type !== 'reasoning') return { text: inner, thoughts: '' };
  return { text: '', thoughts: contentOfFirst(data.thinking, data.text) };
}

const contentOfFirst = (...values: unknown[]): string =>
  values
    .filter((value) => typeof value === 'string' || Array.isArray(value))
    .map((value) => contentOf(value).text)
    .find((text) => text !== '') ?? '';

/** Returns a part without the fields that are empty. */
export const answerPart = ({
  text,
  thoughts,
  textWasThoughts,
  finishReason,
  usage,
  searches,
  citations = [],
  wantsTool,
}: { [Name in keyof ProviderPart]: ProviderPart[Name] | undefined }): ProviderPart => ({
  ...(text ? { text } : {}),
  ...(thoughts ? { thoughts } : {}),
  ...(textWasThoughts ? { textWasThoughts } : {}),
  ...(finishReason ? { finishReason } : {}),
  ...(usage ? { usage } : {}),
  ...(searches ? { searches } : {}),
  ...(citations.length > 0 ? { citations } : {}),
  ...(wantsTool ? { wantsTool } : {}),
});
