import { chunk, cut, done, error, json, refusal, stop, quirk, stream, tea, usage, whole } from './quirk.ts';

const mapping = 'https://docs.litellm.ai/docs/exception_mapping';
const counted = (prompt: unknown, completion: unknown) => stream(...tea, stop, usage(prompt, completion), done);

export const liteLlmCases = [
  quirk(
    'LiteLLM leaves the finish reason out of chunks',
    'https://github.com/BerriAI/liteLLM-proxy/issues/19',
    stream(
      ...tea.map(({ choices: [choice], ...each }) => ({ ...each, choices: [{ index: 0, delta: choice?.delta }] })),
      stop,
      done,
    ),
  ),
  quirk('LiteLLM never gives a finish reason', 'https://github.com/BerriAI/litellm/issues/10686', stream(...tea, done)),
  quirk('LiteLLM stops without the mark of the end', 'https://github.com/preloop/preloop/issues/117', stream(...tea), {
    failure: 'interrupted',
    finishReason: '',
  }),
  quirk(
    'LiteLLM names another finish reason',
    'https://github.com/BerriAI/litellm/issues/12481',
    stream(...tea, chunk({}, 'end_turn'), done),
    { finishReason: 'stop' },
  ),
  quirk(
    'LiteLLM reports tokens after the end',
    'https://github.com/BerriAI/litellm/pull/25410',
    stream(...tea, chunk({ content: '' }, 'stop'), usage(26, 2), done),
    { usage: [26, 2] },
  ),
  quirk(
    'LiteLLM does not know the model',
    'https://github.com/BerriAI/litellm/pull/3142',
    refusal(400, {
      error: {
        message: "400: {'error': 'Invalid model name passed in model=Lite-GPT-12'}",
        type: 'None',
        param: 'None',
        code: 400,
      },
    }),
    { failure: 'modelGone', text: '' },
  ),
  quirk(
    'LiteLLM has no room for the conversation',
    'https://github.com/BerriAI/litellm/issues/18927',
    refusal(
      400,
      error(
        'litellm.ContextWindowExceededError: OpenAIException - Input tokens exceed the configured limit of 272000 tokens.',
        { type: null, param: null, code: '400' },
      ),
    ),
    { failure: 'tooLong', text: '' },
  ),
  quirk(
    'Gemini has no room for the conversation',
    'https://github.com/BerriAI/litellm/issues/18282',
    refusal(400, [
      {
        error: {
          code: 400,
          message: 'The input token count (2800010) exceeds the maximum number of tokens allowed (1048575).',
          status: 'INVALID_ARGUMENT',
        },
      },
    ]),
    { failure: 'tooLong', text: '' },
  ),
  quirk(
    'LiteLLM does not pass a parameter on',
    mapping,
    refusal(
      400,
      error("litellm.UnsupportedParamsError: ollama does not support parameters: ['stream_options']", { code: '400' }),
    ),
    { failure: 'parameter', text: '', calls: 2 },
  ),
  quirk(
    'LiteLLM reaches no server',
    mapping,
    refusal(500, error('litellm.APIConnectionError: Connection error.', { type: null, code: '500' })),
    { failure: 'unavailable', text: '', calls: 4 },
  ),
  quirk(
    'LiteLLM’s key has no more budget',
    'https://docs.litellm.ai/docs/proxy/users',
    refusal(
      400,
      error('Budget has been exceeded! Current cost: 1.1, Max budget: 1.0', { type: 'budget_exceeded', code: '400' }),
    ),
    { failure: 'quota', text: '' },
  ),
  quirk(
    'LiteLLM rejects the key',
    'https://docs.litellm.ai/docs/proxy/virtual_keys',
    refusal(
      401,
      error('Authentication Error, Invalid proxy server token passed.', { type: 'auth_error', code: '401' }),
    ),
    { failure: 'unauthorized', text: '' },
  ),
  quirk(
    'LiteLLM without a database rejects the key',
    'https://github.com/BerriAI/litellm/issues/12273',
    refusal(400, error('No connected db.', { type: 'no_db_connection', code: '400' })),
    { failure: 'unauthorized', text: '' },
  ),
  quirk('a server that counts no tokens reports zeros', 'https://github.com/CopilotKit/aimock', counted(0, 0), {
    usage: null,
  }),
  quirk('a proxy reports an empty usage', mapping, stream(...tea, { ...stop, usage: { total_tokens: 33 } }, done), {
    usage: null,
  }),
  quirk('a proxy reports null tokens', mapping, counted(null, null), { usage: null }),
  quirk('a proxy reports tokens as texts', mapping, counted('3', '2'), { usage: null }),
  quirk('a proxy reports a fraction of a token', mapping, counted(3.5, 2), { usage: null }),
  quirk('a proxy reports fewer than no tokens', mapping, counted(-1, 2), { usage: null }),
  quirk('a proxy reports more tokens than a number holds', mapping, counted(1e300, 2), { usage: null }),
  quirk('a proxy reports a list of tokens', mapping, stream(...tea, { ...stop, usage: [3, 2] }, done), {
    usage: null,
  }),
  quirk(
    'a proxy sends chunks that are no chunks',
    mapping,
    stream(
      ...tea,
      { choices: 'none' },
      { choices: [1, 'a'] },
      { choices: [{ delta: 7 }] },
      { choices: [{ delta: { content: { a: 1 } } }] },
      stop,
      done,
    ),
  ),
  quirk(
    'a proxy sends half of a character at a time',
    'https://github.com/elizaOS/eliza/issues/30904',
    stream(chunk({ content: 'Tea \uD83C' }), chunk({ content: '\uDF75.' }), stop, done),
    { text: 'Tea 🍵.' },
  ),
  quirk(
    'a proxy loses half of a character',
    'https://github.com/elie222/rakazo/issues/416',
    stream(chunk({ content: 'Tea \uD83C' }), chunk({ content: '.' }), stop, done),
    { text: 'Tea \uFFFD.' },
  ),
  quirk('a proxy sends a number as the finish reason', mapping, stream(...tea, chunk({}, 1), done)),
  quirk(
    'a proxy answers nothing',
    mapping,
    { status: 200, headers: { 'content-type': 'text/event-stream' }, body: '' },
    { failure: 'unreadable', text: '', finishReason: '' },
  ),
  quirk('a proxy answers nothing, and breaks off', mapping, cut(), {
    failure: 'unreadable',
    text: '',
    finishReason: '',
  }),
  quirk('a proxy sends a very long answer at once', mapping, json(whole({ content: 'x'.repeat(320_000) })), {
    text: 'x'.repeat(280_000),
    usage: [3, 2],
    finishReason: 'length',
  }),
];
