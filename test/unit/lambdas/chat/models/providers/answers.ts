import {
  chunk,
  done,
  json,
  quirk,
  refusal,
  error,
  stop,
  stream,
  tea,
  usage,
  whole,
} from 'local/fakes/openai/quirks/quirk';
import type { ProviderQuirk } from 'local/fakes/openai/quirks/quirk';

interface ProviderAnswer extends ProviderQuirk {
  citations?: { url: string; title: string }[];
}

const perplexity = 'https://docs.perplexity.ai/api-reference/chat-completions-post';
const gemini = 'https://ai.google.dev/gemini-api/docs/openai';
const zhipu = 'https://docs.bigmodel.cn/api-reference';
const xai = 'https://docs.x.ai/docs/guides/reasoning';
const openRouter = 'https://openrouter.ai/docs/guides/features/plugins/web-search';
const vllm = 'https://github.com/vllm-project/vllm/issues/13125';
const lmStudio = 'https://lmstudio.ai/docs/developer/openai-compat';

const [first, second] = ['https://a.example/tea', 'https://b.example/tea'];
const search = [
  { title: 'Tea', url: first, date: '2026-11-01' },
  { title: 'Green tea', url: second },
];
const annotation = (url: string, title: string) => ({
  type: 'url_citation',
  url_citation: { url, title, content: 'Tea is …', start_index: 0, end_index: 4 },
});
const messages = (...contents: string[]) =>
  contents.map((content, index) => ({
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content },
        finish_reason: index === contents.length - 1 ? 'stop' : null,
      },
    ],
  }));
