import * as z from 'zod';
import type { AnswerPart } from '../ports.ts';

export const TokenCount = z.int().nonnegative();

/** A field with an unexpected type is skipped; the rest of its chunk still counts. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const Said = z.object({
  content: z.unknown().optional(),
  refusal: optional(z.string()),
  reasoning_content: optional(z.string()),
  reasoning: optional(z.string()),
});

const Choice = z.object({
  index: optional(z.number()),
  delta: optional(Said),
  message: optional(Said),
  finish_reason: optional(z.string()),
});

const Completion = z.object({
  choices: z.array(Choice.nullable().catch(null)).catch([]),
  usage: optional(z.object({ prompt_tokens: TokenCount, completion_tokens: TokenCount })),
});

const ContentPart = z.object({
  type: optional(z.string()),
  text: z.unknown().optional(),
  thinking: z.unknown().optional(),
  refusal: z.unknown().optional(),
});

/** Some servers send these values in place of null in each chunk before the last one. */
const noFinishReasons = new Set(['', 'null']);

/** Reads a completion, or one chunk of it. Only the first choice is read, because only one was asked for. */
export function partOf(completion: unknown, hasText: boolean): AnswerPart {
  const { data } = Completion.safeParse(completion);
  const choice = data?.choices.find((each) => each && (each.index ?? 0) === 0);
  // Some servers repeat the whole text as the message of the last chunk.
  const said = choice?.delta ?? (hasText ? undefined : choice?.message);
  const { text, thoughts } = contentOf(said?.content);
  const finishReason = choice?.finish_reason ?? '';
  return answerPart({
    text: firstText(text, said?.refusal),
    thoughts: firstText(said?.reasoning_content, said?.reasoning, thoughts),
    finishReason: noFinishReasons.has(finishReason) ? undefined : finishReason.slice(0, 50),
    usage: data?.usage && { inputTokens: data.usage.prompt_tokens, outputTokens: data.usage.completion_tokens },
  });
}

const firstText = (...texts: (string | undefined)[]) => texts.find((each) => each !== undefined && each !== '');

/** Content is a text, or a list of parts. Parts other than texts and thoughts are skipped. */
function contentOf(content: unknown): { text: string; thoughts: string } {
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
  finishReason,
  usage,
  searches,
  citation,
}: { [Name in keyof AnswerPart]: AnswerPart[Name] | undefined }): AnswerPart => ({
  ...(text ? { text } : {}),
  ...(thoughts ? { thoughts } : {}),
  ...(finishReason ? { finishReason } : {}),
  ...(usage ? { usage } : {}),
  ...(searches ? { searches } : {}),
  ...(citation ? { citation } : {}),
});
