import * as z from 'zod';
import { annotatedCitations } from './citations.ts';
import { answerPart, type ProviderPart, TokenCount, usageOf } from './completion.ts';
import { ModelError } from './failures.ts';
import { optional } from './optional.ts';
import { refusalFrom } from './refusal.ts';

/** The fields of the Responses API that are read, each checked by itself, so that an unexpected one is skipped. */
const ContentPart = z.object({
  type: optional(z.string()),
  text: optional(z.string()),
  refusal: optional(z.string()),
  annotations: z.unknown().optional(),
});
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
  usage: optional(
    z.object({ input_tokens: TokenCount, output_tokens: TokenCount, total_tokens: optional(TokenCount) }),
  ),
});
type Whole = z.infer<typeof Whole>;
const Event = z.object({
  type: optional(z.string()),
  object: optional(z.string()),
  delta: optional(z.string()),
  summary_index: optional(z.number()),
  item: optional(Item),
  annotation: z.unknown().optional(),
  response: optional(Whole),
});

/** Reads one event of the Responses API, or a whole response. `hasText` and `hasThoughts` say what came before. */
export function responsePartOf(
  value: unknown,
  { hasText, hasThoughts }: { hasText: boolean; hasThoughts: boolean },
): ProviderPart {
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
      return answerPart({
        searches: data?.item && isSearch(data.item) ? 1 : 0,
        wantsTool: data?.item && isCall(data.item),
      });
    case 'response.output_text.annotation.added':
      return answerPart({ citations: annotatedCitations([data?.annotation]) });
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

/** Tools that the provider does not run itself. */
const calls = new Set(
  'function_call custom_tool_call computer_call local_shell_call shell_call apply_patch_call mcp_approval_request'.split(
    ' ',
  ),
);
const isCall = ({ type = '' }: z.infer<typeof Item>) => calls.has(type);

const textOf = (parts: readonly z.infer<typeof ContentPart>[] = []) =>
  parts.map(({ text, refusal }) => text ?? refusal ?? '').join('');

/** Returns the end of a response. Its text is read if none of it was streamed. */
function endOf({ status, output = [], usage, error, ...whole }: Whole, { hasText, hasThoughts }: Said): ProviderPart {
  if (status === 'failed' || status === 'cancelled') {
    const { code, status: httpStatus } = refusalFrom({ error });
    throw new ModelError({
      code: code ?? 'broken_off',
      hasBegun: true,
      ...(httpStatus !== undefined && { status: httpStatus }),
    });
  }
  const texts = output.filter(({ type }) => type === 'message').map(({ content }) => textOf(content));
  const thoughts = output.filter(({ type }) => type === 'reasoning').map(({ summary }) => textOf(summary));
  return answerPart({
    text: hasText ? '' : texts.join(paragraph),
    thoughts: hasThoughts ? '' : thoughts.join(paragraph),
    searches: output.filter(isSearch).length,
    finishReason: status === 'incomplete' ? (whole.incomplete_details?.reason ?? 'length') : 'stop',
    usage: usage && usageOf(usage.input_tokens, usage.output_tokens, usage.total_tokens),
    citations: output.flatMap(({ content = [] }) => content.flatMap((part) => annotatedCitations(part.annotations))),
    wantsTool: output.some(isCall),
  });
}

interface Said {
  hasText: boolean;
  hasThoughts: boolean;
}
