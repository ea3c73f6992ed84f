import * as z from 'zod';
import type { Citation } from '../messages/message.ts';
import type { AnswerPart } from '../ports.ts';
import { answerPart, optional, TokenCount } from './completion.ts';
import { ModelError } from './failures.ts';
import { refusalFrom } from './refusal.ts';

/** The fields of the Responses API that are read, each checked by itself, so that an unexpected one is skipped. */
const ContentPart = z.object({ type: optional(z.string()), text: optional(z.string()), refusal: optional(z.string()) });
const Item = z.object({
  type: optional(z.string()),
  action: optional(z.object({ type: z.string() })),
  content: optional(z.array(ContentPart)),
  summary: optional(z.array(ContentPart)),
});
const Whole = z.object({
  status: optional(z.string()),
  incomplete_details: optional(z.object({ reason: z.string() })),
  error: z.unknown().optional(),
  output: optional(z.array(Item)),
  usage: optional(z.object({ input_tokens: TokenCount, output_tokens: TokenCount })),
});
type Whole = z.infer<typeof Whole>;
const Event = z.object({
  type: optional(z.string()),
  object: optional(z.string()),
  delta: optional(z.string()),
  summary_index: optional(z.number()),
  item: optional(Item),
  annotation: optional(z.object({ type: z.literal('url_citation'), url: z.string(), title: optional(z.string()) })),
  response: optional(Whole),
});

/** The site keeps links to pages only, none longer than this. */
const maxUrlLength = 1000;
const maxTitleLength = 200;

function citationOf({ url, title = '' }: { url: string; title?: string | undefined }): Citation | undefined {
  if (url.length > maxUrlLength || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return undefined;
  return { url, title: title.slice(0, maxTitleLength).toWellFormed() };
}

/** Reads one event of the Responses API, or a whole response. `hasText` and `hasThoughts` say what came before. */
export function responsePartOf(
  value: unknown,
  { hasText, hasThoughts }: { hasText: boolean; hasThoughts: boolean },
): AnswerPart {
  const { data } = Event.safeParse(value);
  if (data?.object === 'response') return endOf(Whole.parse(value), { hasText, hasThoughts });
  switch (data?.type ?? '') {
    case 'response.output_text.delta':
    case 'response.refusal.delta':
      return answerPart({ text: data?.delta });
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return answerPart({ thoughts: data?.delta });
    case 'response.reasoning_summary_part.added':
      return hasThoughts ? { thoughts: paragraph } : {};
    case 'response.output_item.added':
      return hasText && data?.item?.type === 'message' ? { text: paragraph } : {};
    case 'response.output_item.done':
      return data?.item && isSearch(data.item) ? { searches: 1 } : {};
    case 'response.output_text.annotation.added':
      return answerPart({ citation: data?.annotation && citationOf(data.annotation) });
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      // The searches of a stream have been counted one by one.
      return answerPart({ ...endOf(data?.response ?? {}, { hasText, hasThoughts }), searches: undefined });
    default:
      return {};
  }
}

const paragraph = '\n\n';

/** Opening a page that a search has found costs nothing. */
const isSearch = ({ type, action }: z.infer<typeof Item>) =>
  type === 'web_search_call' && (action === undefined || action.type === 'search');

const textOf = (parts: readonly z.infer<typeof ContentPart>[] = []) =>
  parts.map(({ text, refusal }) => text ?? refusal ?? '').join('');

/** Returns the end of a response. Its text is read if none of it was streamed. */
function endOf({ status, output = [], usage, error, ...whole }: Whole, { hasText, hasThoughts }: Said): AnswerPart {
  if (status === 'failed' || status === 'cancelled') {
    const { code, status: httpStatus } = refusalFrom({ error });
    throw new ModelError({
      code: code ?? 'provider_error',
      hasBegun: true,
      ...(httpStatus !== undefined && { status: httpStatus }),
    });
  }
  const texts = output.filter(({ type }) => type === 'message').map(({ content }) => textOf(content));
  const thoughts = output.filter(({ type }) => type === 'reasoning').map(({ summary }) => textOf(summary));
  const reason = whole.incomplete_details?.reason;
  return answerPart({
    text: hasText ? '' : texts.join(paragraph),
    thoughts: hasThoughts ? '' : thoughts.join(paragraph),
    searches: output.filter(isSearch).length,
    finishReason: status === 'incomplete' ? (reason === 'content_filter' ? reason : 'length') : 'stop',
    usage: usage && { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens },
  });
}

interface Said {
  hasText: boolean;
  hasThoughts: boolean;
}