const texts = (...all: string[]) => all.map((text) => ({ choices: [{ index: 0, text, finish_reason: null }] }));
const line = (data: object | string) => `error: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

/** Answers of providers that a session of the chat has met, or that their documentation describes. */
export const providerAnswers: ProviderAnswer[] = [
  // Sources.
  {
    ...quirk(
      'Perplexity names its sources in each chunk',
      perplexity,
      stream(...tea.map((each) => ({ ...each, citations: [first, second], search_results: search })), stop, done),
    ),
    citations: [
      { url: first, title: 'Tea' },
      { url: second, title: 'Green tea' },
    ],
  },
  {
    ...quirk(
      'Perplexity names titles after addresses',
      perplexity,
      stream(...tea.map((each) => ({ ...each, citations: [first] })), { ...stop, search_results: search }, done),
    ),
    citations: [
      { url: first, title: 'Tea' },
      { url: second, title: 'Green tea' },
    ],
  },
  {
    ...quirk('xAI names its sources at the end', xai, stream(...tea, { ...stop, citations: [first] }, done)),
    citations: [{ url: first, title: '' }],
  },
  {
    ...quirk(
      'OpenRouter annotates a stream',
      openRouter,
      stream(...tea, chunk({ content: '', annotations: [annotation(first, 'Tea')] }), stop, done),
    ),
    citations: [{ url: first, title: 'Tea' }],
  },
  {
    ...quirk(
      'OpenAI annotates a whole answer',
      'https://developers.openai.com/api/docs/guides/tools-web-search',
      json(
        whole({
          content: 'Tea.',
          annotations: [
            annotation(first, 'Tea'),
            { type: 'file_citation', file_id: 'f' },
            annotation('javascript:', 'x'),
          ],
        }),
      ),
      { usage: [3, 2] },
    ),
    citations: [{ url: first, title: 'Tea' }],
  },
  {
    ...quirk(
      'Zhipu names the pages of its search',
      zhipu,
      stream(...tea, { ...stop, web_search: [{ title: 'Tea', link: first, media: 'A' }] }, done),
    ),
    citations: [{ url: first, title: 'Tea' }],
  },
  {
    ...quirk(
      'Azure names sources in a context',
      'https://learn.microsoft.com/azure/ai-foundry/openai/references/on-your-data',
      stream(chunk({ context: { citations: [{ title: 'Tea', url: first }, { title: 'a.pdf' }] } }), ...tea, stop, done),
    ),
    citations: [{ url: first, title: 'Tea' }],
  },
  quirk(
    'a proxy names sources that are none',
    perplexity,
    stream(...tea, { ...stop, citations: [1, null, {}, 'x'] }, done),
  ),

  // Usage.
  quirk(
    'xAI bills the thoughts beside the answer',
    xai,
    stream(
      ...tea,
      stop,
      usage(9, 3, { total_tokens: 512, completion_tokens_details: { reasoning_tokens: 500 } }),
      done,
    ),
    { usage: [9, 503] },
  ),
  quirk(
    'OpenAI bills the thoughts in the answer',
    'https://developers.openai.com/api/docs/guides/reasoning',
    stream(
      ...tea,
      stop,
      usage(9, 503, { total_tokens: 512, completion_tokens_details: { reasoning_tokens: 500 } }),
      done,
    ),
    { usage: [9, 503] },
  ),
  quirk(
    'a proxy reports a total that is too small',
    xai,
    stream(...tea, stop, usage(9, 3, { total_tokens: 3 }), done),
    {
      usage: [9, 3],
    },
  ),

  // Words in other places.
  quirk('a server sends the text of the older completions', vllm, stream(...texts('Te', 'a.'), stop, done)),
  quirk('a server repeats the message from its beginning', perplexity, stream(...messages('Te', 'Tea', 'Tea.'), done)),
  quirk('a server sends a message in pieces', perplexity, stream(...messages('Te', 'a', '.'), done)),
  quirk(
    'a server sends a message beside an empty delta',
    perplexity,
    stream(
      { choices: [{ index: 0, delta: { content: '' }, message: { content: 'Tea.' }, finish_reason: 'stop' }] },
      done,
    ),
  ),

  // Tools.
  quirk(
    'a model calls a tool, and says stop',
    'https://github.com/ollama/ollama/issues/7881',
    stream(chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'x', arguments: '{}' } }] }), stop, done),
    { failure: 'wantsTool', text: '' },
  ),
  quirk(
    'a model calls a function in a whole answer',
    'https://developers.openai.com/api/docs/guides/function-calling',
    json(whole({ content: null, function_call: { name: 'x', arguments: '{}' } }, 'function_call')),
    { failure: 'wantsTool', text: '', usage: [3, 2] },
  ),
  quirk(
    'a model says something and calls a tool',
    'https://developers.openai.com/api/docs/guides/function-calling',
    stream(...tea, chunk({ tool_calls: [{ index: 0, id: 'c' }] }), chunk({}, 'tool_calls'), done),
    { finishReason: 'tool_calls' },
  ),

  // Reasons of errors in a stream.
  quirk(
    'LM Studio runs out of context in a stream',
    lmStudio,
    stream(...tea, line({ error: { message: 'Reached context length of 4096 tokens', code: 400 } })),
    { failure: 'tooLong' },
  ),
  quirk(
    'LM Studio runs out of context in an event',
    lmStudio,
    stream(...tea, 'event: error\ndata: {"message":"Reached context length of 4096 tokens","code":400}\n\n'),
    { failure: 'tooLong' },
  ),
  quirk('a server says its error in words', lmStudio, stream(...tea, line('insufficient balance')), {
    failure: 'quota',
  }),
  quirk('a server says that there is an error', lmStudio, stream(...tea, 'event: error\ndata:\n\n'), {
    failure: 'interrupted',
  }),

  // Times in bodies.
  quirk(
    'Gemini is busy for half a minute, and then not',
    gemini,
    [
      refusal(429, [
        {
          error: {
            code: 429,
            message: 'Resource has been exhausted (e.g. check quota).',
            status: 'RESOURCE_EXHAUSTED',
            details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36s' }],
          },
        },
      ]),
      stream(...tea, stop, done),
    ],
    { calls: 2 },
  ),
  quirk(
    'Gemini is busy for hours',
    gemini,
    refusal(429, { error: { code: 429, details: [{ retryDelay: '30000s' }] } }),
    { failure: 'busy', text: '', calls: 1 },
  ),

  // Thoughts in the text.
  quirk(
    'a template opens the thoughts itself',
    vllm,
    stream(...['A ', 'drink.\n', '</thi', 'nk>\n\n', 'Tea', '.'].map((content) => chunk({ content })), stop, done),
    { thoughts: 'A drink.' },
  ),
  quirk(
    'gpt-oss writes its channels',
    'https://developers.openai.com/cookbook/articles/openai-harmony',
    stream(
      ...[
        '<|channel|>ana',
        'lysis<|message|>A drink.',
        '<|end|><|start|>assistant',
        '<|channel|>final<|message|>Tea.',
      ].map((content) => chunk({ content })),
      stop,
      done,
    ),
    { thoughts: 'A drink.' },
  ),
  quirk(
    'Gemini marks its thoughts',
    gemini,
    stream(chunk({ content: '<thought>A drink.</thought>Tea.' }), stop, done),
    { thoughts: 'A drink.' },
  ),

  // What models refuse.
  ...(
    [
      ['OpenAI', 'max_tokens', error("Unsupported parameter: 'max_tokens' is not supported with this model.")],
      ['DeepSeek', 'max_tokens', error('Invalid max_tokens value, the valid range of max_tokens is [1, 8192]')],
      ['Qwen', 'max_tokens', error('Range of max_tokens should be [1, 8192]')],
      ['Groq', 'max_tokens', error('`max_tokens` must be less than or equal to `8192`')],
      ['OpenAI', 'max_tokens', error("Invalid 'max_tokens': integer above maximum value. Expected a value <= 4096.")],
      [
        'OpenRouter',
        'max_tokens',
        error(
          'This endpoint’s maximum context length is 8192 tokens. However, you requested about 16500 tokens (116 of text input, 16384 in the output).',
        ),
      ],
    ] as const
  ).map(([provider, name, body]) =>
    quirk(
      `${provider} refuses ${name}: ${body.error.message}`,
      zhipu,
      [refusal(400, body), stream(...tea, stop, done)],
      {
        calls: 2,
      },
    ),
  ),
];
