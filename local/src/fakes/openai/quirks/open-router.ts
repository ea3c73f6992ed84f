import { chunk, done, error, json, refusal, stop, quirk, stream, tea, usage, whole } from './quirk.ts';

const errors = 'https://openrouter.ai/docs/api-reference/errors-and-debugging';
const streaming = 'https://openrouter.ai/docs/api-reference/streaming';

export const openRouterCases = [
  quirk(
    'OpenRouter writes comments until the first word',
    'https://github.com/openai/openai-go/issues/227',
    stream(': OPENROUTER PROCESSING\n\n', ': OPENROUTER PROCESSING\n\n', ...tea, stop, done),
  ),
  quirk(
    'OpenRouter breaks off in the stream',
    'https://github.com/damianvtran/local-operator/pull/223',
    stream(...tea, {
      ...chunk({ content: '' }, 'error'),
      error: { code: 502, message: 'Provider disconnected', metadata: { error_type: 'provider_unavailable' } },
    }),
    { failure: 'interrupted', finishReason: '' },
  ),
  quirk(
    'OpenRouter fails before the first word, and then not',
    'https://github.com/diegosouzapw/OmniRoute/pull/8210',
    [
      stream({
        ...chunk({}),
        choices: [],
        error: { code: 502, message: 'Worker local total request limit reached (33/32)' },
      }),
      stream(...tea, stop, done),
    ],
    { calls: 2 },
  ),
  quirk(
    'OpenRouter has an end that is only an error',
    streaming,
    stream(...tea, chunk({ content: '' }, 'error'), done),
    { failure: 'interrupted', finishReason: '' },
  ),
  quirk(
    'OpenRouter refuses with the status 200',
    errors,
    json({ error: { code: 402, message: 'Insufficient credits' } }),
    { failure: 'quota', text: '' },
  ),
  quirk(
    'OpenRouter has no credit for the longest answer',
    'https://github.com/Gitlawb/openclaude/issues/1125',
    refusal(402, {
      error: {
        message:
          'This request requires more credits, or fewer max_tokens. You requested up to 32000 tokens, but can only afford 27342.',
        code: 402,
        metadata: { provider_name: null },
      },
      user_id: 'user_1',
    }),
    { failure: 'quota', text: '' },
  ),
  quirk(
    'OpenRouter’s moderator flags the question',
    errors,
    refusal(403, {
      error: {
        code: 403,
        message: 'Your input was flagged',
        metadata: { reasons: ['violence'], flagged_input: 'What is', provider_name: 'OpenAI', model_slug: 'gpt-4o' },
      },
    }),
    { failure: 'filtered', text: '' },
  ),
  quirk(
    'OpenRouter repeats the refusal of another server',
    'https://github.com/charmbracelet/crush/issues/279',
    refusal(400, {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: {
          raw: '{"object":"error","message":"Prompt contains 40960 tokens, too large for model with 32768 maximum context length","code":"3051"}',
          provider_name: 'Mistral',
        },
      },
    }),
    { failure: 'tooLong', text: '' },
  ),
  quirk(
    'OpenRouter has no provider for the model',
    errors,
    refusal(404, { error: { message: 'No endpoints found for openai/gpt-4o.', code: 404 } }),
    { failure: 'modelGone', text: '' },
  ),
  quirk(
    'OpenRouter knows no such model',
    errors,
    refusal(400, { error: { message: 'gpt-4o is not a valid model ID', code: 400 }, user_id: 'user_1' }),
    { failure: 'modelGone', text: '' },
  ),
  quirk(
    'OpenRouter rejects the key',
    errors,
    refusal(401, { error: { message: 'No auth credentials found', code: 401 } }),
    { failure: 'unauthorized', text: '' },
  ),
  quirk(
    'OpenRouter tells its thoughts twice',
    'https://openrouter.ai/docs/use-cases/reasoning-tokens',
    stream(
      chunk({ content: '', reasoning: 'A drink.', reasoning_details: [{ type: 'reasoning.text', text: 'A drink.' }] }),
      ...tea,
      stop,
      done,
    ),
    { thoughts: 'A drink.' },
  ),
  quirk(
    'OpenRouter counts the cost',
    'https://openrouter.ai/docs/use-cases/usage-accounting',
    stream(
      ...tea,
      stop,
      {
        ...usage(3, 2, { cost: 0.000_12, is_byok: false }),
        choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
      },
      done,
    ),
    { usage: [3, 2] },
  ),
  quirk('OpenRouter times out', errors, refusal(408, { error: { message: 'Request timed out', code: 408 } }), {
    failure: 'unavailable',
    text: '',
    calls: 4,
  }),
  quirk(
    'OpenRouter is busy in the stream',
    'https://github.com/apache/rocketmq-dashboard/issues/2178',
    [
      stream({ error: { code: 429, message: 'Rate limit exceeded: free-models-per-min.' } }),
      stream(...tea, stop, done),
    ],
    { calls: 2 },
  ),
  quirk(
    'a gateway says no more in the stream',
    'https://github.com/octos-org/octos/issues/13',
    stream(...tea, 'event: error\ndata: {"error":"Stream error: Internal Network Failure"}\n\n'),
    { failure: 'interrupted', finishReason: '' },
  ),
  quirk(
    'a gateway keeps the connection with words',
    'https://github.com/docker/docker-agent/issues/2349',
    stream('data: ping\n\n', ...tea, 'data:\n\n', stop, done),
  ),
  quirk(
    'a gateway sends chunks without choices',
    'https://docs.litellm.ai/docs/proxy/guardrails/quick_start',
    stream({ type: 'ping' }, ...tea, { object: 'metadata', cost: 1 }, stop, done),
  ),
  quirk(
    'a gateway refuses large bodies',
    'https://nginx.org/en/docs/http/ngx_http_core_module.html#client_max_body_size',
    { ...refusal(413, '<html><h1>413 Request Entity Too Large</h1></html>'), headers: { 'content-type': 'text/html' } },
    { failure: 'tooLarge', text: '' },
  ),
  quirk(
    'a gateway gives up',
    'https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/error-524/',
    { ...refusal(524, '<html>A timeout occurred</html>'), headers: { 'content-type': 'text/html' } },
    { failure: 'unavailable', text: '', calls: 4 },
  ),
  quirk(
    'Anthropic has no room for the conversation',
    'https://github.com/OpenHands/OpenHands/issues/5350',
    refusal(400, error('prompt is too long: 209303 tokens > 200000 maximum')),
    { failure: 'tooLong', text: '' },
  ),
  quirk(
    'a whole answer is repeated in the last chunk',
    'https://docs.perplexity.ai/guides/streaming-responses',
    stream(
      ...tea,
      { ...stop, choices: [{ index: 0, message: { role: 'assistant', content: 'Tea.' }, finish_reason: 'stop' }] },
      done,
    ),
  ),
  quirk(
    'a server streams whole messages',
    'https://docs.perplexity.ai/guides/streaming-responses',
    stream({ ...whole({ content: 'Tea.' }), object: 'chat.completion.chunk' }, done),
    { usage: [3, 2] },
  ),
];
