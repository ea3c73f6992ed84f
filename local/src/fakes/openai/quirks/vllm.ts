import { chunk, cut, done, json, refusal, stop, quirk, stream, tea, usage, whole } from './quirk.ts';

/** Errors of vLLM before version 0.11 stand at the top of the body. */
const vllmError = (message: string, more: object = {}) => ({
  object: 'error',
  message,
  type: 'BadRequestError',
  param: null,
  code: 400,
  ...more,
});

export const vllmCases = [
  quirk(
    'vLLM counts the tokens in each chunk',
    'https://github.com/kubeai-project/kubeai/issues/283',
    stream(
      ...tea.map((each, index) => ({ ...each, usage: { prompt_tokens: 3, completion_tokens: index } })),
      { ...stop, usage: { prompt_tokens: 3, completion_tokens: 2 } },
      done,
    ),
    { usage: [3, 2] },
  ),
  quirk('vLLM reports no tokens', 'https://github.com/TheTom/vllm-swift/issues/19', stream(...tea, stop, done), {
    usage: null,
  }),
  quirk(
    'vLLM reports tokens twice',
    'https://github.com/can1357/oh-my-pi/issues/5022',
    stream(
      ...tea,
      { ...stop, usage: { prompt_tokens: 3, completion_tokens: 2 } },
      usage(3, 2, { prompt_tokens_details: { cached_tokens: 1 } }),
      done,
    ),
    { usage: [3, 2] },
  ),
  quirk(
    'vLLM leaves the finish reason out of chunks',
    'https://github.com/vllm-project/vllm/pull/19662',
    stream(
      ...tea.map(({ choices: [choice], ...each }) => ({ ...each, choices: [{ index: 0, delta: choice?.delta }] })),
      stop,
      done,
    ),
  ),
  quirk(
    'vLLM has no room for the conversation',
    'https://github.com/vllm-project/vllm/issues/20409',
    refusal(
      400,
      vllmError(
        "This model's maximum context length is 4096 tokens. However, you requested 6000 tokens (5000 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.",
      ),
    ),
    { failure: 'tooLong', text: '' },
  ),
  quirk(
    'vLLM has no room for the answer',
    'https://github.com/ChatGPTNextWeb/NextChat/issues/3195',
    refusal(
      400,
      vllmError(
        "This model's maximum context length is 4096 tokens. However, you requested 16500 tokens (116 in the messages, 16384 in the completion). Please reduce the length of the messages or completion.",
      ),
    ),
    { failure: 'answerLimit', text: '', calls: 2 },
  ),
  quirk(
    'vLLM has less room than the longest answer',
    'https://github.com/claude-code-best/claude-code/issues/272',
    [
      refusal(400, {
        error: vllmError(
          "'max_tokens' or 'max_completion_tokens' is too large: 16384. This model's maximum context length is 8192 tokens and your request has 20 input tokens (16384 > 8192 - 20).",
        ),
      }),
      stream(...tea, stop, done),
    ],
    { calls: 2 },
  ),
  quirk(
    'vLLM does not know the model',
    'https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
    refusal(404, vllmError('The model `gpt-4o` does not exist.', { type: 'NotFoundError', code: 404 })),
    { failure: 'modelGone', text: '' },
  ),
  quirk(
    'vLLM has a model without a chat',
    'https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
    refusal(400, vllmError('The model does not support Chat Completions API')),
    { failure: 'otherApi', text: '' },
  ),
  quirk(
    'vLLM has no chat template',
    'https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
    refusal(
      400,
      vllmError(
        'As of transformers v4.44, default chat template is no longer allowed, so you must provide a chat template if the tokenizer does not define one.',
      ),
    ),
    { failure: 'otherApi', text: '' },
  ),
  quirk(
    'vLLM runs a model without a system role',
    'https://github.com/vllm-project/vllm/issues/6862',
    refusal(400, vllmError('System role not supported')),
    { failure: 'parameter', text: '' },
  ),
  quirk(
    'vLLM rejects the key',
    'https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
    refusal(401, { error: 'Unauthorized' }),
    { failure: 'unauthorized', text: '' },
  ),
  quirk(
    'vLLM breaks off with an error at the top of a chunk',
    'https://github.com/vllm-project/vllm/pull/40986',
    stream(...tea, vllmError('EngineCore encountered an issue.', { type: 'InternalServerError', code: 500 })),
    { failure: 'interrupted', finishReason: '' },
  ),
  quirk('vLLM stops before the end', 'https://github.com/open-webui/open-webui/issues/29628', stream(...tea), {
    failure: 'interrupted',
    finishReason: '',
  }),
  quirk(
    'vLLM names its thoughts reasoning',
    'https://docs.vllm.ai/en/latest/features/reasoning_outputs.html',
    stream(chunk({ reasoning: 'A drink. ' }), chunk({ reasoning: 'Short.' }), ...tea, stop, done),
    { thoughts: 'A drink. Short.' },
  ),
  quirk(
    'vLLM names its thoughts twice',
    'https://docs.vllm.ai/en/latest/features/reasoning_outputs.html',
    stream(chunk({ reasoning: 'A drink.', reasoning_content: 'A drink.' }), ...tea, stop, done),
    { thoughts: 'A drink.' },
  ),
  quirk(
    'vLLM is stopped in an answer',
    'https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
    cut(...tea, chunk({}, 'abort')),
    { failure: 'interrupted' },
  ),
  quirk(
    'SGLang has an empty finish reason in each chunk',
    'https://github.com/sgl-project/sglang/issues/3912',
    stream(
      ...tea.map(({ choices: [choice], ...each }) => ({ ...each, choices: [{ ...choice, finish_reason: '' }] })),
      stop,
      done,
    ),
  ),
  quirk('LitServe streams under another type', 'https://github.com/Lightning-AI/LitServe/issues/359', {
    ...stream(...tea, stop, done),
    headers: { 'content-type': 'application/x-ndjson' },
  }),
  quirk(
    'text-generation-inference refuses in a text',
    'https://huggingface.co/docs/text-generation-inference/basic_tutorials/consuming_tgi',
    refusal(422, {
      error:
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 1000 `max_new_tokens`',
      error_type: 'validation',
    }),
    { failure: 'tooLong', text: '' },
  ),
  quirk(
    'text-generation-inference reports tokens beside a choice',
    'https://github.com/vllm-project/vllm/pull/12394',
    stream(...tea, { ...stop, usage: { prompt_tokens: 3, completion_tokens: 2 } }, done),
    { usage: [3, 2] },
  ),
  quirk(
    'a server answers twice',
    'https://developers.openai.com/api/docs/api-reference/chat/create',
    json({
      ...whole({ content: 'Tea.' }),
      choices: [
        { index: 1, message: { content: 'Coffee.' }, finish_reason: 'stop' },
        { index: 0, message: { content: 'Tea.' }, finish_reason: 'stop' },
      ],
    }),
    { usage: [3, 2] },
  ),
  quirk(
    'a server streams two answers',
    'https://developers.openai.com/api/docs/api-reference/chat/create',
    stream(
      ...tea.flatMap((each) => [
        each,
        { ...each, choices: [{ index: 1, delta: { content: 'Coffee.' }, finish_reason: 'stop' }] },
      ]),
      stop,
      done,
    ),
  ),
];
