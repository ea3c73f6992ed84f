import { isDeepStrictEqual } from 'node:util';
import type { OpenAI } from 'openai';
import type { ChatCompletionCreateParams, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { EasyInputMessage, ResponseCreateParams } from 'openai/resources/responses/responses';
import { log } from '../../platform/log.ts';
import { isPicture } from '../files/file.ts';
import { placeholderOf } from '../files/fitting-files.ts';
import { type BackgroundCursor, readBackground } from './background.ts';
import { answerPart, CompletionReader, type ProviderPart } from './completion.ts';
import { finishReasonOf } from './dialects.ts';
import { ModelError, type RefusedParameter } from './failures.ts';
import type { AnswerPart, Model } from './model.ts';
import type { Prompt, PromptLine } from './prompt.ts';
import { refusalFrom, readRefusal } from './refusal.ts';
import { endOfStream, readObjects } from './response-body.ts';
import { responsePartOf } from './response-events.ts';
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

  /** Asks again without the parameters that the server refuses, while that changes the request. A refused request costs nothing. */
  async function request(prompt: Prompt, signal: AbortSignal): Promise<Response> {
    const { chat, responses } = await client();
    const send = (refused: ReadonlySet<RefusedParameter>) =>
      prompt.model.api === 'responses'
        ? responses.create(responseParams(prompt, refused), { signal }).asResponse()
        : chat.completions.create(completionParams(prompt, refused), { signal }).asResponse();
    const paramsOf = prompt.model.api === 'responses' ? responseParams : completionParams;
    for (let refused: ReadonlySet<RefusedParameter> = new Set(); ;) {
      try {
        return await send(refused);
      } catch (error) {
        const failure = connectionFailure(error);
        if (!(failure instanceof ModelError)) throw failure;
        const next = new Set([...refused, ...failure.parameters]);
        if (isDeepStrictEqual(paramsOf(prompt, next), paramsOf(prompt, refused))) throw failure;
        refused = next;
      }
    }
  }

  /** Takes up a background response. An API that cannot stream it again sends it whole. */
  async function retrieve({ id, after }: BackgroundCursor, { stream }: Prompt['model'], signal: AbortSignal) {
    const { responses } = await client();
    const query = { stream: true, ...(after !== undefined && { starting_after: after }) } as const;
    try {
      const call = stream ? responses.retrieve(id, query, { signal }) : responses.retrieve(id, {}, { signal });
      return await call.asResponse();
    } catch (error) {
      const failure = connectionFailure(error);
      // The provider bills the response, so nothing may begin another one.
      if (!(failure instanceof ModelError)) throw failure;
      const { status, code = '' } = failure;
      throw new ModelError({ ...(status !== undefined && { status }), code, hasBegun: true });
    }
  }

  return {
    async cancel(_, responseId) {
      const { responses } = await client();
      await responses.cancel(responseId).catch((error: unknown) => {
        const failure = connectionFailure(error);
        // A response that has ended or is gone needs no cancellation.
        if (failure instanceof ModelError && failure.status !== undefined && failure.status < 429) return;
        throw failure;
      });
    },
    async *answer(prompt, signal, keepId) {
      const { model, responseId } = prompt;
      const first = responseId ?? (await request(prompt, signal));
      const retrieveAfter = (cursor: BackgroundCursor) => retrieve(cursor, model, signal);
      try {
        const objects =
          first instanceof Response && !isBackground(prompt)
            ? readObjects(first)
            : readBackground(first, { retrieve: retrieveAfter, keepId, signal });
        yield* readAnswer(objects, model.api);
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
  if (!response.ok) throw await readRefusal(response);
  return response;
}

/** A response that is taken up is one, whatever the settings say by now. */
const isBackground = ({ model, responseId }: Prompt) =>
  responseId !== undefined || (model.background && model.api === 'responses');

/** Returns the files of a line that are still there, with their addresses. Its text names those that are gone. */
function contentOf({ text, shown = [] }: Omit<PromptLine, 'role'>, addresses: Prompt['addresses']) {
  const gone = shown.filter(({ key }) => addresses?.get(key) === undefined);
  return {
    text: [text, ...gone.map(placeholderOf)].filter(Boolean).join('\n\n'),
    files: shown.flatMap((file) => {
      const url = addresses?.get(file.key);
      return url === undefined ? [] : [{ url, isPicture: isPicture(file), filename: file.name }];
    }),
  };
}

/** Newer models refuse the older name of the limit, and older servers the newer one. */
const otherLimit = { max_tokens: 'max_completion_tokens', max_completion_tokens: 'max_tokens' } as const;

function completionParams(
  { model, lines, addresses, temperature, outputTokens, effort }: Prompt,
  refused: ReadonlySet<RefusedParameter>,
): ChatCompletionCreateParams {
  const isStreamed = model.stream && !refused.has('stream');
  const tokenLimit = refused.has('token_limit') ? otherLimit[model.tokenLimit] : model.tokenLimit;
  return {
    model: model.providerCode ?? model.code,
    messages: lines.map(({ role, ...line }): ChatCompletionMessageParam => {
      const { text, files } = contentOf(line, addresses);
      if (files.length === 0) return { role, content: text };
      const parts = files.map(({ url, filename, ...file }) =>
        file.isPicture
          ? { type: 'image_url' as const, image_url: { url } }
          : { type: 'file' as const, file: { filename, file_data: url } },
      );
      return { role: 'user', content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...parts] };
    }),
    ...(!refused.has('answer_length') && { [tokenLimit]: outputTokens }),
    ...(temperature !== undefined && !refused.has('temperature') && { temperature }),
    ...(effort !== undefined && !refused.has('effort') && { reasoning_effort: effort }),
    ...(isStreamed
      ? { stream: true, ...(!refused.has('stream_options') && { stream_options: { include_usage: true } }) }
      : { stream: false }),
  };
}

/** OpenAI keeps no answer but those written in the background: without `store: false` it would for 30 days. */
function responseParams(prompt: Prompt, refused: ReadonlySet<RefusedParameter>): ResponseCreateParams {
  const { model, lines, addresses, temperature, outputTokens, effort, searches } = prompt;
  const reasoning = {
    ...(effort !== undefined && !refused.has('effort') && { effort }),
    ...(model.efforts.length > 0 && !refused.has('summary') && { summary: 'auto' as const }),
  };
  return {
    model: model.providerCode ?? model.code,
    input: lines.map(({ role, ...line }): EasyInputMessage => {
      const { text, files } = contentOf(line, addresses);
      if (files.length === 0) return { role, content: text };
      const parts = files.map(({ url, filename, ...file }) =>
        file.isPicture
          ? { type: 'input_image' as const, image_url: url, detail: 'auto' as const }
          : { type: 'input_file' as const, filename, file_data: url },
      );
      return { role, content: [...(text === '' ? [] : [{ type: 'input_text' as const, text }]), ...parts] };
    }),
    ...(!refused.has('answer_length') && { max_output_tokens: outputTokens }),
    store: isBackground(prompt),
    ...(isBackground(prompt) && { background: true }),
    stream: model.stream && !refused.has('stream'),
    ...(temperature !== undefined && !refused.has('temperature') && { temperature }),
    ...(Object.keys(reasoning).length > 0 && { reasoning }),
    ...(searches > 0 && { tools: [{ type: 'web_search' }], max_tool_calls: searches }),
  };
}

/** The SDK wraps errors of `fetch` in its own. Any other error is a bug of ours and stays as it is. */
function connectionFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !('status' in error && 'param' in error)) return error;
  return error.cause instanceof ModelError ? error.cause : new ModelError({ code: 'connection' });
}

