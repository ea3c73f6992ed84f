import { chunk, cut, done, html, json, refusal, stop, quirk, stream, tea, usage, whole } from './quirk.ts';

const docs = 'https://docs.ollama.com/api/openai-compatibility';

export const ollamaCases = [
  quirk(
    'Ollama has an empty finish reason in each chunk',
    'https://github.com/ollama/ollama/issues/4357',
    stream(
      ...tea.map(({ choices: [choice], ...each }) => ({ ...each, choices: [{ ...choice, finish_reason: '' }] })),
      stop,
      done,
    ),
  ),
  quirk(
    'Ollama does not have the model',
    'https://github.com/ollama/ollama/issues/11401',
    refusal(404, {
      error: { message: 'model "llama3" not found, try pulling it first', type: 'api_error', param: null, code: null },
    }),
    { failure: 'modelGone', text: '' },
  ),
  quirk(
    'Ollama cannot chat with the model',
    'https://github.com/ollama/ollama/issues/2778',
    refusal(400, { error: { message: '"nomic-embed-text" does not support chat', type: 'invalid_request_error' } }),
    { failure: 'otherApi', text: '' },
  ),
  quirk(
    'Ollama answers at another address in words',
    'https://github.com/logancyang/obsidian-copilot/issues/805',
    { ...refusal(404, '404 page not found'), headers: { 'content-type': 'text/plain' } },
    { failure: 'wrongAddress', text: '' },
  ),
  quirk(
    'Ollama’s own API answers with one object for each line',
    'https://docs.ollama.com/api/streaming',
    {
      status: 200,
      headers: { 'content-type': 'application/x-ndjson' },
      body: '{"message":{"content":"Te"},"done":false}\n{"message":{"content":"a."},"done":true}\n',
    },
    { failure: 'unreadable', text: '', finishReason: '' },
  ),
  quirk(
    'Ollama writes its thoughts into the text',
    docs,
    stream(
      chunk({ content: '<think>\n' }),
      chunk({ content: 'A drink.' }),
      chunk({ content: '\n</think>\n\nTea.' }),
      stop,
      done,
    ),
    { thoughts: 'A drink.' },
  ),
  quirk(
    'Ollama writes an empty thought',
    docs,
    stream(chunk({ content: '<think>\n\n</think>\n\n' }), ...tea, stop, done),
  ),
  quirk(
    'Ollama names its thoughts reasoning',
    docs,
    stream(chunk({ role: 'assistant', content: '', reasoning: 'A drink.' }), ...tea, stop, done),
    { thoughts: 'A drink.' },
  ),
  quirk('Ollama reports no tokens of a cached prompt', docs, stream(...tea, stop, usage(0, 2), done), {
    usage: [0, 2],
  }),
  quirk(
    'Ollama is full',
    'https://docs.ollama.com/faq',
    [
      refusal(503, {
        error: { message: 'server busy, please try again. maximum pending requests exceeded', type: 'api_error' },
      }),
      stream(...tea, stop, done),
    ],
    { calls: 2 },
  ),
  quirk(
    'Ollama cannot load the model',
    'https://docs.ollama.com/troubleshooting',
    refusal(500, {
      error: { message: 'model requires more system memory (8.0 GiB) than is available (4.0 GiB)', type: 'api_error' },
    }),
    { failure: 'unavailable', text: '', calls: 4 },
  ),
  quirk(
    'Ollama’s model runner stops in an answer',
    'https://docs.ollama.com/troubleshooting',
    stream(...tea, {
      error: { message: 'an error was encountered while running the model: unexpected EOF', type: 'api_error' },
    }),
    { failure: 'interrupted', finishReason: '' },
  ),
  quirk(
    'Ollama answers without an id, a time or a type',
    docs,
    stream(...tea.map(({ choices }) => ({ choices })), { choices: stop.choices }, done),
  ),
  quirk('Ollama ends without the mark of the end', docs, stream(...tea, stop)),
  quirk(
    'LM Studio keeps the connection open after the end',
    'https://lmstudio.ai/docs/app/api/endpoints/openai',
    cut(...tea, stop, done),
  ),
  quirk(
    'LM Studio is loading no model',
    'https://lmstudio.ai/docs/app/api/endpoints/openai',
    refusal(404, {
      error: {
        message: 'No models loaded. Please load a model in the developer page or use the `lms load` command.',
        type: 'invalid_request_error',
        param: 'model',
        code: 'model_not_found',
      },
    }),
    { failure: 'modelGone', text: '' },
  ),
  quirk(
    'a web site answers at the address',
    'https://docs.openwebui.com/getting-started/quick-start/connect-a-provider/starting-with-openai-compatible',
    html(200, 'Welcome'),
    { failure: 'wrongAddress', text: '', finishReason: '' },
  ),
  quirk(
    'a web site knows no such page',
    'https://docs.openwebui.com/getting-started/quick-start/connect-a-provider/starting-with-openai-compatible',
    html(404, 'Not Found'),
    { failure: 'wrongAddress', text: '' },
  ),
  quirk(
    'a web site takes no posts',
    'https://developer.mozilla.org/docs/Web/HTTP/Reference/Status/405',
    html(405, 'Method Not Allowed'),
    { failure: 'wrongAddress', text: '' },
  ),
  quirk('a whole answer has no finish reason', docs, json(whole({ content: 'Tea.' }, null)), { usage: [3, 2] }),
];
