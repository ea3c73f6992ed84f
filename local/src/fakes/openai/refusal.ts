import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { fakeModelKey } from '../secret-parameters.ts';
import type { ModelMode } from './modes.ts';

/** The part of OpenAI's chat completions that is imitated. OpenAI refuses every other parameter, too. */
export const CompletionRequest = z.strictObject({
  model: z.string().min(1),
  messages: z
    .array(z.object({ role: z.enum(['system', 'developer', 'user', 'assistant']), content: z.string().min(1) }))
    .min(1),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean().optional() }).optional(),
  temperature: z.number().optional(),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).optional(),
});
export type CompletionRequest = z.infer<typeof CompletionRequest>;

/** An error in OpenAI's own words. */
export interface Refusal {
  status: number;
  message: string;
  type: string;
  code: string | null;
  param?: string;
  retryAfterSeconds?: number;
}

const invalid = (message: string, param: string, code: string | null = 'unsupported_value'): Refusal => ({
  status: 400,
  type: 'invalid_request_error',
  message,
  code,
  param,
});

const ofMode: Partial<Record<ModelMode, Refusal>> = {
  error401: {
    status: 401,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
    // OpenAI's own message contains the key, so a log of the message would contain it, too.
    message: `Incorrect API key provided: ${fakeModelKey}.`,
  },
  error429: {
    status: 429,
    type: 'tokens',
    code: 'rate_limit_exceeded',
    message: 'Rate limit reached. Please try again in 1s.',
    retryAfterSeconds: 1,
  },
  error500: {
    status: 500,
    type: 'server_error',
    code: null,
    message: 'The server had an error while processing your request. Sorry about that!',
  },
  quota: {
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'You exceeded your current quota, please check your plan and billing details.',
  },
};

const gone = (model: string): Refusal => ({
  status: 404,
  type: 'invalid_request_error',
  code: 'model_not_found',
  message: `The model \`${model}\` does not exist or you do not have access to it.`,
});

/** The context length of the product's models is about the same. */
const maxContextTokens = 128_000;
export const tokenCount = (text: string) => Math.ceil(text.length / 4);

/**
 * Returns the error for a request in a mode, or by OpenAI's rules for its models. It is undefined when the request is
 * accepted.
 */
export function modeRefusal(request: CompletionRequest, mode: ModelMode): Refusal | undefined {
  const { model, messages, stream } = request;
  if (mode === 'noStream' && stream)
    return invalid("Unsupported value: 'stream' does not support true with this model.", 'stream');
  if (mode === 'gone') return gone(model);
  return (
    ofMode[mode] ??
    (/^o\d/.test(model) ? reasoningRefusal(request) : undefined) ??
    strictRefusal(request) ??
    tooLong(messages)
  );
}

/**
 * Refuses by the rules that only some servers enforce. OpenAI allows options of a stream in a stream only. The chat
 * templates of Gemma and Mistral, on vLLM and llama.cpp, want the roles in turn, from the user to the user
 * (https://github.com/vllm-project/vllm/issues/6862).
 */
export function strictRefusal({ messages, stream, stream_options: options }: CompletionRequest) {
  if (options && !stream)
    return invalid("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options', null);
  const roles = messages
    .map(({ role }) => role)
    .filter((role, index) => index > 0 || !/^(system|developer)$/.test(role));
  const isInTurn = roles.every((role, index) => role === (index % 2 === 0 ? 'user' : 'assistant'));
  return isInTurn && roles.length % 2 === 1
    ? undefined
    : invalid('Conversation roles must alternate user/assistant/user/assistant/...', 'messages', null);
}

/** Returns a refusal for a request without a key or with the wrong type of content. */
export function headerRefusal({
  authorization = '',
  'content-type': type = '',
}: IncomingHttpHeaders): Refusal | undefined {
  if (!/^Bearer \S+$/.test(authorization))
    return { status: 401, type: 'invalid_request_error', code: null, message: "You didn't provide an API key." };
  return type.startsWith('application/json') ? undefined : invalid('Unsupported content type.', 'content-type', null);
}

function reasoningRefusal({ model, messages, temperature, max_tokens: maxTokens }: CompletionRequest) {
  const system = messages.findIndex(
    ({ role }) => role === 'system' || (role === 'developer' && /^o1-(mini|preview)/.test(model)),
  );
  if (system !== -1)
    return invalid(
      `Unsupported value: 'messages[${system}].role' does not support '${messages[system]?.role}' with this model.`,
      `messages[${system}].role`,
    );
  if (temperature !== undefined && temperature !== 1)
    return invalid("Unsupported value: 'temperature' does not support this value with this model.", 'temperature');
  if (maxTokens !== undefined)
    return invalid(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
      'unsupported_parameter',
    );
  return undefined;
}

function tooLong(messages: CompletionRequest['messages']) {
  const tokens = messages.reduce((sum, { content }) => sum + tokenCount(content), 0);
  if (tokens <= maxContextTokens) return undefined;
  return invalid(
    `This model's maximum context length is ${maxContextTokens} tokens. However, your messages resulted in ${tokens} tokens.`,
    'messages',
    'context_length_exceeded',
  );
}
