import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { listen } from '../../http/listen.ts';
import { answerTo, echoOf, tokensOf } from './answers.ts';
import { modelModes, type ModelMode } from './modes.ts';
import { CompletionRequest, headerRefusal, type Refusal, modeRefusal, strictRefusal, tokenCount } from './refusal.ts';
import { backgroundJobs } from './background.ts';
import { seePictures } from './pictures.ts';
import { responseOf, ResponsesRequest, responsesRefusal } from './responses.ts';
import type { ProviderQuirk, QuirkReply } from './quirks/quirk.ts';

/** One call of the model, for tests and `/_local`. */
export interface ModelCall {
  model: string;
  stream: boolean;
  parameters: string[];
  messages: CompletionRequest['messages'];
  status: number;
  /** The time on the machine's clock. */
  askedAtMs: number;
  firstWordAtMs?: number;
  /** The id of an answer in the background. */
  responseId?: string;
  /** `whole`: the answer was complete. `cut`: the fake broke the connection. `left`: the caller closed it. */
  end?: 'whole' | 'cut' | 'left';
}

/** The delay before the first token, the delay between two steps, and the tokens of one step. */
export interface Pace {
  firstMs: number;
  everyMs: number;
  tokens: number;
}

interface FakeModelOptions {
  /** Holds the mode. Without it the mode does not survive a restart. */
  dataDir?: string;
  pace?: Pace;
  answer?: (question: string, model: string) => string;
}

const normal: Pace = { firstMs: 250, everyMs: 30, tokens: 3 };
const fast: Pace = { firstMs: 0, everyMs: 1, tokens: 50 };
const slow: Pace = { firstMs: 4000, everyMs: 400, tokens: 2 };
/** A long answer has no more steps than this. */
const maxSteps = 400;
const maxCalls = 1000;

