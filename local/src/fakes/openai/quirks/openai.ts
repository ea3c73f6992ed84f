import { chunk, cut, done, error, json, refusal, stop, quirk, stream, tea, usage, whole } from './quirk.ts';

const streaming =
  'https://developers.openai.com/api/reference/resources/chat/subresources/completions/streaming-events';
const errors = 'https://developers.openai.com/api/docs/guides/error-codes';
const standard = 'https://html.spec.whatwg.org/multipage/server-sent-events.html';

export const openAiCases = [
  quirk(
    'OpenAI reports the tokens in a chunk without choices',
    streaming,
    stream(...tea, stop, usage(3, 2, { total_tokens: 5 }), done),
    { usage: [3, 2] },
  ),
  quirk(
    'OpenAI has a null usage in each chunk before',
    streaming,
    stream(...tea.map((each) => ({ ...each, usage: null })), { ...stop, usage: null }, usage(3, 2), done),
    { usage: [3, 2] },
  ),
  quirk(
    'OpenAI obfuscates the length of chunks',
    streaming,
    stream(...tea.map((each) => ({ ...each, obfuscation: 'aZ9' })), stop, done),
  ),
  quirk(
    'OpenAI refuses beside an empty text',
    'https://developers.openai.com/api/docs/guides/structured-outputs',
    stream(chunk({ content: '', refusal: 'I cannot ' }), chunk({ content: '', refusal: 'help.' }), stop, done),
    { text: 'I cannot help.' },
  ),
  quirk(
    'OpenAI refuses in a whole answer',
    'https://developers.openai.com/api/docs/guides/structured-outputs',
    json(whole({ content: null, refusal: 'I cannot help.' })),
    { text: 'I cannot help.', usage: [3, 2] },
  ),
  quirk('OpenAI stops at the limit of tokens', streaming, stream(...tea, chunk({}, 'length'), done), {
    finishReason: 'length',
  }),
  quirk(
    'OpenAI thinks until the limit of tokens',
    'https://developers.openai.com/api/docs/guides/reasoning',
    stream(chunk({ content: '' }), chunk({}, 'length'), usage(3, 1000), done),
    { failure: 'onlyThoughts', text: '', usage: [3, 1000], finishReason: 'length' },
  ),
  quirk('OpenAI filters an answer that has begun', streaming, stream(...tea, chunk({}, 'content_filter'), done), {
    failure: 'filtered',
    finishReason: 'content_filter',
  }),
  quirk(
    'OpenAI calls a tool that it was not given',
    streaming,
    stream(
      chunk({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'x', arguments: '{}' } }] }),
      chunk({}, 'tool_calls'),
      done,
    ),
    { failure: 'wantsTool', text: '' },
  ),
  quirk('OpenAI ends without an answer', streaming, stream(chunk({ role: 'assistant', content: '' }), stop, done), {
    failure: 'empty',
    text: '',
  }),
  quirk(
    'OpenAI breaks off with an error in the stream',
    errors,
    stream(...tea, { error: { message: 'The server had an error', type: 'server_error', param: null, code: null } }),
    { failure: 'interrupted', finishReason: '' },
  ),
  quirk(
    'OpenAI runs out of credit in the stream',
    errors,
    stream(
      ...tea,
      error('You exceeded your current quota', { type: 'insufficient_quota', code: 'insufficient_quota' }),
    ),
    { failure: 'quota', finishReason: '' },
  ),
  quirk('OpenAI loses the connection in an answer', errors, cut(...tea), {
    failure: 'interrupted',
    finishReason: '',
  }),
  quirk('OpenAI loses the connection before the first word', errors, cut(chunk({ role: 'assistant', content: '' })), {
    failure: 'unreadable',
    text: '',
    finishReason: '',
  }),
  quirk('OpenAI loses the connection after the finish reason', streaming, cut(...tea, stop)),
  quirk(
    'OpenAI ends in the middle of a chunk',
    'https://github.com/zai-org/GLM-5/issues/66',
    stream(...tea, 'data: {"choices":[{"index":0,"del'),
    { failure: 'interrupted', finishReason: '' },
  ),
  quirk('a proxy ends each line with a carriage return', standard, {
    ...stream(...tea, stop, done),
    body: stream(...tea, stop, done).body.replaceAll('\n', '\r'),
  }),
  quirk('a proxy ends each line with both characters', standard, {
    ...stream(...tea, stop, done),
    body: stream(...tea, stop, done).body.replaceAll('\n', '\r\n'),
  }),
  quirk('a proxy begins with a byte order mark', standard, {
    ...stream(...tea, stop, done),
    body: `\uFEFF${stream(...tea, stop, done).body}`,
  }),
  quirk(
    'a proxy adds ids, names and retry times to the events',
    standard,
    stream(
      ...tea.map((each, id) => `id: ${id}\nevent: message\nretry: 100\ndata: ${JSON.stringify(each)}\n\n`),
      stop,
      done,
    ),
  ),
  quirk(
    'a proxy sends an event in several lines',
    standard,
    stream(
      ...tea.map((each) => `data: ${JSON.stringify(each, undefined, 1).replaceAll('\n', '\ndata: ')}\n\n`),
      stop,
      done,
    ),
  ),
  quirk(
    'OpenAI rejects the key',
    errors,
    refusal(401, error('Incorrect API key provided: sk-…', { code: 'invalid_api_key' })),
    { failure: 'unauthorized', text: '' },
  ),
  quirk(
    'OpenAI does not serve the country',
    errors,
    refusal(
      403,
      error('Country, region, or territory not supported', {
        code: 'unsupported_country_region_territory',
        type: 'request_forbidden',
      }),
    ),
    { failure: 'forbidden', text: '' },
  ),
  quirk(
    'OpenAI has no more credit',
    errors,
    refusal(
      429,
      error('You exceeded your current quota, please check your plan and billing details.', {
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      }),
    ),
    { failure: 'quota', text: '' },
  ),
  quirk(
    'OpenAI is busy for an hour',
    errors,
    refusal(429, error('Rate limit reached', { type: 'requests', code: 'rate_limit_exceeded' }), {
      'retry-after': '3600',
    }),
    { failure: 'busy', text: '' },
  ),
  quirk(
    'OpenAI is busy, and then not',
    errors,
    [
      refusal(429, error('Rate limit reached. Please try again in 1s.', { code: 'rate_limit_exceeded' }), {
        'retry-after-ms': '900',
      }),
      stream(...tea, stop, done),
    ],
    { calls: 2 },
  ),
  quirk(
    'OpenAI refuses a question larger than a minute’s tokens',
    errors,
    refusal(
      429,
      error('Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000.', {
        type: 'tokens',
        code: 'rate_limit_exceeded',
      }),
    ),
    { failure: 'tooLarge', text: '' },
  ),
  quirk(
    'OpenAI has no room for the conversation',
    errors,
    refusal(
      400,
      error("This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.", {
        code: 'context_length_exceeded',
        param: 'messages',
      }),
    ),
    { failure: 'tooLong', text: '' },
  ),
  quirk(
    'OpenAI refuses the length of the answer',
    'https://github.com/enoch3712/ExtractThinker/issues/346',
    refusal(
      400,
      error(
        'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
        { param: 'max_tokens', code: 'invalid_value' },
      ),
    ),
    { failure: 'answerLimit', text: '', calls: 2 },
  ),
  quirk(
    'OpenAI refuses the question by its policy',
    errors,
    refusal(
      400,
      error('Invalid prompt: your prompt was flagged as potentially violating our usage policy.', {
        code: 'invalid_prompt',
      }),
    ),
    { failure: 'filtered', text: '' },
  ),
  quirk(
    'OpenAI has retired the model',
    errors,
    refusal(404, error('The model `gpt-4-32k` has been deprecated or does not exist', { code: 'model_not_found' })),
    { failure: 'modelGone', text: '' },
  ),
  quirk(
    'OpenAI has the model for another project only',
    errors,
    refusal(403, error('Project `proj_1` does not have access to model `o1`', { code: 'model_not_found' })),
    { failure: 'modelGone', text: '' },
  ),
  quirk(
    'OpenAI serves the model by its Responses API only',
    'https://github.com/sigoden/aichat/pull/1318',
    refusal(
      404,
      error('This model is only supported in v1/responses and not in v1/chat/completions.', { param: 'model' }),
    ),
    { failure: 'otherApi', text: '' },
  ),
  quirk(
    'OpenAI serves the model by its old API only',
    'https://github.com/langbot-app/LangBot/issues/400',
    refusal(
      404,
      error(
        'This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you mean to use v1/completions?',
        { param: 'model' },
      ),
    ),
    { failure: 'otherApi', text: '' },
  ),
  quirk(
    'OpenAI streams to verified organizations only',
    'https://help.openai.com/en/articles/10910291-api-organization-verification',
    [
      refusal(
        400,
        error('Your organization must be verified to stream this model.', {
          param: 'stream',
          code: 'unsupported_value',
        }),
      ),
      json(whole({ content: 'Tea.' })),
    ],
    { calls: 2, usage: [3, 2] },
  ),
  quirk(
    'OpenAI fails four times',
    errors,
    refusal(500, error('The server had an error while processing your request.', { type: 'server_error' })),
    { failure: 'unavailable', text: '', calls: 4 },
  ),
  quirk(
    'OpenAI is overloaded, and then not',
    errors,
    [refusal(503, error('The engine is currently overloaded, please try again later')), stream(...tea, stop, done)],
    { calls: 2 },
  ),
  quirk(
    'a refusal mentions a stream',
    errors,
    refusal(400, error('We could not parse the JSON body of your request: unexpected end of the stream.')),
    { failure: 'refused', text: '' },
  ),
];
