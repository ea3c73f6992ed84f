import { chunk, done, json, refusal, stop, quirk, stream, tea, whole } from './quirk.ts';

const readme = 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md';
const tooLarge = {
  code: 400,
  message: 'the request exceeds the available context size. try increasing the context size or enable context shift',
  type: 'exceed_context_size_error',
  n_prompt_tokens: 14_429,
  n_ctx: 8192,
};

export const llamaCppCases = [
  quirk(
    'llama.cpp has no room for the conversation',
    'https://github.com/ggml-org/llama.cpp/pull/15780',
    refusal(400, { error: tooLarge }),
    { failure: 'tooLong', text: '' },
  ),
  quirk(
    'llama.cpp refuses with the status 200',
    'https://github.com/oobabooga/textgen/issues/7257',
    json({ error: tooLarge }),
    { failure: 'tooLong', text: '' },
  ),
  quirk(
    'llama.cpp runs out of room with the status 500',
    'https://github.com/ggml-org/llama.cpp/issues/19774',
    refusal(500, { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } }),
    { failure: 'tooLong', text: '' },
  ),
  quirk(
    'llama-cpp-python has no room for the conversation',
    'https://github.com/abetlen/llama-cpp-python/issues/416',
    refusal(400, {
      error: { message: 'Requested tokens (2285) exceed context window of 2048', type: 'invalid_request_error' },
    }),
    { failure: 'tooLong', text: '' },
  ),
  quirk(
    'llama.cpp loads its model',
    readme,
    [
      refusal(503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }),
      stream(...tea, stop, done),
    ],
    { calls: 2 },
  ),
  quirk(
    'llama.cpp rejects the key',
    readme,
    refusal(401, { error: { code: 401, message: 'Invalid API Key', type: 'authentication_error' } }),
    { failure: 'unauthorized', text: '' },
  ),
  quirk(
    'llama.cpp names its thoughts reasoning_content',
    readme,
    stream(chunk({ role: 'assistant', content: null }), chunk({ reasoning_content: 'A drink.' }), ...tea, stop, done),
    { thoughts: 'A drink.' },
  ),
  quirk(
    'llama.cpp writes its thoughts into the text',
    readme,
    stream(...['<thi', 'nk>A dri', 'nk.</th', 'ink>\n', '\nTea', '.'].map((content) => chunk({ content })), stop, done),
    { thoughts: 'A drink.' },
  ),
  quirk(
    'llama.cpp writes an unfinished thought',
    readme,
    stream(chunk({ content: '<think>A drink.' }), chunk({}, 'length'), done),
    { failure: 'onlyThoughts', text: '', thoughts: 'A drink.', finishReason: 'length' },
  ),
  quirk(
    'llama.cpp only explains the tag of a thought',
    readme,
    stream(chunk({ content: '<think> begins a thought.' }), stop, done),
    { text: '<think> begins a thought.' },
  ),
  quirk(
    'llama.cpp keeps the connection with comments',
    readme,
    stream(': \n\n', ...tea.flatMap((each) => [each, ':\n\n']), stop, done),
  ),
  quirk(
    'llama.cpp refuses in a field of the stream',
    readme,
    stream(...tea, 'error: {"code":500,"message":"Internal error"}\n\n'),
    { failure: 'interrupted', finishReason: '' },
  ),
  quirk(
    'llama.cpp measures its own times',
    readme,
    stream(...tea, { ...stop, timings: { prompt_n: 3, predicted_per_second: 40.5 } }, done),
  ),
  quirk(
    'llama.cpp’s chat template fails',
    'https://github.com/nextai-translator/raycast-openai-translator/issues/34',
    refusal(500, {
      error: {
        code: 500,
        message: 'Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...',
        type: 'server_error',
      },
    }),
    { failure: 'parameter', text: '' },
  ),
  quirk(
    'llama-cpp-python streams a fraction of tokens',
    'https://github.com/abetlen/llama-cpp-python/issues/1640',
    stream(...tea, { ...stop, usage: { prompt_tokens: 3.5, completion_tokens: 2 } }, done),
    { usage: null },
  ),
  quirk(
    'LocalAI has an empty usage',
    'https://localai.io/features/text-generation/',
    stream(...tea, { ...stop, usage: {} }, done),
    { usage: null },
  ),
  quirk(
    'KoboldCpp ignores the wish for a stream',
    'https://github.com/tinyhumansai/tinyagents/pull/56',
    json(whole({ content: 'Tea.' })),
    { usage: [3, 2] },
  ),
  quirk(
    'a server names JSON a stream',
    'https://github.com/decolua/9router/issues/3492',
    { ...json(whole({ content: 'Tea.' })), headers: { 'content-type': 'text/event-stream' } },
    { usage: [3, 2] },
  ),
];
