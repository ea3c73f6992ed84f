import type { APIError, OpenAI } from 'openai';
import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsBase,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { ModelError } from './failures.ts';
import type { Prompt } from './prompt.ts';
import type { AnswerPart, Model } from '../ports.ts';

interface OpenAiOptions {
  /** The address of OpenAI, or of any server with the same interface. */
  baseURL: string;
  apiKey: () => Promise<string | undefined>;
  /** The time until the first byte of the answer. */
  timeoutMs: number;
}

export function openAiClient({ baseURL, apiKey, timeoutMs }: OpenAiOptions): Model {
  /** The provider has refused to stream these models. */
  const unstreamable = new Set<string>();

  async function client(): Promise<OpenAI> {
    // The SDK is loaded with the first request, so that no cold start waits for it.
    const [key, { OpenAI: Client }] = await Promise.all([apiKey(), import('openai/client')]);
    if (!key) throw new ModelError({ status: 401, code: 'no_key' });
    // The worker retries by itself: it knows the time limit and the text that it has already.
    return new Client({ baseURL, apiKey: key, maxRetries: 0, timeout: timeoutMs, logLevel: 'off' });
  }

  async function* answerWhole(prompt: Prompt, signal: AbortSignal): AsyncIterable<AnswerPart> {
    const { chat } = await client();
    const { choices, usage } = await chat.completions.create({ ...requestParams(prompt), stream: false }, { signal });
    yield partOf(choices[0]?.message, choices[0]?.finish_reason, usage);
  }

  async function* answerStreamed(prompt: Prompt, signal: AbortSignal): AsyncIterable<AnswerPart> {
    const { chat } = await client();
    const params = { ...requestParams(prompt), stream: true as const, stream_options: { include_usage: true } };
    const stream = await chat.completions.create(params, { signal }).catch((error: unknown) => {
      if (!isStreamingRefused(error)) throw error;
      return undefined;
    });
    if (!stream) {
      unstreamable.add(prompt.model.code);
      yield* answerWhole(prompt, signal);
    } else {
      for await (const { choices, usage } of stream) yield partOf(choices[0]?.delta, choices[0]?.finish_reason, usage);
    }
  }

  return {
    async *answer(prompt, signal) {
      const isStreamed = prompt.model.stream && !unstreamable.has(prompt.model.code);
      try {
        yield* (isStreamed ? answerStreamed : answerWhole)(prompt, signal);
      } catch (error) {
        throw toModelError(error);
      }
    },
  };
}

type Params = Omit<ChatCompletionCreateParamsBase, 'stream'>;

function requestParams({ model, lines, temperature, outputTokens }: Prompt): Params {
  return {
    model: model.code,
    messages: lines.map(({ role, text }): ChatCompletionMessageParam => ({ role, content: text })),
    [model.tokenLimit]: outputTokens,
    ...(temperature === undefined ? {} : { temperature }),
  };
}

function partOf(
  message: (Pick<ChatCompletionChunk.Choice.Delta, 'refusal'> & { content?: string | null }) | undefined,
  finishReason: string | null | undefined,
  usage: { prompt_tokens: number; completion_tokens: number } | null | undefined,
): AnswerPart {
  const text = message?.content ?? message?.refusal;
  return {
    ...(text ? { text } : {}),
    ...(finishReason ? { finishReason } : {}),
    ...(usage ? { usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } } : {}),
  };
}

/** The SDK throws these for answers of the provider and for failed connections. */
const isApiError = (error: unknown): error is APIError =>
  error instanceof Error && 'status' in error && 'param' in error;

const isStreamingRefused = (error: unknown) =>
  isApiError(error) && error.status === 400 && (error.param === 'stream' || /\bstream\b/i.test(error.message));

/** Translates failures of the provider and of the connection. Any other error is a bug of ours and stays as it is. */
function toModelError(error: unknown): unknown {
  if (!isApiError(error)) return isBrokenConnection(error) ? new ModelError({ code: 'connection' }) : error;
  const { status, code, type } = error;
  const retryAfterMs = parseRetryAfter(error.headers);
  return new ModelError({
    ...(typeof status === 'number' ? { status } : {}),
    ...(code || type ? { code: code ?? type ?? '' } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** In the middle of a body `fetch` throws an error whose cause is the socket's error, or our own abort. */
const isBrokenConnection = (error: unknown) =>
  typeof error === 'object' && error !== null && ('cause' in error || ('name' in error && error.name === 'AbortError'));

function parseRetryAfter(headers: Headers | undefined): number | undefined {
  const exact = headers?.get('retry-after-ms');
  if (exact) return Number(exact) || undefined;
  const given = headers?.get('retry-after');
  if (!given) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}