/** Starts a server that imitates OpenAI's Chat Completions and Responses. */
export async function startFakeModel({ dataDir, pace = normal, answer = answerTo }: FakeModelOptions = {}) {
  const stateFile = dataDir === undefined ? undefined : join(dataDir, 'model.json');
  let mode: ModelMode = loadMode(stateFile);
  const calls: ModelCall[] = [];
  let count = 0;
  /** The replies of a quirk to the next calls. The last one stays. */
  let quirkReplies: QuirkReply[] = [];
  const background = backgroundJobs();

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', origin);
    if (request.method === 'GET' && path === '/v1/models') return sendModels(request, response);
    const { id = '', action } = /^\/v1\/responses\/(?<id>\w+)(?<action>\/cancel)?$/.exec(path)?.groups ?? {};
    if (id !== '' && (request.method === 'POST') === (action !== undefined)) {
      const refusal = headerRefusal({ ...request.headers, 'content-type': 'application/json' });
      const gone =
        refusal ?? (action ? background.cancel(id, response) : await background.send(id, response, searchParams));
      return gone && refuse(response, gone);
    }
    const isResponses = path === '/v1/responses';
    if (request.method !== 'POST' || !(isResponses || path === '/v1/chat/completions'))
      return refuse(response, unknownUrl(`${request.method} ${path}`));
    const badHeader = headerRefusal(request.headers);
    if (badHeader) return refuse(response, badHeader);
    const seen = await seePictures(JSON.parse(await text(request)));
    if ('refusal' in seen) return refuse(response, seen.refusal);
    const { data: asked, error } = (isResponses ? ResponsesRequest : CompletionRequest).safeParse(seen.body);
    if (!asked) return refuse(response, malformed(z.prettifyError(error)));
    const { model, stream } = asked;
    const messages = 'input' in asked ? asked.input : asked.messages;
    const parameters = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const quirkReply = quirkReplies.length > 1 ? quirkReplies.shift() : quirkReplies[0];
    const completion = 'input' in asked ? { model, messages, stream } : asked;
    const refusal =
      (quirkReply ? strictRefusal(completion) : modeRefusal(completion, mode)) ??
      ('input' in asked ? responsesRefusal(asked) : undefined);
    const call: ModelCall = {
      model,
      stream,
      parameters,
      messages,
      status: refusal?.status ?? quirkReply?.status ?? 200,
      askedAtMs: Date.now(),
    };
    count += 1;
    calls.push(call);
    if (calls.length > maxCalls) calls.shift();
    response.on('close', () => (call.end ??= 'left'));
    if (refusal) return refuse(response, refusal);
    if (quirkReply) return sendQuirkReply(response, quirkReply);
    if ('input' in asked && asked.background) return startBackground(response, asked, call);
    return sendAnswer(response, messages, call, (whole) =>
      'input' in asked ? responseOf(asked, whole) : completionOf(asked, whole),
    );
  }

  /** Writes an answer without a connection. In the mode `cut` the first connection breaks in the middle. */
  async function startBackground(response: ServerResponse, asked: ResponsesRequest, call: ModelCall) {
    const now: ModelMode = mode;
    const whole = answer(asked.input.findLast(({ role }) => role === 'user')?.content ?? '', call.model);
    const format = responseOf(asked, whole);
    const job = background.start(format.id, asked.stream, format.queued);
    call.responseId = format.id;
    const opening = format.opening();
    const { firstMs, everyMs, tokens } = now === 'slow' ? slow : now === 'fast' ? fast : pace;
    const write = async () => {
      // The first three events say that the response is created, queued and in progress.
      job.add(opening.slice(0, 3));
      await wait(firstMs, undefined, { ref: false });
      call.firstWordAtMs = Date.now();
      job.add(opening.slice(3));
      const all = tokensOf(whole);
      for (let from = 0; from < all.length; from += tokens) {
        if (!job.add([format.piece(all.slice(from, from + tokens).join(''))])) return;
        await wait(everyMs, undefined, { ref: false });
      }
      if (job.add(format.closing())) job.complete(format.whole);
    };
    void write();
    const query = new URLSearchParams({ stream: String(asked.stream) });
    await background.send(format.id, response, query, now === 'cut' ? opening.length + 3 : undefined);
  }

  async function sendAnswer(
    response: ServerResponse,
    messages: CompletionRequest['messages'],
    call: ModelCall,
    formatOf: (whole: string) => AnswerFormat,
  ) {
    const now: ModelMode = mode;
    const question = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    const whole = now === 'echo' ? echoOf(messages) : answer(question, call.model);
    const format = formatOf(whole);
    const { firstMs, everyMs, tokens } = now === 'slow' ? slow : now === 'fast' ? fast : pace;
    if (call.stream) {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
      response.flushHeaders();
    }
    if (now === 'silent') return;
    await wait(firstMs, undefined, { ref: false });
    call.firstWordAtMs = Date.now();
    if (!call.stream) {
      call.end = now === 'cut' ? 'cut' : 'whole';
      response.writeHead(200, { 'content-type': 'application/json' });
      if (now === 'cut') response.destroy();
      else response.end(JSON.stringify(format.whole));
      return;
    }

    for (const event of format.opening()) response.write(event);
    const all = tokensOf(whole);
    const atOnce = Math.max(tokens, Math.ceil(all.length / maxSteps));
    const until = now === 'cut' || now === 'stalled' ? Math.ceil(all.length / 2) : all.length;
    for (let from = 0; from < until && !response.destroyed; from += atOnce) {
      if (from > 0) await wait(everyMs, undefined, { ref: false });
      response.write(format.piece(all.slice(from, Math.min(from + atOnce, until)).join('')));
    }
    if (response.destroyed || now === 'stalled') return;
    if (now === 'cut') {
      call.end = 'cut';
      response.destroy();
      return;
    }
    call.end = 'whole';
    for (const event of format.closing()) response.write(event);
    response.end();
  }

  return {
    origin,
    /** The value of OPENAI_BASE_URL for this server. */
    baseUrl: `${origin}/v1`,
    get mode() {
      return mode;
    },
    setMode(wanted: ModelMode) {
      mode = wanted;
      quirkReplies = [];
      if (stateFile !== undefined) writeFileSync(stateFile, JSON.stringify({ mode }));
    },
    /** Answers as in this case until the mode is set. */
    setQuirk({ replies }: ProviderQuirk) {
      quirkReplies = [...replies];
    },
    /** The number of calls so far. */
    get count() {
      return count;
    },
    /** The answers in the background. */
    background,
    /** Returns the last calls. */
    calls: (): readonly ModelCall[] => calls,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

export type FakeModel = Awaited<ReturnType<typeof startFakeModel>>;

function sendQuirkReply(response: ServerResponse, { status, headers, body, isCut }: QuirkReply) {
  response.writeHead(status, headers);
  response.write(body);
  if (isCut) response.write('', () => response.destroy());
  else response.end();
}

function loadMode(file: string | undefined): ModelMode {
  if (file === undefined || !existsSync(file)) return 'normal';
  return z.object({ mode: z.enum(modelModes) }).parse(JSON.parse(readFileSync(file, 'utf8'))).mode;
}

/** One API's way to send an answer: whole, or as the events of a stream. */
interface AnswerFormat {
  whole: object;
  opening(): string[];
  piece(text: string): string;
  closing(): string[];
}

function completionOf({ model, messages, stream_options: options }: CompletionRequest, content: string): AnswerFormat {
  const id = `chatcmpl-${Date.now().toString(36)}`;
  const created = Math.floor(Date.now() / 1000);
  const prompt = messages.reduce((sum, message) => sum + tokenCount(message.content), 0);
  const said = tokenCount(content);
  const usage = { prompt_tokens: prompt, completion_tokens: said, total_tokens: prompt + said };
  const event = (choices: object[], more: object = {}) =>
    `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model, choices, ...more })}\n\n`;
  const chunk = (delta: object, finish: string | null = null) => event([{ index: 0, delta, finish_reason: finish }]);
  return {
    whole: {
      id,
      object: 'chat.completion',
      created,
      model,
      choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop' }],
      usage,
    },
    opening: () => [],
    piece: (words) => chunk({ content: words }),
    closing: () => [chunk({}, 'stop'), ...(options?.include_usage ? [event([], { usage })] : []), 'data: [DONE]\n\n'],
  };
}

const malformed = (message: string): Refusal => ({ status: 400, type: 'invalid_request_error', code: null, message });
const unknownUrl = (what: string): Refusal => ({
  status: 404,
  type: 'invalid_request_error',
  code: 'unknown_url',
  message: `Unknown request URL: ${what}`,
});

/** Some models of OpenAI's list, of which some write no text. */
const listedModels = ['gpt-4o', 'gpt-6-luna', 'gpt-6.1-sol', 'gpt-6.1-terra', 'text-embedding-3-small', 'whisper-1'];

/** From developers.openai.com/api/docs/deprecations. */
const shutdownDates = new Map([['gpt-4o', '2027-01-14']]);

/** developers.openai.com/api/reference/resources/models/methods/list describes the answer. */
function sendModels(request: IncomingMessage, response: ServerResponse) {
  const badHeader = headerRefusal({ ...request.headers, 'content-type': 'application/json' });
  if (badHeader) return refuse(response, badHeader);
  const data = listedModels.map((id) => ({
    id,
    object: 'model',
    created: 1_790_000_000,
    owned_by: 'system',
    shutdown_date: shutdownDates.get(id) ?? null,
  }));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data }));
}

function refuse(response: ServerResponse, { status, retryAfterSeconds, param, ...error }: Refusal) {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  });
  response.end(JSON.stringify({ error: { ...error, param: param ?? null } }));
}
