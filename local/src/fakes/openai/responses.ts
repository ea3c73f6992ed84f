import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Refusal } from './refusal.ts';
import { tokenCount } from './refusal.ts';

/**
 * The part of OpenAI's Responses API that is imitated, from its reference
 * (https://developers.openai.com/api/reference/resources/responses/methods/create) and the types of its SDK. An unknown
 * parameter is refused there, too: `messages` and `max_tokens` belong to Chat Completions.
 */
export const ResponsesRequest = z.strictObject({
  model: z.string().min(1),
  input: z
    .array(z.strictObject({ role: z.enum(['system', 'developer', 'user', 'assistant']), content: z.string().min(1) }))
    .min(1),
  /** The least that the API accepts is 16. */
  max_output_tokens: z.int().min(16).optional(),
  max_tool_calls: z.int().positive().optional(),
  store: z.boolean().default(true),
  background: z.boolean().optional(),
  stream: z.boolean().default(false),
  temperature: z.number().min(0).max(2).optional(),
  reasoning: z
    .strictObject({
      effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).optional(),
      summary: z.enum(['auto', 'concise', 'detailed']).optional(),
    })
    .optional(),
  tools: z.array(z.strictObject({ type: z.literal('web_search') })).optional(),
});
export type ResponsesRequest = z.infer<typeof ResponsesRequest>;

const invalid = (param: string, message: string, code: string | null = 'unsupported_parameter'): Refusal => ({
  status: 400,
  type: 'invalid_request_error',
  code,
  param,
  message,
});

/** Returns whether a model does not reason, by the model pages of https://developers.openai.com/api/docs/models. */
const isPlain = (model: string) => /^(gpt-4|chat)/.test(model);
/** Returns whether a model of GPT-5 or later has no `none`: https://developers.openai.com/api/docs/guides/reasoning. */
const alwaysReasons = (model: string) => /^(gpt-6-astra|gpt-6\.1-sol|o\d)/.test(model);

/** Returns the error for a request, by the rules of https://developers.openai.com/api/docs/guides/reasoning. */
export function responsesRefusal({ model, reasoning, temperature, store, background, tools }: ResponsesRequest) {
  if (isPlain(model) && reasoning)
    return invalid('reasoning.effort', "Unsupported parameter: 'reasoning.effort' is not supported with this model.");
  if (!isPlain(model) && temperature !== undefined)
    return invalid('temperature', "Unsupported parameter: 'temperature' is not supported with this model.");
  if (reasoning?.effort === 'none' && alwaysReasons(model))
    return invalid(
      'reasoning.effort',
      "Unsupported value: 'none' is not supported with this model.",
      'unsupported_value',
    );
  // The least effort allows no search: https://developers.openai.com/api/docs/guides/tools-web-search
  if (reasoning?.effort === 'minimal' && tools?.length)
    return invalid('tools', "The following tools cannot be used with reasoning.effort 'minimal': web_search.", null);
  // These rules are ours: OpenAI keeps a stored answer for 30 days, which only a model in the background may let it do. There,
  // an answer that is not stored is deleted after about ten minutes (https://developers.openai.com/api/docs/guides/background).
  if (background && !store) return invalid('store', 'An answer in the background must be stored.', null);
  return store && !background
    ? invalid('store', 'This site must not store its answers at the provider.', null)
    : undefined;
}

const summary = ['**Reading the question**\n\nIt is short, ', 'so the answer can be, too.'];
const source = { url: 'https://example.org/tea', title: 'Tea, by an example' };
const citation = { type: 'url_citation', start_index: 0, end_index: 1, ...source };

const messageItem = (content: object[], status: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status,
  content,
});

/**
 * Returns a whole response, and the events of its stream in the order of the API: the thoughts, the search, the
 * message.
 */
export function responseOf({ model, input, reasoning, background, tools = [] }: ResponsesRequest, text: string) {
  const id = `resp_${randomUUID().replaceAll('-', '')}`;
  const inputTokens = input.reduce((sum, { content }) => sum + tokenCount(content), 0);
  const outputTokens = tokenCount(text);
  const annotations = tools.length > 0 ? [citation] : [];
  const thought = reasoning?.summary && {
    id: 'rs_1',
    type: 'reasoning',
    summary: summary.map((each) => ({ type: 'summary_text', text: each })),
  };
  const search = tools.length > 0 && {
    id: 'ws_1',
    type: 'web_search_call',
    status: 'completed',
    action: { type: 'search', query: 'tea', queries: ['tea'] },
  };
  const said = messageItem([{ type: 'output_text', text, annotations, logprobs: [] }], 'completed');
  const output = [thought, search, said].filter((each) => each !== undefined && each !== false);
  const response = (status: string, more: object = {}) => ({
    id,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status,
    model,
    error: null,
    incomplete_details: null,
    output: [],
    usage: null,
    ...more,
  });
  const whole = response('completed', {
    output,
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inputTokens + outputTokens,
    },
  });

  let number = -1;
  const event = (type: string, data: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: (number += 1), ...data })}\n\n`;
  const item = (type: string, output_index: number, each: object) => event(type, { output_index, item: each });
  const summaryEvents = (each: string, summary_index: number) => {
    const place = { item_id: 'rs_1', output_index: 0, summary_index };
    return [
      event('response.reasoning_summary_part.added', { ...place, part: { type: 'summary_text', text: '' } }),
      event('response.reasoning_summary_text.delta', { ...place, delta: each }),
      event('response.reasoning_summary_text.done', { ...place, text: each }),
      event('response.reasoning_summary_part.done', { ...place, part: { type: 'summary_text', text: each } }),
    ];
  };
  const index = output.length - 1;
  const place = { item_id: 'msg_1', output_index: index, content_index: 0 };
  const empty = { type: 'output_text', text: '', annotations: [], logprobs: [] };
  return {
    id,
    whole,
    queued: response('queued', { background }),
    opening: () => [
      event('response.created', { response: response(background ? 'queued' : 'in_progress') }),
      ...(background ? [event('response.queued', { response: response('queued') })] : []),
      event('response.in_progress', { response: response('in_progress') }),
      ...(thought
        ? [
            item('response.output_item.added', 0, { ...thought, summary: [] }),
            ...summary.flatMap(summaryEvents),
            item('response.output_item.done', 0, thought),
          ]
        : []),
      ...(search
        ? [
            item('response.output_item.added', index - 1, { ...search, status: 'in_progress' }),
            event('response.web_search_call.searching', { item_id: 'ws_1', output_index: index - 1 }),
            event('response.web_search_call.completed', { item_id: 'ws_1', output_index: index - 1 }),
            item('response.output_item.done', index - 1, search),
          ]
        : []),
      item('response.output_item.added', index, messageItem([], 'in_progress')),
      event('response.content_part.added', { ...place, part: empty }),
    ],
    piece: (delta: string) => event('response.output_text.delta', { ...place, delta, logprobs: [] }),
    closing: () => [
      ...annotations.map((annotation, annotation_index) =>
        event('response.output_text.annotation.added', { ...place, annotation_index, annotation }),
      ),
      event('response.output_text.done', { ...place, text, logprobs: [] }),
      event('response.content_part.done', { ...place, part: { ...empty, text, annotations } }),
      item('response.output_item.done', index, said),
      event('response.completed', { response: whole }),
    ],
  };
}
