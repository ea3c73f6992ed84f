import type { OpenAI } from 'openai';
import type { ChatCompletionCreateParams, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { log } from '../../platform/log.ts';
import type { AnswerPart, Model } from '../ports.ts';
import { answerPart, partOf } from './completion.ts';
import { eventData } from './event-stream.ts';
import { ModelError } from './failures.ts';
import type { Prompt } from './prompt.ts';
import { parseJson, refusalFrom, refusalOf } from './refusal.ts';
import { ThoughtSplitter } from './thoughts.ts';

interface OpenAiOptions {
  /** The address of OpenAI, or of any server with the same interface. */
  baseURL: string;
  apiKey: () => Promise<string | undefined>;
  /** The time until the first byte of the answer. */
  timeoutMs: number;
}

/** The SDK sends the requests. Its reader of streams is not used, because it gives up at the first line that is no JSON. */
export function openAiClient({ baseURL, apiKey, timeoutMs }: OpenAiOptions): Model {
  async function client(): Promise<OpenAI> {
    // The SDK is loaded with the first request, so that no cold start waits for it.
    const [key, { OpenAI: Client }] = await Promise.all([apiKey(), import('openai/client')]);
    if (!key) throw new ModelError({ status: 401, code: 'no_key' });
    // The worker retries by itself: it knows the time limit and the text that it has already.
    return new Client({
      baseURL,
      apiKey: key,
      maxRetries: 0,
      timeout: timeoutMs,
      logLevel: 'off',
      fetch: fetchAccepted,
    });
  }

  /** Asks again without a parameter that the server refuses. A refused request costs nothing. */
  async function request(prompt: Prompt, signal: AbortSignal): Promise<Response> {
    const { chat } = await client();
    for (let params: ChatCompletionCreateParams | undefined = requestParams(prompt); ;) {
      try {
        return await chat.completions.create(params, { signal }).asResponse();
      } catch (error) {
        const failure = connectionFailure(error);
        params = failure instanceof ModelError ? withoutParameter(params, failure.parameter) : undefined;
        if (!params) throw failure;
      }
    }
  }

  return {
    async *answer(prompt, signal) {
      const response = await request(prompt, signal);
      try {
        yield* readAnswer(response);
      } catch (error) {
        if (error instanceof ModelError) throw error;
        // The provider bills the answer from its first byte on, so nothing in it may begin another call.
        log('warn', 'answer of the model broke off', { reason: error instanceof Error ? error.name : typeof error });
        throw new ModelError({ code: 'cut', hasBegun: true });
      }
    },
  };
}

async function fetchAccepted(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (!response.ok) throw await refusalOf(response);
  return response;
}

function requestParams({ model, lines, temperature, outputTokens }: Prompt): ChatCompletionCreateParams {
  return {
    model: model.providerCode ?? model.code,
    messages: lines.map(({ role, text }): ChatCompletionMessageParam => ({ role, content: text })),
    [model.tokenLimit]: outputTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(model.stream ? { stream: true, stream_options: { include_usage: true } } : { stream: false }),
  };
}

function withoutParameter(
  { stream_options: options, ...params }: ChatCompletionCreateParams,
  parameter: ModelError['parameter'],
): ChatCompletionCreateParams | undefined {
  if (parameter === 'stream_options' && options) return params;
  return parameter === 'stream' && params.stream ? { ...params, stream: false } : undefined;
}

/** The SDK wraps errors of `fetch` in its own. Any other error is a bug of ours and stays as it is. */
function connectionFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !('status' in error && 'param' in error)) return error;
  return error.cause instanceof ModelError ? error.cause : new ModelError({ code: 'connection' });
}

/** Yields the parts of an answer. An answer is complete if it has a finish reason, or the mark of its end. */
async function* readAnswer(response: Response): AsyncIterable<AnswerPart> {
  const splitter = new ThoughtSplitter();
  let finishReason: string | undefined;
  let hasText = false;
  for await (const value of readCompletions(response)) {
    if (value === endOfStream) {
      if (finishReason === undefined) yield { finishReason: (finishReason = 'stop') };
      break;
    }
    rejectErrors(value);
    const { text = '', thoughts = '', ...part } = partOf(value, hasText);
    if (part.finishReason && brokenReasons.has(part.finishReason))
      throw new ModelError({ code: 'provider_error', hasBegun: true });
    finishReason = part.finishReason ?? finishReason;
    hasText ||= text !== '';
    const said = splitter.add(text);
    yield answerPart({ ...part, text: said.text, thoughts: thoughts + said.thoughts });
  }
  yield answerPart(splitter.end(finishReason === 'stop'));
}

/** The finish reasons of answers that a failure of the server has ended. */
const brokenReasons = new Set(['error', 'abort', 'insufficient_system_resource']);

const endOfStream = Symbol('[DONE]');

/** The completions that a response consists of: the events of a stream, or one whole. */
async function* readCompletions({ body }: Response): AsyncIterable<unknown> {
  if (!body) return;
  const pieces = body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  try {
    const start = await readStart(pieces);
    // Servers ignore `stream`, and name the wrong type of content, so the first character decides.
    if (start.startsWith('<')) throw new ModelError({ code: 'wrong_address' });
    if (start.startsWith('{')) {
      yield readJson(await joinPieces(start, pieces));
      yield endOfStream;
    } else yield* readEvents(startingWith(start, pieces));
  } finally {
    await pieces.return?.();
  }
}

async function* readEvents(pieces: AsyncIterable<string>): AsyncIterable<unknown> {
  for await (const data of eventData(pieces)) {
    // A text that is no JSON object keeps the connection alive. Half of an object is a loss.
    if (data.trim() === '[DONE]') yield endOfStream;
    else if (data.trimStart().startsWith('{')) yield readJson(data);
  }
}

async function joinPieces(start: string, rest: AsyncIterable<string>): Promise<string> {
  const pieces = [start];
  for await (const piece of rest) pieces.push(piece);
  return pieces.join('');
}

async function readStart(pieces: AsyncIterator<string>): Promise<string> {
  let start = '';
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    start = (start + next.value).trimStart();
    if (start !== '') break;
  }
  return start;
}

async function* startingWith(start: string, rest: AsyncIterable<string>) {
  yield start;
  yield* rest;
}

function readJson(text: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw new ModelError({ code: 'unreadable', hasBegun: true });
  return value;
}

/** A server that refuses after it has begun can only say so in the place of an answer. */
function rejectErrors(value: unknown) {
  if (typeof value !== 'object' || value === null) return;
  const { error, object, type } = { error: undefined, object: undefined, type: undefined, ...value };
  if (Boolean(error) || object === 'error' || type === 'error') throw refusalFrom(value);
}
