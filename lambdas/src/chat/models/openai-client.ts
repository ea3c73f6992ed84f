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
  /** OpenAI's own, or of any server that speaks like it. */
  baseURL: string;
  apiKey: () => Promise<string | undefined>;
  /** How long the first byte may take. */
  timeoutMs: number;
}

export function openAiModel({ baseURL, apiKey, timeoutMs }: OpenAiOptions): Model {
  /** Models of which the provider has said that it does not stream them. */
  const unstreamable = new Set<string>();

  async function client(): Promise<OpenAI> {
    // Loaded when it is needed, so that no cold start waits for it.
    const [key, { OpenAI: Client }] = await Promise.all([apiKey(), import('openai/client')]);
    if (!key) throw new ModelError({ status: 401, code: 'no_key' });
    // Retries are the worker's own: it knows what was paid for, and until when it may take.
    return new Client({ baseURL, apiKey: key, maxRetries: 0, timeout: timeoutMs, logLevel: 'off' });
  }

  async function* whole(prompt: Prompt, signal: AbortSignal): AsyncIterable<AnswerPart> {
    const { chat } = await client();
    const { choices, usage } = await chat.completions.create({ ...paramsOf(prompt), stream: false }, { signal });
    yield partOf(choices[0]?.message, choices[0]?.finish_reason, usage);
  }

  async function* streamed(prompt: Prompt, signal: AbortSignal): AsyncIterable<AnswerPart> {
    const { chat } = await client();
    const asked = { ...paramsOf(prompt), stream: true as const, stream_options: { include_usage: true } };
    const stream = await chat.completions.create(asked, { signal }).catch((error: unknown) => {
      if (!isAboutStreaming(error)) throw error;
      return undefined;
    });
    if (!stream) {
      unstreamable.add(prompt.model.code);
      yield* whole(prompt, signal);
    } else {
      for await (const { choices, usage } of stream) yield partOf(choices[0]?.delta, choices[0]?.finish_reason, usage);
    }
  }

  return {
    async *answer(prompt, signal) {
      const isStreamed = prompt.model.stream && !unstreamable.has(prompt.model.code);
      try {
        yield* (isStreamed ? streamed : whole)(prompt, signal);
      } catch (error) {
        throw asModelError(error);
      }
    },
  };
}

type Params = Omit<ChatCompletionCreateParamsBase, 'stream'>;

function paramsOf({ model, lines, temperature, outputTokens }: Prompt): Params {
  return {
    model: model.code,
    messages: lines.map(({ role, text }): ChatCompletionMessageParam => ({ role, content: text })),
    [model.tokenLimit]: outputTokens,
    ...(temperature === undefined ? {} : { temperature }),
  };
}

function partOf(
  said: (Pick<ChatCompletionChunk.Choice.Delta, 'refusal'> & { content?: string | null }) | undefined,
  finishReason: string | null | undefined,
  usage: { prompt_tokens: number; completion_tokens: number } | null | undefined,
): AnswerPart {
  const text = said?.content ?? said?.refusal;
  return {
    ...(text ? { text } : {}),
    ...(finishReason ? { finishReason } : {}),
    ...(usage ? { usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } } : {}),
  };
}

/** An error of the provider, or of the way there. */
const isApiError = (error: unknown): error is APIError =>
  error instanceof Error && 'status' in error && 'param' in error;

const isAboutStreaming = (error: unknown) =>
  isApiError(error) && error.status === 400 && (error.param === 'stream' || /\bstream\b/i.test(error.message));

/** What the provider, or the way there, did. Anything else is a bug of ours, and stays what it is. */
function asModelError(error: unknown): unknown {
  if (!isApiError(error)) return isBrokenConnection(error) ? new ModelError({ code: 'connection' }) : error;
  const { status, code, type } = error;
  const retryAfterMs = retryAfterOf(error.headers);
  return new ModelError({
    ...(typeof status === 'number' ? { status } : {}),
    ...(code || type ? { code: code ?? type ?? '' } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** As `fetch` tells of it in the middle of a body: an error whose cause is the socket's, or our own signal. */
const isBrokenConnection = (error: unknown) =>
  typeof error === 'object' && error !== null && ('cause' in error || ('name' in error && error.name === 'AbortError'));

function retryAfterOf(headers: Headers | undefined): number | undefined {
  const exact = headers?.get('retry-after-ms');
  if (exact) return Number(exact) || undefined;
  const given = headers?.get('retry-after');
  if (!given) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}
