import { chunk, done, json, refusal, stop, quirk, stream, tea, whole } from './quirk.ts';

const codes = 'https://api-docs.deepseek.com/quick_start/error_codes';
const thinking = 'https://api-docs.deepseek.com/guides/reasoning_model';
const waiting = 'https://api-docs.deepseek.com/quick_start/rate_limit';
const refused = (message: string, code = 'invalid_request_error') => ({
  error: { message, type: code, param: null, code },
});

export const deepSeekCases = [
  quirk(
    'DeepSeek has no more credit',
    'https://github.com/continuedev/continue/issues/10488',
    refusal(402, refused('Insufficient Balance', 'unknown_error')),
    { failure: 'quota', text: '' },
  ),
  quirk(
    'DeepSeek thinks first',
    thinking,
    stream(
      chunk({ role: 'assistant', content: null, reasoning_content: 'A ' }),
      chunk({ content: null, reasoning_content: 'drink.' }),
      ...tea,
      stop,
      done,
    ),
    { thoughts: 'A drink.' },
  ),
  quirk(
    'DeepSeek answers whole with thoughts',
    thinking,
    json(whole({ content: 'Tea.', reasoning_content: 'A drink.' })),
    { thoughts: 'A drink.', usage: [3, 2] },
  ),
  quirk(
    'DeepSeek keeps the connection with comments',
    waiting,
    stream(': keep-alive\n\n', ': keep-alive\n\n', ...tea, stop, done),
  ),
  quirk(
    'DeepSeek keeps the connection with empty lines',
    waiting,
    { ...json(`\n\n\n${JSON.stringify(whole({ content: 'Tea.' }))}`) },
    { usage: [3, 2] },
  ),
  quirk(
    'DeepSeek runs out of machines in an answer',
    'https://api-docs.deepseek.com/api/create-chat-completion',
    stream(...tea, chunk({}, 'insufficient_system_resource'), done),
    { finishReason: 'insufficient_system_resource', failure: 'interrupted' },
  ),
  quirk('DeepSeek does not know the model', codes, refusal(400, refused('Model Not Exist')), {
    failure: 'modelGone',
    text: '',
  }),
  quirk(
    'DeepSeek refuses the length of the answer',
    codes,
    [
      refusal(400, refused('Invalid max_tokens value, the valid range of max_tokens is [1, 8192]')),
      stream(...tea, stop, done),
    ],
    { calls: 2 },
  ),
  quirk('DeepSeek refuses the question', codes, refusal(400, refused('Content Exists Risk')), {
    failure: 'filtered',
    text: '',
  }),
  quirk(
    'DeepSeek rejects the key',
    codes,
    refusal(401, {
      error: {
        message: 'Authentication Fails (no such user)',
        type: 'authentication_error',
        param: null,
        code: 'invalid_request_error',
      },
    }),
    { failure: 'unauthorized', text: '' },
  ),
  quirk(
    'DeepSeek is overloaded',
    codes,
    refusal(
      503,
      refused(
        'Service is too busy. We advise users to temporarily switch to alternative LLM API service providers.',
        'service_unavailable_error',
      ),
      { 'retry-after': '600' },
    ),
    { failure: 'unavailable', text: '' },
  ),
  quirk(
    'DeepSeek counts the cached tokens',
    'https://api-docs.deepseek.com/guides/kv_cache',
    stream(
      ...tea,
      {
        ...stop,
        usage: { prompt_tokens: 3, completion_tokens: 2, prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 3 },
      },
      done,
    ),
    { usage: [3, 2] },
  ),
];