/** Yields the parts of an answer in the product's words. An answer is complete if it has a finish reason, or the mark of its end. */
async function* readAnswer(objects: AsyncIterable<unknown>, api: Prompt['model']['api']): AsyncIterable<AnswerPart> {
  const splitter = new ThoughtSplitter();
  const completion = new CompletionReader();
  const before = { hasText: false, hasThoughts: false, wantsTool: false };
  let finishReason: string | undefined;
  for await (const value of objects) {
    const isEnd = value === endOfStream;
    if (isEnd && finishReason !== undefined) break;
    rejectErrors(value);
    const read: ProviderPart = isEnd
      ? { finishReason: 'stop' }
      : api === 'responses'
        ? responsePartOf(value, before)
        : completion.read(value);
    const { text = '', thoughts = '', wantsTool = false, finishReason: word, ...part } = read;
    before.hasText ||= text !== '';
    before.hasThoughts ||= thoughts !== '';
    before.wantsTool ||= wantsTool;
    finishReason = word === undefined ? finishReason : endOf(word, before);
    const said = splitter.add(text);
    yield answerPart({
      ...part,
      ...said,
      thoughts: thoughts + said.thoughts,
      finishReason: word === undefined ? undefined : finishReason,
    });
    if (isEnd) break;
  }
  yield answerPart(splitter.end(finishReason === 'stop'));
}

function endOf(word: string, { hasText, wantsTool }: { hasText: boolean; wantsTool: boolean }): string {
  const reason = finishReasonOf(word);
  if (reason === 'broken_off') throw new ModelError({ code: reason, hasBegun: true });
  return reason === 'stop' && wantsTool && !hasText ? 'tool_calls' : reason;
}

/** A server that refuses after it has begun can only say so in the place of an answer. */
function rejectErrors(value: unknown) {
  if (typeof value !== 'object' || value === null) return;
  const { error, object, type } = { error: undefined, object: undefined, type: undefined, ...value };
  if (Boolean(error) || object === 'error' || type === 'error') throw refusalFrom(value);
}
