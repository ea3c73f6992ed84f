import { chunk, done, json, refusal, stop, quirk, stream, tea, whole } from './quirk.ts';

const docs = 'https://docs.mistral.ai/api/endpoint/chat';
const thinking = 'https://github.com/BerriAI/litellm/issues/16272';
const extra = (name: string) => ({
  object: 'error',
  message: {
    detail: [{ type: 'extra_forbidden', loc: ['body', name], msg: 'Extra inputs are not permitted', input: 1 }],
  },
  type: 'invalid_request_error',
  param: null,
  code: null,
});
const thought = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] });

export const mistralCases = [
  quirk(
    'Mistral streams its thoughts as parts',
    thinking,
    stream(chunk({ content: [thought('A ')] }), chunk({ content: [thought('drink.')] }), ...tea, stop, done),
    { thoughts: 'A drink.' },
  ),
  quirk(
    'Mistral streams its text as parts',
    thinking,
    stream(
      chunk({ content: [{ type: 'text', text: 'Te' }] }),
      chunk({ content: [{ type: 'text', text: 'a.' }] }),
      stop,
      done,
    ),
  ),
  quirk(
    'Mistral answers in parts',
    'https://github.com/langchain4j/langchain4j/pull/4474',
    json(whole({ content: [thought('A drink.'), { type: 'text', text: 'Tea.' }] })),
    { thoughts: 'A drink.', usage: [3, 2] },
  ),
  quirk(
    'Mistral names the sources of a part',
    docs,
    stream(
      chunk({
        content: [
          { type: 'text', text: 'Tea.' },
          { type: 'reference', reference_ids: [1] },
        ],
      }),
      stop,
      done,
    ),
  ),
  quirk(
    'Mistral’s thought is a text',
    'https://github.com/agentjido/req_llm/issues/742',
    stream(chunk({ content: [{ type: 'thinking', thinking: 'A drink.' }] }), ...tea, stop, done),
    { thoughts: 'A drink.' },
  ),
  quirk(
    'Mistral does not know the options of a stream',
    'https://github.com/mistralai/platform-docs-public/issues/7',
    [refusal(422, extra('stream_options')), stream(...tea, stop, done)],
    { calls: 2 },
  ),
  quirk(
    'Mistral does not know a parameter',
    'https://github.com/editor-code-assistant/eca/issues/231',
    [refusal(422, extra('max_completion_tokens')), stream(...tea, stop, done)],
    { calls: 2 },
  ),
  quirk(
    'Mistral has no room for the conversation',
    docs,
    refusal(400, {
      object: 'error',
      message: 'Prompt contains 40960 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      type: 'invalid_request_prompt',
      param: null,
      code: '3051',
    }),
    { failure: 'tooLong', text: '' },
  ),
  quirk(
    'Mistral does not know the model',
    docs,
    refusal(400, {
      object: 'error',
      message: 'Invalid model: mistral-extra',
      type: 'invalid_model',
      param: null,
      code: '1500',
    }),
    { failure: 'modelGone', text: '' },
  ),
  quirk('Mistral rejects the key', docs, refusal(401, { detail: 'Unauthorized' }), {
    failure: 'unauthorized',
    text: '',
  }),
  quirk(
    'Mistral’s gateway wants a key',
    docs,
    refusal(401, { message: 'No API key found in request', request_id: 'r' }),
    { failure: 'unauthorized', text: '' },
  ),
  quirk(
    'Mistral has no capacity',
    docs,
    [
      refusal(429, {
        object: 'error',
        message: 'Service tier capacity exceeded for this model.',
        type: 'service_tier_capacity_exceeded',
        param: null,
        code: '3505',
      }),
      stream(...tea, stop, done),
    ],
    { calls: 2 },
  ),
  quirk('Mistral stops at the length of the model', docs, stream(...tea, chunk({}, 'model_length'), done), {
    finishReason: 'context_length',
  }),
  quirk(
    'Mistral’s proxy wraps the details',
    'https://github.com/mistralai/platform-docs-public/issues/7',
    [
      refusal(422, {
        object: 'error',
        message: JSON.stringify({ detail: extra('stream_options').message.detail }),
        type: 'internal_error_proxy',
        param: null,
        code: '1000',
      }),
      stream(...tea, stop, done),
    ],
    { calls: 2 },
  ),
];
